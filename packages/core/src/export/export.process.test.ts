import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.graph.v1/validate';
import { FLAG_DATA, FLAG_SMALL, type MapData } from '@analyzer/contracts/pages/map';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scanOf } from '#check/fixture.ts';
import { chooseForList } from '#index/lists/listed-groups.ts';
import type { Snapshot } from '#index/port.ts';
import { GroupClasses } from '#lists/group-classes.ts';
import { LIST_CLASSES } from '#lists/list-classes.ts';
import { widthOf } from '#render/terminal/cells.ts';
import { renderWorkspaceDot } from '#render/workspace/dot.ts';
import { renderWorkspace } from '#render/workspace/terminal.ts';
import { type Quote, quoter } from '#scan/quote.ts';
import { packed } from '../../../web/src/map/embed.ts';
import { chooseByRankAndScore } from './choose-groups.ts';
import { type IndexedProjects, indexProjects } from './fixture.ts';
import { graphJson, graphNdjson } from './graph/write-graph.ts';
import { buildMap } from './map/export-map.ts';
import { readView } from './read-view.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../fixtures/export/${name}`, import.meta.url));
const HOSTILE = 'shop/src/<img src=x onerror=alert(1)>\u202e"\\.js';

let index: IndexedProjects;
let quote: Quote;

beforeAll(async () => {
  index = await indexProjects();
  quote = quoter(index.roots);
});
afterAll(() => index.remove());

const page = { size: 1000, packed, withData: () => '' };
const request = { page, limit: 200, created: '2026-01-02T03:04:05Z', analyzer: '0.5.0' };
const map = (more: object = {}): Promise<MapData> => buildMap(index.snapshot, { ...request, quote, ...more });
/** With all classes. */
const listOf = (snapshot: Snapshot, limit: number, whole = limit) =>
  readView(snapshot, chooseForList(snapshot, limit, LIST_CLASSES), whole);
const heaviestOf = (snapshot: Snapshot, limit: number) =>
  readView(snapshot, chooseByRankAndScore(snapshot, limit), limit);
const pathOf = ({ files, directories }: MapData, file: number): string => {
  const parts = [files.name[file]];
  for (let at = files.directory[file] ?? 0; (directories.parent[at] ?? -1) >= 0; at = directories.parent[at] ?? 0) {
    parts.unshift(directories.name[at]);
  }
  return parts.join('/');
};

/** A class of more than 16,000 characters, of which only the first method uses a name. */
const longClass = (name: string, used: string): string => {
  const methods = Array.from({ length: 80 }, (_, at) => {
    const rows = at === 0 ? used : 'items';
    const lines = Array.from(
      { length: 6 },

      (_, line) => `    this.total${line} = ${rows}.filter((it) => it.kind${at} > ${line}).length;`,
    );
    return [`  read${at}(${rows}) {`, ...lines, '  }'].join('\n');
  });
  return `class ${name} {\n${methods.join('\n')}\n}\n`;
};

describe('the graph', () => {
  test('is valid against its schema, and every id refers to a row', () => {
    const graph = JSON.parse([...graphJson(index.snapshot)].join(''));
    expect(validate(graph), JSON.stringify(validate.errors)).toBe(true);
    const nodes = new Set<string>(
      [...graph.projects, ...graph.files, ...graph.declarations].map(({ node_id }) => node_id),
    );
    const groups = new Set<string>(graph.groups.map(({ group_id }: { group_id: string }) => group_id));
    for (const { from, to } of graph.edges) expect([nodes.has(from), nodes.has(to)]).toEqual([true, true]);
    for (const { group_id, node_id } of graph.occurrences) {
      expect([groups.has(group_id), nodes.has(node_id)]).toEqual([true, true]);
    }
    for (const { files, example } of graph.cycles) {
      expect([...files, ...example].every((id: string) => nodes.has(id))).toBe(true);
    }
    expect(graph.cycles.length).toBe(2);
    expect(graph.edges.map(({ kind }: { kind: string }) => kind)).toContain('calls');
  });

  test('has the same rows as NDJSON', () => {
    const graph = JSON.parse([...graphJson(index.snapshot)].join(''));
    const [head = '', ...lines] = [...graphNdjson(index.snapshot)].join('').trimEnd().split('\n');
    const lists = Object.entries(graph).flatMap(([, list]) => (Array.isArray(list) ? list : []));
    expect(
      lines.map((line) => {
        const { row, ...content } = JSON.parse(line);
        expect(typeof row).toBe('string');
        return content;
      }),
    ).toEqual(lists);
    const { schema, snapshot_id, root, versions } = graph;
    expect(JSON.parse(head)).toEqual({ schema, snapshot_id, root, versions });
  });

  test('does not depend on the location of the projects and contains no local path', async () => {
    const other = await indexProjects();
    try {
      const text = [...graphJson(index.snapshot)].join('');
      expect([...graphJson(other.snapshot)].join('')).toBe(text);
      expect(text).not.toContain(index.folder);
    } finally {
      other.remove();
    }
  });
});

describe('the limited views', () => {
  test('on the terminal', async () => {
    const plain = { ascii: false, color: false, width: Number.POSITIVE_INFINITY, allOccurrences: true };
    const text = [...renderWorkspace(listOf(index.snapshot, 200), plain)].join('');
    await expect(text).toMatchFileSnapshot(golden('terminal.txt'));
  });

  test('list the number of omitted items', () => {
    const style = { ascii: true, color: false, width: 60, allOccurrences: false };
    const text = [...renderWorkspace(listOf(index.snapshot, 1), style)].join('');
    expect(text).toMatch(/\n\d more groups not shown/);
    expect(text.split('\n').every((line) => line.length <= 60 && /^[\x20-\x7e]*$/.test(line))).toBe(true);
    expect([...renderWorkspaceDot(heaviestOf(index.snapshot, 1))].join('')).toMatch(/label="\d more groups not shown/);
  });

  test('as a graph', async () => {
    const text = [...renderWorkspaceDot(heaviestOf(index.snapshot, 200))].join('');
    await expect(text).toMatchFileSnapshot(golden('groups.dot'));
  });
});

describe('the map', () => {
  test('places files in the directories of their project', async () => {
    const data = await map();
    const report = data.files.name.flatMap((name, file) => (name === 'report.py' ? [file] : []));
    expect(report.map((file) => pathOf(data, file))).toEqual(['scripts/report.py', 'lib/report.py']);
    expect(report.map((file) => data.directories.project[data.files.directory[file] ?? -1])).toEqual([0, 2]);
    expect(data.projects.map(({ label }) => label)).toEqual(['api', 'shop', 'tools']);
    expect(data.files.name.length).toBe(data.totals.files);
  });

  test('marks exactly the names in which two copies differ', async () => {
    const { groups, sources, graph } = await map();
    const group = groups.find(({ kind, names }) => kind === 'function-shape' && names.includes('toSlug'));
    const copies = (group?.occurrences ?? []).map((declaration) => {
      const index = sources?.declaration.indexOf(declaration) ?? -1;
      return { tokens: sources?.tokens[index], lines: (sources?.text[index] ?? '').split('\n'), declaration };
    });
    expect(copies.map(({ declaration }) => graph.declarations.name[declaration])).toEqual(['slugify', 'toSlug']);
    const texts = sources?.texts ?? [];
    const differing = (copies[0]?.tokens?.text ?? []).flatMap((text, at) =>
      text === copies[1]?.tokens?.text[at] ? [] : [at],
    );
    const spelled = copies.map(({ tokens, lines }) =>
      differing.map((at) => {
        const text = texts[tokens?.text[at] ?? -1] ?? '';
        const column = (tokens?.column[at] ?? 0) - 1;
        expect(lines[tokens?.line[at] ?? -1]?.slice(column, column + text.length)).toBe(text);
        return text;
      }),
    );
    expect([...new Set(spelled[0])]).toEqual(['title', 'limit', 'plain', 'words', 'word']);
    expect([...new Set(spelled[1])]).toEqual(['name', 'most', 'base', 'parts', 'part']);
  });

  test('joins files and declarations as the index does', async () => {
    const data = await map();
    const { imports, calls, declarations } = data.graph;
    const cart = data.files.name.indexOf('cart.ts');
    const targets = imports.targets.slice(imports.offsets[cart], imports.offsets[cart + 1]);
    expect(targets.map((file) => data.files.name[file])).toEqual(['slug.ts', 'wait.ts']);
    const add = declarations.name.indexOf('Cart.add') + data.files.name.length;
    const callees = calls.targets.slice(calls.offsets[add], calls.offsets[add + 1]);
    expect(callees.map((index) => declarations.name[index])).toEqual(['toSlug']);
    expect(imports.offsets.length).toBe(data.files.name.length + 1);
    expect(calls.offsets.length).toBe(data.files.name.length + declarations.name.length + 1);
  });

  test('has the edges to cut of a cycle', async () => {
    const { cycles, files } = await map();
    expect(cycles.map((cycle) => cycle.files.map((file) => files.name[file]))).toEqual([
      ['log.ts', 'retry.ts'],
      ['cart.ts', 'wait.ts'],
    ]);
    for (const { cut, cut_is_smallest, example } of cycles) {
      expect([cut.length, cut_is_smallest, example]).toEqual([1, true, [0, 1]]);
    }
  });

  test('lists cycles that are not at load apart, with the edges to cut', async () => {
    const more = await indexProjects({
      'shop/src/early.ts': "import type { Late } from './late';\nexport class Early {}\n",
      'shop/src/late.ts': "import { Early } from './early';\nexport class Late extends Early {}\n",
    });
    const { cycles, non_load_cycles, files } = await buildMap(more.snapshot, { ...request, quote: quoter(more.roots) });
    more.remove();
    expect(cycles.length).toBe(2);
    expect(non_load_cycles.map((cycle) => cycle.files.map((file) => files.name[file]))).toEqual([
      ['early.ts', 'late.ts'],
    ]);
    expect(non_load_cycles[0]).toMatchObject({ example: [0, 1], cut_is_smallest: true, edges: { line: [1, 1] } });
    expect(non_load_cycles[0]?.cut.length).toBe(1);
  });

  test('without source text is marked as such', async () => {
    const { quote: _, ...without } = { ...request, quote };
    const data = await buildMap(index.snapshot, without);
    expect(data.sources).toBeUndefined();
    expect(data.omissions).toContainEqual({ what: 'sources', count: expect.any(Number), reason: 'no-source' });
    expect(JSON.stringify(data)).not.toContain('normalize');
  });

  test('above the size limit omits sources first, then declarations far from the copies', async () => {
    const roomy = await map();
    const tight = await map({ sizeLimit: 9000 });
    expect(tight.graph).toEqual(roomy.graph);
    expect(tight.sources?.text.length ?? 0).toBeLessThan(roomy.sources?.text.length ?? 0);
    expect(tight.omissions).toContainEqual({ what: 'sources', count: expect.any(Number), reason: 'size' });
    const least = await map({ sizeLimit: 0 });
    expect(least.graph.declarations.name.length).toBeLessThan(roomy.graph.declarations.name.length);
    expect(least.omissions).toContainEqual({ what: 'declarations', count: expect.any(Number), reason: 'size' });
    const declared = least.groups.filter(({ ranges }) => ranges === undefined);
    expect(declared.flatMap(({ occurrences }) => occurrences).every((index) => index >= 0)).toBe(true);
  });

  test('has long classes with their members, within a limit of their own', async () => {
    const more = await indexProjects({
      'api/a.js': longClass('First', 'rows'),
      'shop/b.js': longClass('Second', 'lines'),
    });
    const complete = await buildMap(more.snapshot, { ...request, quote: quoter(more.roots) });
    const tight = await buildMap(more.snapshot, { ...request, quote: quoter(more.roots), sizeLimit: 0 });
    more.remove();
    const { sources, groups } = complete;
    const group = groups.find(({ names }) => names.includes('First'));
    const [first = -1, second = -1] = group?.occurrences ?? [];
    const texts = [first, second].map((it) => sources?.text[sources.declaration.indexOf(it)] ?? '');
    expect(texts).toEqual([longClass('First', 'rows').trimEnd(), longClass('Second', 'lines').trimEnd()]);
    expect(sources?.tokens[sources.declaration.indexOf(first)]).toBeNull();
    if (sources === undefined) throw new Error('the map has no sources');
    const { declaration, name, start_line, end_line, code } = sources.members;
    expect(declaration).toEqual([first, second].toSorted((a, b) => a - b));
    expect(name[0]?.slice(0, 3)).toEqual(['read0', 'read1', 'read2']);
    expect([start_line[0]?.[1], end_line[0]?.[1]]).toEqual([10, 17]);
    expect(code[0]?.[0]).not.toBe(code[1]?.[0]);
    expect(code[0]?.slice(1)).toEqual(code[1]?.slice(1));
    expect(tight.sources?.text).toEqual([]);
    expect(new Set(tight.sources?.missing.reason)).toEqual(new Set(['size']));
    expect(tight.sources?.members.name).toEqual(name);
  });

  test('has blocks with the lines of the function around them', async () => {
    const file = (name: string, around: string, last: string) =>
      `export function ${name}(rows) {\n${around}${BLOCK}  ${last};\n}\n`;
    const more = await indexProjects({
      'api/a.js': file('first', LONG, 'return rows'),
      'shop/b.js': file('second', '', 'throw rows'),
    });
    const data = await buildMap(more.snapshot, { ...request, quote: quoter(more.roots) });
    more.remove();
    const { declarations } = data.graph;
    const index = data.groups.findIndex(({ kind, names }) => kind === 'block' && names.includes('first'));
    const group = data.groups[index];
    expect(group?.occurrences.map((at) => declarations.name[at])).toEqual(['first', 'second']);
    expect(group?.ranges?.file.map((at) => pathOf(data, at))).toEqual(['a.js', 'b.js']);
    expect(group?.ranges).toMatchObject({ start_line: [62, 2], end_line: [65, 5] });
    expect(group).toMatchObject({ lines: 4, least_lines: 4, occurrence_count: 2 });
    const { excerpts } = data.sources ?? {};
    const own = (excerpts?.group ?? []).flatMap((its, at) => (its === index ? [at] : []));
    expect(own.map((at) => [excerpts?.copy[at], excerpts?.first_line[at]])).toEqual([
      [0, 22],
      [1, 1],
    ]);
    expect(excerpts?.text[own[0] ?? -1]?.split('\n').slice(40, 44).join('\n')).toBe(BLOCK.trimEnd());
    expect(excerpts?.text[own[1] ?? -1]).toBe(file('second', '', 'throw rows').trimEnd());
  });

  test('has blocks outside of declarations, named after their files', async () => {
    const more = await indexProjects({ 'api/a.js': `open();\n${BLOCK}`, 'shop/b.js': `${BLOCK}close();\n` });
    const data = await buildMap(more.snapshot, { ...request, quote: quoter(more.roots) });
    const without = await buildMap(more.snapshot, request);
    more.remove();
    const group = data.groups.find(({ names }) => names.includes('a.js'));
    expect(group).toMatchObject({ kind: 'block', names: ['a.js', 'b.js'], occurrences: [-1, -1] });
    expect(group?.ranges).toMatchObject({ start_line: [2, 1], end_line: [5, 4] });
    const sources = data.sources?.text.length ?? 0;
    const count = sources + (data.sources?.excerpts.text.length ?? 0);
    expect(without.omissions).toContainEqual({ what: 'sources', count, reason: 'no-source' });
  });

  test('does not put types apart that are identical except for their own name', async () => {
    const type = (name: string) =>
      `export interface ${name} {\n${FIELDS.map((at) => `  a${at}: Map<string, ${name}>;\n`).join('')}}\n`;
    const more = await indexProjects({ 'api/a.ts': type('First'), 'shop/b.ts': type('Second') });
    const { groups } = await buildMap(more.snapshot, request);
    more.remove();
    const types = groups.filter(({ names }) => names.some((name) => ['First', 'a.ts'].includes(name)));
    expect(types.map(({ kind, flags }) => [kind, flags & FLAG_DATA])).toEqual([['block-shape', 0]]);
  });

  test('puts renamed blocks of types apart, but not those of functions', async () => {
    const type = (name: string, key: string) =>
      `export interface ${name} {\n${FIELDS.map((at) => `  ${key}${at}: Map<string, ${key}${at}>;\n`).join('')}  own${name}(): void;\n}\n`;
    const code = (name: string, key: string, around: string) =>
      `export function ${name}(${key}) {\n${around}${FIELDS.map((at) => `  ${key}.add(${key}, ${at}, ${key}.name);\n`).join('')}  return ${key}.${name};\n}\n`;
    const more = await indexProjects({
      'api/a.ts': type('First', 'a') + code('one', 'a', LONG),
      'shop/b.ts': type('Second', 'b') + code('two', 'b', ''),
    });
    const { groups } = await buildMap(more.snapshot, request);
    more.remove();
    const shapes = groups.filter(({ kind }) => kind === 'block-shape');
    expect(shapes.map(({ names, flags }) => [names[0], (flags & FLAG_DATA) !== 0])).toEqual(
      expect.arrayContaining([
        ['a.ts', true],
        ['one', false],
      ]),
    );
  });

  test('puts the same groups apart as the list of a scan', async () => {
    const files = Object.fromEntries(
      ['a', 'b'].flatMap((copy): [string, string][] => {
        const lines = (line: (at: number) => string) => Array.from({ length: 20 }, (_, at) => line(at)).join('');
        const calls = lines((at) => `  view.add${at}(${at});\n`);
        const few = lines((at) => (at < 6 ? `  view.few${at}(${at});\n` : ''));
        return [
          [`one/${copy}.js`, `export function ${copy}(view) {\n${calls}  if (view.${copy}) view.end();\n}\n`],
          [`one/straight-${copy}.js`, `function straight${copy}(view) {\n${calls.replaceAll('add', 'set')}}\n`],
          [`one/few-${copy}.js`, `function few${copy}(view) {\n${few}  view.${copy}();\n}\n`],
          [`one/looped-${copy}.js`, `class Of${copy} {\n  few(view) {\n${few}  for (;;) view.${copy}();\n  }\n}\n`],
          [`one/table-${copy}.js`, `const table = {\n${lines((at) => `  row${at}: ${at},\n`)}};\n`],
          [`one/types-${copy}.ts`, `interface Rows${copy} {\n${lines((at) => `  row${at}: ${copy}${at};\n`)}}\n`],
        ];
      }),
    );
    const more = await indexProjects(files);
    const { groups } = await buildMap(more.snapshot, request);
    more.remove();
    const scan = await scanOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [path.slice(4), text])));
    const [classes, withSmall] = [new GroupClasses(scan, []), new GroupClasses(scan, ['small'])];
    const counts = { small: 0, data: 0, listed: 0 };
    for (const group of scan.groups) {
      const flags = groups.find(({ id }) => id === group.id)?.flags;
      if (flags === undefined) continue;
      const listed = classes.of(group) ?? 'listed';
      if (listed === 'small' || listed === 'data' || listed === 'listed') counts[listed]++;
      expect((flags & FLAG_SMALL) !== 0 || (flags & FLAG_DATA) !== 0, group.id).toBe(listed !== 'listed');
      expect((flags & FLAG_DATA) !== 0, group.id).toBe(withSmall.of(group) === 'data');
    }
    expect(Math.min(counts.small, counts.data, counts.listed)).toBeGreaterThan(0);
  });
});

const LONG = Array.from({ length: 60 }, (_, at) => `  rows.add(${at});\n`).join('');
const FIELDS = Array.from({ length: 12 }, (_, at) => at);
const BLOCK = `  const taxes = rows.filter((row) => row.isTaxed && row.price > 0);
  for (const row of taxes) row.price = row.price * (1 + row.rate) - row.discount;
  rows.sort((a, b) => a.price - b.price || a.name.localeCompare(b.name));
  log('taxes', taxes.length, rows.length);
`;
/** Long enough to have the highest score. */
const HEAVY = `export function total(rows) {
${Array.from({ length: 60 }, (_, i) => `  if (rows.length > ${i}) rows.push(rows[${i}] + ${i});`).join('\n')}
  return rows;
}
`;
const WIDE = `export function ${'名前を数える関数'.repeat(5)}(一, 二) { return [一, 二, 一 + 二, 一 - 二, 一 * 二, 一 / 二]; }\n`;

describe('larger projects', () => {
  let more: IndexedProjects;

  beforeAll(async () => {
    more = await indexProjects({
      [HOSTILE]: 'function f(a, b) { return [a, b, a + b, a - b, a * b]; }\n',
      'api/src/one/heavy.js': HEAVY,
      'api/src/other/heavy.js': `// Differs only in this line.\n${HEAVY}`,
      'api/src/wide.js': WIDE,
      'tools/lib/wide.js': `${WIDE}export const other = 1;\n`,
    });
  });
  afterAll(() => more.remove());

  test('limited views alternate between top groups by rank and by score', () => {
    const all = heaviestOf(more.snapshot, 200).shown;
    const heaviest = all.reduce((a, b) => (b.score > a.score ? b : a));
    expect(heaviest).toMatchObject({ kind: 'block', names: [], projects: 1 });
    expect(heaviest.shownOccurrences.map(({ path, startLine }) => [path, startLine])).toEqual([
      ['src/one/heavy.js', 1],
      ['src/other/heavy.js', 2],
    ]);
    expect([...renderWorkspaceDot(heaviestOf(more.snapshot, 200))].join('')).toMatch(
      /"2 copies in 1 project\\nidentical blocks"/,
    );
    expect(heaviestOf(more.snapshot, 2).shown.map(({ id }) => id)).toEqual([all[0]?.id, heaviest.id]);
    expect(heaviestOf(more.snapshot, 3).shown.map(({ id }) => id)).toEqual([all[0]?.id, all[1]?.id, heaviest.id]);
  });

  test('the terminal lists identical files and classes first, with the number of omitted ones', () => {
    const style = { ascii: true, color: false, width: 80, allOccurrences: false };
    const text = [...renderWorkspace(listOf(more.snapshot, 200, 1), style)].join('');
    expect(text).toContain(
      'Identical files and classes\n   api  scripts/report.py\n   tools  lib/report.py\n     file, 2 copies in 2 projects, 21 lines\n   1 more identical file or class not shown\n\n1  ',
    );
  });

  test('names with double-width characters are cut to the width', () => {
    const style = { ascii: false, color: false, width: 70, allOccurrences: true };
    const lines = [...renderWorkspace(listOf(more.snapshot, 200), style)].join('').split('\n');
    const heading = lines.find((line) => line.includes('名前')) ?? '';
    expect(heading).toMatch(/名前.*… {2}g_[0-9a-f]{20}$/);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(70);
  });

  test('the map lists identical files', async () => {
    const data = await buildMap(more.snapshot, { ...request, quote: quoter(more.roots) });
    expect(data.whole_copies.map(({ kind, copies, projects, lines }) => ({ kind, copies, projects, lines }))).toEqual([
      { kind: 'file', copies: 2, projects: 2, lines: 21 },
      { kind: 'file', copies: 2, projects: 1, lines: HEAVY.split('\n').length },
    ]);
    expect(data.whole_copies[1]?.nodes.map((node) => pathOf(data, node))).toEqual([
      'src/one/heavy.js',
      'src/other/heavy.js',
    ]);
    const none = await buildMap(more.snapshot, { ...request, limit: 0 });
    expect(none.whole_copies).toEqual([]);
    expect(none.omissions).toContainEqual({ what: 'identical files and classes', count: 2, reason: 'limit' });
  });

  test('the map has the relations of files, with their pairs', async () => {
    const { relations, relation_count } = await buildMap(more.snapshot, request);
    expect(relation_count).toBe(relations.length);
    const paths = ['src/one/heavy.js', 'src/other/heavy.js'];
    expect(relations).toMatchObject([{ kind: 'fork', sides: { project: [0, 0], path: paths }, pair_count: 1 }]);
    const data = await buildMap(more.snapshot, request);
    const [left = [], right = []] = [relations[0]?.pairs.left, relations[0]?.pairs.right];
    expect([...left, ...right].map((file) => pathOf(data, file))).toEqual(paths);
  });

  test('the map omits only the source text of a changed file', async () => {
    writeFileSync(join(more.folder, 'tools/lib/report.py'), '# changed\n');
    const data = await buildMap(more.snapshot, { ...request, quote: quoter(more.roots) });
    const { missing, excerpts } = data.sources ?? {};
    const reasons = [...(missing?.reason ?? []), ...(excerpts?.missing.reason ?? [])];
    expect(new Set(reasons)).toEqual(new Set(['changed']));
    expect(data.omissions).toContainEqual({ what: 'sources', count: reasons.length, reason: 'changed' });
    expect(excerpts?.text.join()).toContain('def read_rows');
    expect(data.files.name).toContain(HOSTILE.split('/').at(-1));
  });
});
