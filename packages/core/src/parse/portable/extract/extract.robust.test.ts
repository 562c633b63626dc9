import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchRuns } from '../../../../../../tools/tests/searches.ts';
import { LeafTexts } from '../adapters/leaf-texts.ts';
import { loadAdapter } from '../adapters/load.ts';
import { TreeBuilder } from '../adapters/tree-builder.ts';
import { type FlatTree, NameTable } from '../flat-tree.ts';
import { type LanguageData, languages } from '../languages.ts';
import { compileFacts } from './compile.ts';
import { LONGEST, scalarCount } from './cut.ts';
import { type ExtractedFacts, extractFacts } from './extract.ts';
import { Positions } from './positions.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));
const vectors = new URL('../../../../../../fixtures/facts/', import.meta.url);

/** Invariants of the facts of any tree. */
function check({ declarations, imports, calls, control }: ExtractedFacts): void {
  const isDeclaration = (index: number) => index >= -1 && index < declarations.length;
  declarations.forEach(({ facts }, index) => {
    const before = declarations[index - 1]?.facts;
    if (before !== undefined) expect(facts.start_byte).toBeGreaterThanOrEqual(before.start_byte);
    expect(facts.name).not.toBe('');
    expect(facts.qualified_name.endsWith(facts.name)).toBe(true);
    expect(facts.end_byte).toBeGreaterThanOrEqual(facts.start_byte);
    expect(facts.end_line).toBeGreaterThanOrEqual(facts.start_line);
    expect(isDeclaration(facts.within) && facts.within !== index).toBe(true);
    for (const text of facts.parameters) expect(scalarCount(text)).toBeLessThanOrEqual(LONGEST);
  });
  for (const { specifier, target, lookup } of imports) {
    expect(scalarCount(specifier)).toBeLessThanOrEqual(LONGEST);
    if (lookup === 'dynamic') expect(target).toBe('');
  }
  for (const columns of [calls, control]) {
    expect(new Set(Object.values(columns).map((column) => column.length)).size).toBe(1);
    expect(columns.within.every(isDeclaration)).toBe(true);
    expect(columns.line.every((line) => line >= 1)).toBe(true);
  }
  expect(calls.callee.every((callee) => callee !== '' && scalarCount(callee) <= LONGEST)).toBe(true);
  expect(control.depth.every((depth) => depth >= 0)).toBe(true);
  expect(control.kind.filter((kind) => kind === 'call')).toHaveLength(calls.callee.length);
}

function kindsAndFields({ facts }: LanguageData): { kinds: string[]; fields: string[] } {
  const written = [...JSON.stringify(facts).matchAll(/"([^"\\]+)"/g)].map(([, name = '']) => name);
  const names = [...new Set(written.flatMap((name) => name.replace(/[<>]/g, '').split('/')))];
  return { kinds: [...names, 'ERROR', '~', '[]', 'null', "'(", 'comment', 'other'], fields: ['', ...names] };
}

/** A tree of the given shape: each node is a child of the node `up` levels above the previous one. */
function treeOf(
  names: NameTable,
  source: string,
  shape: readonly { kind: string; field: string; up: number }[],
): FlatTree {
  const builder = new TreeBuilder(names);
  builder.begin();
  const path: number[] = [];
  shape.forEach(({ kind, field, up }, index) => {
    path.length = index === 0 ? 0 : Math.max(1, path.length - up);
    const parent = path[path.length - 1] ?? -1;
    const start = Math.min(index, source.length);
    path.push(builder.push(names.id(kind), names.id(field), start, source.length, parent));
  });
  const texts = new LeafTexts(shape.length);
  for (const node of shape.keys()) texts.set(node, '"text"');
  return builder.finish(source, texts);
}

describe.each([...languages.values()])('$id', (data) => {
  const { kinds, fields } = kindsAndFields(data);

  it('reads any tree', () => {
    const node = fc.record({ kind: fc.constantFrom(...kinds), field: fc.constantFrom(...fields), up: fc.nat(3) });
    const names = new NameTable();
    const language = compileFacts(data.facts, names);
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 80 }), fc.string({ maxLength: 100 }), (shape, source) => {
        check(extractFacts(treeOf(names, source, shape), language, new Positions(source)));
      }),
      { numRuns: searchRuns(500) },
    );
  });

  it('reads a tree nested 1,000,000 deep', () => {
    const names = new NameTable();
    const language = compileFacts(data.facts, names);
    const shape = Array.from({ length: 1_000_000 }, (_, i) => ({
      kind: kinds[i % kinds.length] ?? '',
      field: fields[(i * 7) % fields.length] ?? '',
      up: 0,
    }));
    expect(() => extractFacts(treeOf(names, 'x'.repeat(1_000), shape), language, new Positions('x'))).not.toThrow();
  });

  it('handles 200,000 nested wrappers', () => {
    const names = new NameTable();
    const language = compileFacts(data.facts, names);
    const [declaration = ''] = Object.keys(data.facts.declarations);
    for (const [kind, inner] of Object.entries(data.facts.names.through ?? {})) {
      const field = /^\w+$/.test(inner) ? inner : '';
      const wrappers = Array.from({ length: 200_000 }, () => ({ kind, field, up: 0 }));
      for (const last of [declaration, kind]) {
        const tree = treeOf(names, 'x', [...wrappers, { kind: last, field, up: 0 }]);
        expect(() => extractFacts(tree, language, new Positions('x'))).not.toThrow();
      }
    }
  });

  it('reads real sources that are truncated or changed anywhere', async () => {
    const adapter = await loadAdapter(data, grammars);
    const language = compileFacts(data.facts, adapter.names);
    const folder = new URL(`${data.id}/`, vectors);
    const sources = readdirSync(folder)
      .filter((name) => !name.endsWith('.json'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const change = fc.record({
      source: fc.constantFrom(...sources),
      at: fc.nat(2_000),
      remove: fc.nat(20),
      insert: fc.constantFrom(
        '',
        '(',
        ')',
        '{',
        '}',
        '"',
        "'",
        '\n',
        'function ',
        ' = ',
        '.',
        ';',
        '\0',
        'é',
        '<<',
        '$',
      ),
      cut: fc.boolean(),
    });
    fc.assert(
      fc.property(change, ({ source, at, remove, insert, cut }) => {
        const from = at % (source.length + 1);
        const changed = source.slice(0, from) + insert + (cut ? '' : source.slice(from + remove));
        const parsed = adapter.parse(changed, { language: data.id }, Number.POSITIVE_INFINITY);
        if (parsed.outcome === 'tree') check(extractFacts(parsed.tree, language, new Positions(changed)));
      }),
      { numRuns: searchRuns(300) },
    );
  });
});
