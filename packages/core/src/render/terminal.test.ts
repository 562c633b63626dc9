import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CopyRelations } from '#relations/model.ts';
import type { FileEntry, Scan } from '#scan/model.ts';
import { readScan } from './fixture.ts';
import { widthOf } from './terminal/cells.ts';
import { renderTerminal, type TerminalOptions } from './terminal.ts';

const views = new URL('../../../../fixtures/render/', import.meta.url);
const NONE = { relations: [], left_out: 0 };
const plain: TerminalOptions = { detail: 'declarations', ascii: false, color: false, width: Number.POSITIVE_INFINITY };

function shown(scan: Scan, options: Partial<TerminalOptions>): string {
  return [...renderTerminal(scan, { ...plain, ...options })].join('');
}

describe('views', () => {
  test.each<[name: string, options: Partial<TerminalOptions>]>([
    ['first', { detail: undefined, relations: NONE, width: 100, include: ['small'] }],
    ['files', { detail: 'files' }],
    ['declarations', {}],
    ['full', { detail: 'full', include: ['small'] }],
    ['80', { width: 80, include: ['small'] }],
    ['40', { width: 40 }],
    ['ascii', { detail: 'full', ascii: true, include: ['small'] }],
    ['color', { color: true, include: ['small'] }],
  ])('terminal.%s.txt', async (name, options) => {
    await expect(shown(readScan(), options)).toMatchFileSnapshot(new URL(`terminal.${name}.txt`, views).pathname);
  });
});

test('colour does not change the text', () => {
  const colored = shown(readScan(), { color: true });
  expect(colored).toContain('\x1b[');
  expect(stripVTControlCharacters(colored)).toBe(shown(readScan(), {}));
});

/** A scan in which every text contains control characters. */
function scanOf(names: readonly string[]): Scan {
  const scan = readScan();
  const model = scan.entries.find((entry): entry is FileEntry => entry.path === 'src/store.js');
  if (model === undefined) throw new Error('the vector has no src/store.js');
  const entries = names.map((name, index): FileEntry => {
    const copy = structuredClone(model);
    for (const declaration of copy.facts?.declarations ?? []) {
      Object.assign(declaration, { qualified_name: name, parameters: [name] });
    }
    return { ...copy, path: `${index}/${name.replaceAll('/', '')}`, reason: name, status: 'partial' };
  });
  const relations = scan.relations.get('src/store.js');
  if (relations === undefined) throw new Error('the vector has no relations of src/store.js');
  return {
    ...scan,
    root: names[0] ?? '',
    entries: [
      ...entries,
      ...names.map((name, index) => ({ path: `${index}`, kind: 'symlink', target: name }) as const),
    ],
    relations: new Map(entries.map(({ path }) => [path, relations])),
    groups: scan.groups.flatMap((group) => {
      if (group.blocks !== undefined) return [group];
      return group.similarity === undefined ? [{ ...group, occurrences: relations.ids.slice(0, 2) }] : [];
    }),
    exclusions: names.map((name) => ({ path: name, kind: 'file', reason: 'exclude', rule: name })),
  };
}

function relationsOf(names: readonly string[]): CopyRelations {
  const relation = { sides: [...names, 'a'], pairs: [], lines: 9, differs: names.join(), groups: [], elsewhere: 1 };
  return { relations: [{ kind: 'mirror', ...relation }], left_out: 1 };
}

const hostile = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { minLength: 1, maxLength: 4 });

test('control characters in names of the project are escaped', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom('files', 'declarations', 'full'), (names, detail) => {
      const detailed = shown(scanOf(names), { detail });
      const first = shown(scanOf(names), { detail: undefined, relations: relationsOf(names) });
      expect(detailed + first).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('with ascii the output is printable ASCII only', () => {
  fc.assert(
    fc.property(hostile, (names) => {
      expect(shown(scanOf(names), { detail: 'full', ascii: true })).toMatch(/^[\x20-\x7e\n]*$/);
    }),
  );
});

test('no line is wider than the terminal', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 40, max: 200 }), fc.boolean(), (names, width, ascii) => {
      const lines = shown(scanOf(names), { detail: 'full', width, ascii }).split('\n');
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    }),
  );
});

test('the counts of the summary equal an independent count', () => {
  const scan = readScan();
  const summary = shown(scan, {}).slice(shown(scan, {}).indexOf('\nAccount'));
  const account = summary.slice(0, summary.indexOf('\n\n', 1)).split('\n').slice(2);
  const sum = account.map((line) => Number(/^ {2}\S+ +(\d+)/.exec(line)?.[1] ?? 0)).reduce((a, b) => a + b);
  expect(sum).toBe(scan.entries.length + scan.exclusions.length);
});

test('extremely deep folders and code are rendered without stack overflow', () => {
  const scan = readScan();
  const file = scan.entries.find((entry): entry is FileEntry => entry.kind === 'file' && entry.facts !== undefined);
  if (file?.facts === undefined) throw new Error('the vector has no file with facts');
  const levels = 100_000;
  const column = <T>(value: T): T[] => Array.from({ length: levels }, () => value);
  file.facts.calls = { callee: [], line: [], within: [] };
  file.facts.control = {
    kind: column('loop'),
    depth: Array.from({ length: levels }, (_, depth) => depth),
    line: column(1),
    within: column(-1),
  };
  let lines = 0;
  let longest = 0;
  for (const line of renderTerminal(scan, { ...plain, detail: 'full' })) {
    lines++;
    longest = Math.max(longest, line.length);
  }
  expect(lines).toBeGreaterThan(levels);
  expect(longest).toBeLessThan(300);
});
