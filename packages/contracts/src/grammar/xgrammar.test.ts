import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { derive, randomFrom } from './oracle/derive.ts';
import { accepts } from './oracle/match.ts';
import { mutationsOf } from './oracle/mutations.ts';
import { readGrammar } from './oracle/read.ts';
import { published, SUBJECTS } from './oracle/subjects.ts';
import { loadXGrammar } from './oracle/xgrammar.ts';
import { grammarOf } from './schema-grammar.ts';

const { Grammar, Testings } = loadXGrammar();
const folder = new URL('../../grammars/', import.meta.url);

test.each(readdirSync(folder))('XGrammar accepts the grammar %s and the examples of its schema', async (name) => {
  const grammar = await Grammar.fromEBNF(readFileSync(new URL(name, folder), 'utf8'));
  const { examples } = published(name.replace('.gbnf', ''));
  if (!Array.isArray(examples)) throw new Error('the schema has no examples');
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    expect(await Testings.isGrammarAcceptString(grammar, JSON.stringify(example))).toBe(true);
  }
});

describe.each(SUBJECTS)('XGrammar and our matcher agree on the grammar of %s', (_, schema) => {
  const text = grammarOf(schema, 'test');
  const ours = readGrammar(text);

  // Each check takes about 0.1 seconds.
  test('for derived documents and their changes', { timeout: 120_000 }, async () => {
    const theirs = await Grammar.fromEBNF(text);
    for (const seed of [26, 27].slice(0, inputSize({ quick: 1, deep: 2 }))) {
      const random = randomFrom(seed);
      const derived = derive(ours, random, 600);
      expect(await Testings.isGrammarAcceptString(theirs, derived), derived).toBe(true);
      const changes = [...mutationsOf(JSON.parse(derived))].filter((change) => change.text.length < 2000);
      for (let count = 0; count < 4; count++) {
        const { name = '', text: changed = '' } = changes[Math.floor(random() * changes.length)] ?? {};
        const isAccepted = await Testings.isGrammarAcceptString(theirs, changed);
        expect(isAccepted, `${name}: ${changed}`).toBe(accepts(ours, changed));
      }
    }
  });
});

test('XGrammar counts the items of composed repetitions exactly', async () => {
  const grammar = await Grammar.fromEBNF(grammarOf({ type: 'string', minLength: 300, maxLength: 1000 }, 'test'));
  for (const [length, isValid] of [
    [299, false],
    [300, true],
    [1000, true],
    [1001, false],
  ] as const) {
    expect(await Testings.isGrammarAcceptString(grammar, `"${'ü'.repeat(length)}"`), `${length}`).toBe(isValid);
  }
});
