import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import schema from '../../../../../../languages/language.schema.json' with { type: 'json' };
import type { ParseMode } from '../../engine.ts';
import { loadAdapter } from '../adapters/load.ts';
import { NameTable } from '../flat-tree.ts';
import { type LanguageData, languages } from '../languages.ts';
import { compileFacts } from './compile.ts';
import type { FactsData } from './facts-data.ts';

const folder = new URL('../../../../../../languages/', import.meta.url);
const vectors = new URL('../../../../../../fixtures/facts/', import.meta.url);

describe('language data', () => {
  const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(schema);
  const files = [...languages.keys(), 'estree'];

  it.each(files)('%s.json is valid', (id) => {
    const data: unknown = JSON.parse(readFileSync(new URL(`${id}.json`, folder), 'utf8'));
    validate(data);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('is valid in the documentation', () => {
    const page = readFileSync(new URL('../docs/extend/add-a-language.md', folder), 'utf8');
    const blocks = [...page.matchAll(/```json\n(\{\n {2}"id"|"facts"|"stream"|"scopes"|"copies")([^`]*)```/g)];
    const [file = '', ...sections] = blocks.map(([, start, rest]) => `${start}${rest}`);
    const data: unknown = JSON.parse(`${file.trim().slice(0, -1)}, ${sections.join(', ')} }`);
    validate(data);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('reports errors with their location', () => {
    expect(validate({ id: 'x', facts: { declarations: { f: { kind: 'procedure' } } } })).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain('/facts/declarations/f/kind');
  });

  it.each([
    ['a kind of declaration', (facts: FactsData) => ({ ...facts, declarations: { f: { kind: 'procedure' } } })],
    ['a kind of control', (facts: FactsData) => ({ ...facts, control: { f: { kind: 'goto' } } })],
    ['a reader', (facts: FactsData) => ({ ...facts, imports: { reader: 'cobol', kinds: [] } })],
  ])('is refused with an unknown %s', (_what, change) => {
    for (const { facts } of languages.values()) {
      expect(() => compileFacts(change(facts), new NameTable())).toThrow(/is none of .*language-data/);
    }
  });
});

/** Kinds with rules of their own in the data. */
function kindsOf({
  declarations,
  bindings,
  containers,
  names,
  parameters,
  exports,
  imports,
  calls,
  control,
}: FactsData) {
  const { leaf, key, member, through, join } = names;
  const records = [declarations, bindings, containers, leaf, key, member, through, calls, control];
  const lists = [join, parameters?.names, parameters?.skip_kinds, exports.statements, exports.between, imports.kinds];
  return new Set([...records.flatMap((record) => Object.keys(record ?? {})), ...lists.flatMap((list) => list ?? [])]);
}

async function kindsInVectors(data: LanguageData): Promise<Set<string>> {
  const { id } = data;
  const adapter = await loadAdapter(data, fileURLToPath(new URL('grammars', folder)));
  const seen = new Set<string>();
  for (const file of readdirSync(new URL(`${id}/`, vectors))) {
    if (!file.endsWith('.json')) continue;
    const { mode }: { mode: ParseMode } = JSON.parse(readFileSync(new URL(`${id}/${file}`, vectors), 'utf8'));
    const source = readFileSync(new URL(`${id}/${file.slice(0, -5)}`, vectors), 'utf8');
    const parsed = adapter.parse(source, mode, Number.POSITIVE_INFINITY);
    if (parsed.outcome !== 'tree') continue;
    const { count, kind, names } = parsed.tree;
    for (let node = 0; node < count; node++) seen.add(names.name(kind[node] ?? 0));
  }
  return seen;
}

describe('every kind with a rule is in a vector', () => {
  const tested = [...languages.values()].filter(({ id }) => id !== 'javascript');

  it.each(tested)('$id', async (data) => {
    const seen = await kindsInVectors(data);
    if (data.id === 'typescript') {
      const javascript = languages.get('javascript');
      for (const kind of javascript === undefined ? [] : await kindsInVectors(javascript)) seen.add(kind);
    }
    expect([...kindsOf(data.facts)].filter((kind) => !seen.has(kind))).toEqual([]);
  });
});
