import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { derive, randomFrom } from './oracle/derive.ts';
import { instancesOf } from './oracle/instances.ts';
import { accepts } from './oracle/match.ts';
import { mutationsOf } from './oracle/mutations.ts';
import { readGrammar } from './oracle/read.ts';
import { expressedPart, SUBJECTS } from './oracle/subjects.ts';
import { type GrammarSchema, grammarOf, OMITS } from './schema-grammar.ts';

/** For hundreds of documents with thousands of characters each. */
const LONG = { timeout: 120_000 };

const validatorOf = (schema: GrammarSchema) => new Ajv2020({ strict: false }).compile(schema);

describe.each(SUBJECTS)('the grammar of %s', (_, schema) => {
  const grammar = readGrammar(grammarOf(schema, 'test'));
  const complete = validatorOf(schema);
  const expressed = validatorOf(expressedPart(schema));

  test('accepts every valid document whose properties are in order', () => {
    fc.assert(
      fc.property(instancesOf(schema), (instance) => {
        fc.pre(complete(instance) === true);
        expect(accepts(grammar, JSON.stringify(instance)), JSON.stringify(instance)).toBe(true);
      }),
      { numRuns: inputSize({ quick: 10, deep: 40 }) },
    );
  });

  test('derives only documents that are valid but for the omitted keywords', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = derive(grammar, randomFrom(seed), 3000);
        expect(expressed(JSON.parse(text)), `${text} ${JSON.stringify(expressed.errors)}`).toBe(true);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect(accepts(grammar, text)).toBe(true);
      }),
      { numRuns: inputSize({ quick: 10, deep: 40 }) },
    );
  });

  test('refuses every document with one invalid change', LONG, () => {
    const refused = new Set<string>();
    fc.assert(
      fc.property(instancesOf(schema), fc.nat(), (instance, seed) => {
        const random = randomFrom(seed);
        const mutations = [...mutationsOf(instance)].filter(() => random() < 0.08);
        for (const { name, text } of mutations) {
          const isOrdered = name !== 'another order' || text === JSON.stringify(instance);
          if (isOrdered && expressed(JSON.parse(text)) === true) continue;
          refused.add(name);
          expect(accepts(grammar, text), `${name}: ${text.slice(0, 500)}`).toBe(false);
        }
      }),
      { numRuns: inputSize({ quick: 4, deep: 12 }) },
    );
    expect(refused.size).toBeGreaterThan(5);
  });
});

describe('a long limit is exact', () => {
  const limits = [1, 2, 255, 256, 257, 300, 4095, 4096, 10_000];

  test.each(limits)('of a string: %i characters', (maxLength) => {
    const least = Math.ceil(maxLength / 2);
    const grammar = readGrammar(grammarOf({ type: 'string', minLength: least, maxLength }, 'test'));
    const text = (length: number) => JSON.stringify('𝄞'.repeat(length));
    expect(accepts(grammar, text(maxLength))).toBe(true);
    expect(accepts(grammar, text(least))).toBe(true);
    expect(accepts(grammar, text(maxLength + 1))).toBe(false);
    expect(accepts(grammar, text(least - 1))).toBe(false);
  });

  test.each(limits)('of a list: %i items', (maxItems) => {
    const grammar = readGrammar(grammarOf({ type: 'array', items: { type: 'null' }, maxItems }, 'test'));
    const text = (length: number) => JSON.stringify(Array.from({ length }, () => null));
    for (const length of [0, 1, maxItems - 1, maxItems]) expect(accepts(grammar, text(length)), `${length}`).toBe(true);
    expect(accepts(grammar, text(maxItems + 1))).toBe(false);
  });
});

describe('a keyword that the grammar does not express', () => {
  const list = { type: 'array', items: { type: 'boolean' }, uniqueItems: true };

  test('must be listed', () => {
    expect(() => grammarOf(list, 'test')).toThrow(`does not express /uniqueItems: list it in ${OMITS}`);
    expect(() => grammarOf({ ...list, [OMITS]: ['/uniqueItems'] }, 'test')).not.toThrow();
  });

  test('must exist when it is listed', () => {
    const schema = { ...list, maxItems: 2, [OMITS]: ['/uniqueItems', '/maxItems'] };
    expect(() => grammarOf(schema, 'test')).toThrow('lists /maxItems, which the grammar expresses');
  });

  test.each([
    [{ type: 'object', properties: {} }, 'additionalProperties must be false'],
    [{ type: 'number' }, 'does not support number'],
    [{ type: 'string', pattern: 'a' }, 'is not anchored'],
    [{ type: 'string', pattern: '^a|b$' }, 'does not support the pattern'],
    [{ type: 'string', pattern: '^(?=a)b$' }, 'does not support the pattern'],
    [{ type: 'string', pattern: '^(a)\\1$' }, 'does not support the pattern'],
    [{ type: 'string', pattern: '^a+?$' }, 'does not support the pattern'],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } }, 'recursion'],
    [{}, 'needs type'],
  ])('%j is an error', (schema, problem) => {
    expect(() => grammarOf(schema, 'test')).toThrow(problem);
  });
});
