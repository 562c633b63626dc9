import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate as validateBaseline } from '@analyzer/contracts/analyzer.baseline.v2/validate';
import { validate } from '@analyzer/contracts/analyzer.check.v1/validate';
import { expect, test } from 'vitest';
import { baselineOf } from '#check/baseline.ts';
import { sideBySide } from '#check/compare-lines.ts';
import { checkOf, checkOfBoth, scanOf } from '#check/fixture.ts';
import type { Check } from '#check/model.ts';
import { sarifProblems } from '../fixture.ts';
import { widthOf } from '../terminal/cells.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';
import { renderBaseline } from './baseline.ts';
import { renderCheckGithub } from './github.ts';
import { renderCheckGitlab } from './gitlab.ts';
import { renderCheckJson } from './json.ts';
import { renderCheckMarkdown } from './markdown.ts';
import { remedyOf } from './remedy.ts';
import { renderCheckSarif } from './sarif.ts';
import { sideLines } from './side-lines.ts';
import { renderCheckSummary } from './summary.ts';
import { renderCheckTerminal } from './terminal.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../fixtures/check');
const plain = { ascii: false, color: false, width: Number.POSITIVE_INFINITY };

/** A project before and after, with every kind of finding and note. */
const project: Record<'before' | 'after', Record<string, string>> = JSON.parse(
  readFileSync(join(FIXTURES, 'project.json'), 'utf8'),
);

/** Without values that depend on the machine and on folder names. */
function settled(check: Check): Check {
  return { ...check, scan: { ...check.scan, root: 'shop', runtime: { jobs: 2, wall_ms: 1 } } };
}

let made: Promise<Check> | undefined;

function wholeCheck(): Promise<Check> {
  made ??= checkOf(project.before, project.after).then(settled);
  return made;
}

test.each([
  ['check.json', (check: Check) => [...renderCheckJson(check)]],
  ['terminal.txt', (check: Check) => [...renderCheckTerminal(check, { detail: 'declarations', ...plain })]],
  [
    'terminal.ascii.txt',
    (check: Check) => [...renderCheckTerminal(check, { detail: 'full', ...plain, ascii: true, width: 60 })],
  ],
  ['review.md', (check: Check) => [...renderCheckMarkdown(check, 'declarations')]],
  ['summary.md', (check: Check) => [renderCheckSummary(check)]],
  ['check.sarif', (check: Check) => [renderCheckSarif(check, '0.5.0', 'packages/shop/')]],
  ['github.txt', (check: Check) => [...renderCheckGithub(check, 'packages/shop/')]],
  ['gitlab.json', (check: Check) => [renderCheckGitlab(check, 'packages/shop/')]],
  ['baseline.json', (check: Check) => [renderBaseline(check.baseline)]],
])('every finding as %s', async (name, render) => {
  await expect(render(await wholeCheck()).join('')).toMatchFileSnapshot(join(FIXTURES, 'views', name));
});

test.each(['svelte', 'astro', 'vue'])(
  'a function of a %s file is to move to a module: other files cannot import it',
  async (kind) => {
    const body =
      'function settle(order) {\n  const open = order.lines.filter((it) => !it.paid);\n  return open.length > 2 ? open.at(-1) : order.first;\n}\n';
    const text = kind === 'astro' ? `---\n${body}---\n` : `<script>\n${body}</script>\n`;
    const check = await checkOf({ [`a.${kind}`]: text }, { [`a.${kind}`]: text, [`b.${kind}`]: text });
    const [finding] = check.groups;
    expect(finding && remedyOf(check, finding).reuse).toMatch(
      /^[ab]\.\w+:2 {2}move settle to a module, and import it from there$/,
    );
  },
);

test.each([
  ['sorted-rows.ts', 'lib/b.ts', "sorted-rows.ts:1  import sortedRows from '../sorted-rows'"],
  ['rows/index.js', 'b.js', "rows/index.js:1  import rows from './rows/index'"],
  ['2nd.js', 'b.js', "2nd.js:1  import _2nd from './2nd'"],
])('what a module exports without a name gets a name: %s', async (path, added, reuse) => {
  const text =
    'export default function (rows, limit) {\n  const open = rows.filter((it) => !it.paid);\n  return open.length > limit ? open.at(-1) : rows.first;\n}\n';
  const check = await checkOfBoth({ [path]: text }, { [path]: text, [added]: text });
  const [finding] = check.groups;
  expect(finding && remedyOf(check, finding).reuse).toBe(reuse);
});

test('the comment of a pull request has the same marker in its first line, the shares and what became better', async () => {
  const [before, after] = [settled(await checkOf({}, project.before)), await wholeCheck()];
  const share = { lines: 200, repeated: 15 };
  const none = { lines: 0, repeated: 0 };
  const now = { product: share, tests: none };
  const text = renderCheckSummary({ ...after, share: { now, folders: [], before: now, exceeded: [] } });
  expect(text.split('\n')[0]).toBe(renderCheckSummary(before).split('\n')[0]);
  expect(text).toContain('| product code | 7.5 % of 200 lines | 7.5 % of 200 lines |');
  expect(text).not.toContain('tests |');
  const [group] = after.baseline.groups;
  const shrunk = { groups: [{ id: group?.id ?? '', nodes: 30, listed: 3, copies: 1 }], cycles: [] };
  expect(renderCheckSummary({ ...after, shrunk })).toContain(': no copies left of 3 (30 nodes)');
});

test.each([80, 140])(
  'copies side by side fit into %i columns and one screen, without control characters',
  async (width) => {
    const [finding] = (await wholeCheck()).groups;
    const [original, copy] = finding?.family.copies ?? [];
    if (original === undefined || copy === undefined) throw new Error('no copies');
    const [before, after] = [1, 2].map((own) => {
      return Array.from(
        { length: 60 },
        (_, at) => `\tcall(${at % 7 === 0 ? own : at}, '\x1b[31m${'wide '.repeat(at)}');`,
      );
    });
    const rows = sideBySide(before ?? [], after ?? []);
    const style = new TerminalStyle({ ascii: false, color: false, width });
    const lines = [...sideLines({ original, copy, renames: [], rows }, style, 24)];
    expect(lines.length).toBeLessThanOrEqual(24 - 8);
    expect(lines.every((line) => widthOf(line) <= width && !/\p{Cc}/u.test(line))).toBe(true);
    expect(lines.at(-1)).toContain('46 more lines');
  },
);

test('JSON and SARIF are valid, with and without findings', async () => {
  const passing = await checkOf(project.before, project.before);
  const [object, compared_with, other] = ['0123456789'.repeat(4), 'ab'.repeat(20), 'cd'.repeat(20)];
  const revision = { revision: { written: 'main:.', object, compared_with, other_merge_bases: [other] } };
  for (const check of [await wholeCheck(), passing, { ...passing, against: revision }]) {
    const document = JSON.parse([...renderCheckJson(check)].join(''));
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(document.summary.findings).toBe(document.groups.length + document.cycles.length);
    expect(sarifProblems(renderCheckSarif(check, '0.5.0', ''))).toEqual([]);
    expect(validateBaseline(JSON.parse(renderBaseline(check.baseline)))).toBe(true);
  }
  expect([...renderCheckGithub(passing, '')].join('')).toBe(
    'check: no new copies, no new cycles against analyzer.baseline.json\n',
  );
});

test('a baseline does not depend on the project path and has a line per entry', async () => {
  const once = renderBaseline(baselineOf(await scanOf(project.before)));
  expect(renderBaseline(baselineOf(await scanOf(project.before)))).toBe(once);
  const { groups, members, blocks, cycles } = JSON.parse(once);
  const entries = [groups, members, blocks, cycles].flat();
  expect(once.split('\n').filter((line) => line.startsWith('    {'))).toHaveLength(entries.length);
  expect(renderBaseline(baselineOf(await scanOf({})))).toContain(
    '"groups": [],\n  "members": [],\n  "blocks": [],\n  "cycles": []\n}',
  );
});

test('names of the project are escaped in the terminal, in Markdown and in workflow commands', async () => {
  const path = 'a\x1b[31m\u202e`*_@,:%\nx.py';
  const body = 'def f(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n';
  const check = await checkOf({}, { [path]: body, 'b.py': body, 'c.py': 'from c import d\ndef d():\n    pass\n' });
  expect(check.groups).toHaveLength(1);
  expect(check.cycles).toHaveLength(1);
  for (const texts of [renderCheckTerminal(check, { detail: 'full', ...plain }), renderCheckMarkdown(check, 'full')]) {
    expect([...texts].join('')).not.toMatch(/\p{Cc}(?<!\n)|\p{Cf}/u);
  }
  const [command = ''] = renderCheckGithub(check, '');
  expect(command.split('\n')).toHaveLength(2);
  expect(command).toContain('%2C%3A%25%0Ax.py,line=1');
  expect(sarifProblems(renderCheckSarif(check, '0.5.0', ''))).toEqual([]);
});

test('long lists are cut in text views and complete in JSON and SARIF', async () => {
  const body = (name: string) =>
    `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n`;
  const check = await checkOf({}, { 'a.py': Array.from({ length: 40 }, (_, index) => body(`f${index}`)).join('\n') });
  const shown = (detail: 'declarations' | 'full') => [...renderCheckTerminal(check, { detail, ...plain })].join('');
  expect(shown('declarations')).toContain('and 20 more');
  // All copies, and the one to reuse.
  expect(shown('full').match(/a\.py:\d+/g)).toHaveLength(41);
  expect([...renderCheckMarkdown(check, 'declarations')].join('')).toContain('- and 10 more');
  expect(JSON.parse([...renderCheckJson(check)].join('')).groups[0].occurrences).toHaveLength(40);
});

/** Functions of which each has another value in a module after it, so that they are not one block. */
const functions = (count: number, own: string) => {
  const names = Array.from({ length: count }, (_, at) => `load_${at}`);
  return names
    .map(
      (name, at) => `def ${name}(page, store):
    if page.closed:
        return None
    ${name}_rows = store.${name}(page.start, page.size)
    for row in ${name}_rows:
        if row.kind == page.skip_${at}:
            store.close_${name}(row.value * ${at} + page.factor)
        elif row.size > page.${name}_limit:
            raise ValueError("${name}")
    return store.end_${name}(${name}_rows)

${own}_${at} = ${at}
`,
    )
    .join('\n');
};

const pasteOf = (count: number) => {
  const before = { 'a/x.py': functions(count, 'one') };
  return checkOfBoth(before, { ...before, 'b/y.py': functions(count, 'other') });
};

test('three copied functions of one file are one entry of the terminal, two are two', async () => {
  const entries = async (count: number) => {
    return [...renderCheckTerminal(await pasteOf(count), { detail: 'declarations', ...plain })].join('');
  };
  const three = await entries(3);
  expect(three).toContain(
    'New copies 3\n  3 copies of code in a/x.py are new in b/y.py\n    + b/y.py:1  load_0  from a/x.py:1  g_',
  );
  expect(three.match(/reuse a\/x\.py\n/g)).toHaveLength(1);
  const two = await entries(2);
  expect(two).not.toContain('are new in');
  expect(two).toContain('New copies');
});

test('three copied functions of one file are one entry of all other views for people and code hosts', async () => {
  const complete = await pasteOf(3);
  // The three are also similar to each other, which is a finding of its own.
  const check = { ...complete, groups: complete.groups.filter(({ change }) => change === 'new') };
  const ids = check.groups.map(({ family }) => family.shown.id);
  const sarif = JSON.parse(renderCheckSarif(check, '1.0.0', ''));
  const [{ partialFingerprints, properties, locations, relatedLocations }, ...others] = sarif.runs[0].results;
  expect(others).toEqual([]);
  expect(partialFingerprints).toEqual({ 'analyzerCheck/v1': `new-copies ${ids[0]}` });
  expect([...properties.groups].sort()).toEqual([...ids].sort());
  expect(locations).toHaveLength(1);
  expect(relatedLocations).toHaveLength(5);
  expect(sarifProblems(renderCheckSarif(check, '1.0.0', ''))).toEqual([]);
  expect(JSON.parse(renderCheckGitlab(check, ''))).toHaveLength(1);
  const github = [...renderCheckGithub(check, '')].join('');
  expect(github.match(/^::error .*/gm)).toEqual([
    expect.stringContaining('3 copies of code in a/x.py are new in b/y.py: load_0 from a/x.py:1, load_1 from a/x.py:'),
  ]);
  expect(github).toContain('reuse a/x.py; allow each with # analyzer-ignore-next-function: reason');
  const markdown = [...renderCheckMarkdown(check, 'declarations')].join('');
  expect(markdown).toContain(
    '3 copies of code in a/x.py are new in b/y.py\n\n- `b/y.py:1` load\\_0 from `a/x.py:1` `g_',
  );
  expect(markdown.match(/^- Reuse/gm)).toHaveLength(1);
  const summary = renderCheckSummary(check);
  expect(summary).toContain('#### New copies\n\n- 3 copies of code in a/x.py are new in b/y.py: `b/y.py:1` load');
  const [json] = [[...renderCheckJson(check)].join('')].map((text) => JSON.parse(text));
  expect([json.summary.findings, json.groups.length]).toEqual([3, 3]);
});
