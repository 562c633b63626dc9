import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@analyzer/contracts/analyzer.diff.v1/validate';
import { expect, test } from 'vitest';
import { diffOf, diffOfFiles } from '#diff/fixture.ts';
import type { Diff } from '#diff/model.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { renderDiffDot } from './dot.ts';
import { renderDiffJson } from './json.ts';
import { renderDiffMarkdown } from './markdown.ts';
import { renderDiffSarif } from './sarif.ts';
import { renderDiffTerminal } from './terminal.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../fixtures/diff');

/** All edits in one project, each in its own folder. */
function everyEdit(side: 'before' | 'after'): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(join(FIXTURES, 'history')).sort()) {
    const edit: Record<typeof side, Record<string, string>> = JSON.parse(
      readFileSync(join(FIXTURES, 'history', name), 'utf8'),
    );
    for (const [path, text] of Object.entries(edit[side])) files[`${name.replace('.json', '')}/${path}`] = text;
  }
  return files;
}

let made: Promise<Diff> | undefined;

/** The diff of all edits, without values that depend on the machine and on folder names. */
function wholeDiff(): Promise<Diff> {
  made ??= diffOfFiles(everyEdit('before'), everyEdit('after')).then((diff) => ({
    ...diff,
    before: { root: 'before' },
    after: { root: 'after', revision: { written: 'v2:shop', object: '0123456789'.repeat(4) } },
    runtime: { jobs: 2, wall_ms: 1 },
  }));
  return made;
}

const plain = { ascii: false, color: false, width: Number.POSITIVE_INFINITY };

test.each([
  ['diff.json', (whole: Diff) => [...renderDiffJson(whole)]],
  ['terminal.txt', (whole: Diff) => [...renderDiffTerminal(whole, { detail: 'declarations', ...plain })]],
  ['terminal.full.txt', (whole: Diff) => [...renderDiffTerminal(whole, { detail: 'full', ...plain })]],
  [
    'terminal.files.ascii.txt',
    (whole: Diff) => [...renderDiffTerminal(whole, { detail: 'files', ...plain, ascii: true })],
  ],
  ['review.md', (whole: Diff) => [...renderDiffMarkdown(whole, 'declarations')]],
  ['diff.sarif', (whole: Diff) => [renderDiffSarif(whole, '0.5.0')]],
  ['diff.dot', (whole: Diff) => [...renderDiffDot(whole)]],
])('the diff of all edits as %s', async (name, render) => {
  await expect(render(await wholeDiff()).join('')).toMatchFileSnapshot(join(FIXTURES, 'views', name));
});

test('the JSON document is valid, and its counts match its lists', async () => {
  const document = JSON.parse([...renderDiffJson(await wholeDiff())].join(''));
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  const { summary, files, imports, groups } = document;
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  expect(sum(summary.files) - summary.files.unchanged - summary.files.layout_only).toBe(files.length);
  expect(sum(summary.imports)).toBe(imports.length);
  expect(sum(summary.groups)).toBe(groups.length);
});

test('the same content gives the same bytes with other folder names', async () => {
  const whole = await wholeDiff();
  const [old, now] = [everyEdit('before'), everyEdit('after')];
  const again = await diffOf(fixtureFolder(old), fixtureFolder(now));
  const { before, after, runtime } = whole;
  expect([...renderDiffJson({ ...again, before, after, runtime })].join('')).toBe([...renderDiffJson(whole)].join(''));
});

test('names of the project are escaped in the terminal and in Markdown', async () => {
  const path = 'a\x1b[31m\u202e`*_@x.py';
  const diff = await diffOfFiles({ 'b.py': 'x = 1\n' }, { 'b.py': 'x = 1\n', [path]: 'def f(a):\n    return a\n' });
  const terminal = [...renderDiffTerminal(diff, { detail: 'full', ...plain })].join('');
  expect(terminal).not.toMatch(/\p{Cc}(?<!\n)|\p{Cf}/u);
  const markdown = [...renderDiffMarkdown(diff, 'full')].join('');
  expect(markdown).not.toMatch(/\p{Cc}(?<!\n)|\p{Cf}/u);
  expect(markdown).toContain('`` a\\e[31m\\u{202e}`*_@x.py:1 ``');
});
