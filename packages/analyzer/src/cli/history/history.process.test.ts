import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { HistoryV1 } from '@analyzer/contracts/analyzer.history.v1';
import { validate } from '@analyzer/contracts/analyzer.history.v1/validate';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/cli/${name}`, import.meta.url));

const HEADER = 'date       commit      lines repeated   share   added removed groups cycles';

/** A function of ten lines that is not small for a list. */
function settle(name: string, unit = 'price'): string {
  return `def ${name}(order, rates, limit):
    total = 0
    for line in order.lines:
        ${unit} = rates.lookup(line.product, order.currency)
        if ${unit} is None:
            raise KeyError(line.product)
        total = total + ${unit} * line.amount
    if total > limit:
        return order.refuse(total, limit)
    return order.accept(total)
`;
}

function repository(files: Record<string, string>, ...options: string[]): string {
  const folder = folderWith({});
  git(folder, 'init', '-q', '-b', 'main', ...options);
  commit(folder, files, 'start');
  return folder;
}

function commit(folder: string, changed: Record<string, string>, message: string): string {
  writeFiles(folder, changed);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

async function history(cwd: string, ...args: string[]): Promise<HistoryV1> {
  const { stdout, stderr, code } = await analyzer(['history', '--format', 'json', '--engine', 'portable', ...args], {
    cwd,
  });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  return document;
}

const repeated = ({ steps }: HistoryV1) => steps.map(({ product }) => product.repeated);
const subjects = ({ steps }: HistoryV1) => steps.map(({ subject }) => subject);

/** Four commits: one function, a copy of it, a copy in tests, and the first copy removed. */
function shop(...options: string[]): string {
  const folder = repository({ 'shop.py': settle('settle') }, ...options);
  commit(folder, { 'store.py': settle('settle') }, 'copy it');
  commit(folder, { 'tests/test_a.py': settle('check'), 'tests/test_b.py': settle('check') }, 'test it');
  rmSync(join(folder, 'store.py'));
  commit(folder, {}, 'remove the copy');
  return folder;
}

/** Without what differs between two runs. */
function stable(text: string, folder: string): string {
  let number = 0;
  const commits = new Map(
    git(folder, 'rev-list', '--reverse', 'HEAD')
      .split('\n')
      .map((id) => [id, `${++number}`.repeat(40)]),
  );
  let result = text;
  for (const [id, its] of commits) {
    result = result.replaceAll(id, its).replaceAll(id.slice(0, 8), its.slice(0, 8));
  }
  return result
    .replaceAll(folder.slice(folder.lastIndexOf('/') + 1), 'shop')
    .replaceAll(/\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?/g, (date) => '2026-01-31T12:00:00Z'.slice(0, date.length))
    .replaceAll(/"wall_ms":\d+/g, '"wall_ms":1')
    .replaceAll(/"jobs":\d+/g, '"jobs":1')
    .replaceAll(/portable engine, .*/g, 'portable engine');
}

test('help.history.txt', async () => {
  const { code, stdout } = await analyzer(['history', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('help.history.txt'));
});

test.for(['json', 'terminal'])('history in the format %s: golden file', async (format) => {
  const folder = shop();
  const { stdout } = await analyzer(['history', '--engine', 'portable', '--format', format, '--jobs', '1'], {
    cwd: folder,
  });
  await expect(stable(stdout, folder)).toMatchFileSnapshot(golden(`history.${format}.txt`));
});

test('each step counts the repeated lines of product code and of tests, and what it added and removed', async () => {
  const folder = shop();
  const { steps, history: its, most } = await history(folder);
  expect(
    steps.map(({ product, tests, commits }) => [product.repeated, product.groups, tests.repeated, commits]),
  ).toEqual([
    [0, 0, 0, 1],
    [20, 1, 0, 1],
    [20, 1, 20, 1],
    [0, 0, 20, 1],
  ]);
  expect(steps.map(({ change }) => change?.product)).toEqual([
    undefined,
    { added: 20, removed: 0, groups_added: 1, groups_removed: 0 },
    { added: 0, removed: 0, groups_added: 0, groups_removed: 0 },
    { added: 0, removed: 20, groups_added: 0, groups_removed: 1 },
  ]);
  expect(steps.map(({ product, tests }) => [product.functions, tests.functions]).at(2)).toEqual([2, 2]);
  expect(most.map(({ subject, lines }) => [subject, lines])).toEqual([['copy it', 20]]);
  expect(its).toEqual({ seen: 4, commits: 4, without_folder: 0, is_shallow: false });
});

test('the numbers of the last step are those of a check of the same files', async () => {
  const folder = repository({ 'a.py': settle('settle'), 'b.py': settle('pay', 'cost'), 'c.py': 'import a\n' });
  const { steps } = await history(folder, '--near', 'all');
  await analyzer(['baseline', '--engine', 'portable'], { cwd: folder });
  const { stdout } = await analyzer(['check', '--engine', 'portable', '--max-share', '100', '--format', 'json'], {
    cwd: folder,
  });
  const { lines, repeated: lines_repeated } = JSON.parse(stdout).share.now.product;
  expect(steps[0]?.product.lines).toBe(lines);
  expect(steps[0]?.near?.product.repeated).toBe(lines_repeated);
  expect(lines_repeated).toBe(20);
});

test('both engines count the same', async () => {
  const folder = shop();
  const { runtime: one, engine: portable, ...first } = await history(folder);
  const { runtime: other, engine: native, ...second } = await history(folder, '--engine', 'native');
  expect([portable, native]).toEqual(['portable', 'native']);
  expect(second).toEqual(first);
});

test('similar functions are compared at every tenth step and both ends, and --near changes it', async () => {
  const edited = settle('settle').replace('total = 0', 'total = order.fee()\n    order.note(total)');
  const folder = repository({ 'a.py': settle('settle'), 'b.py': edited });
  for (let number = 1; number < 12; number++) commit(folder, { 'c.md': `${number}` }, `${number}`);
  const { stdout } = await analyzer(['history', '--engine', 'portable'], { cwd: folder });
  expect(stdout).toContain('similar functions (near) are compared at 3 of 12 steps: --near all');
  const near = async (...args: string[]) => {
    const { steps } = await history(folder, '--limit', '3', ...args);
    return steps.map((step) => step.near?.product.groups);
  };
  expect(await near()).toEqual([1, undefined, 1]);
  expect(await near('--near', 'none')).toEqual([undefined, undefined, undefined]);
  expect(await near('--near', 'all')).toEqual([1, 1, 1]);
});

test('--every takes every n-th commit from the last one, --limit spreads the steps evenly, --since starts later', async () => {
  const folder = repository({ 'a.md': '0\n' });
  const start = commit(folder, { 'a.md': '1\n' }, '1');
  for (let number = 2; number < 10; number++) commit(folder, { 'a.md': `${number}` }, `${number}`);
  expect(subjects(await history(folder, '--every', '4'))).toEqual(['1', '5', '9']);
  const spread = await history(folder, '--limit', '4');
  expect(subjects(spread)).toEqual(['start', '3', '6', '9']);
  expect(spread.steps.map(({ commits }) => commits)).toEqual([1, 3, 3, 3]);
  expect(subjects(await history(folder, '--limit', '1'))).toEqual(['9']);
  expect(subjects(await history(folder, '--since', start, '--every', '3'))).toEqual(['3', '6', '9']);
  expect(subjects(await history(folder, '--since', '2001-01-31'))).toHaveLength(10);
  expect(subjects(await history(folder, 'HEAD~7:.'))).toEqual(['start', '1', '2']);
});

test('of merges only the first parents are steps', async () => {
  const folder = repository({ 'a.py': settle('settle') });
  git(folder, 'checkout', '-q', '-b', 'side');
  commit(folder, { 'b.py': settle('settle') }, 'on the side');
  git(folder, 'checkout', '-q', 'main');
  commit(folder, { 'c.py': 'x = 1\n' }, 'on main');
  git(folder, 'merge', '-q', '--no-ff', '-m', 'merge', 'side');
  const result = await history(folder);
  expect(subjects(result)).toEqual(['start', 'on main', 'merge']);
  expect(repeated(result)).toEqual([0, 0, 20]);
});

test('commits that do not change the folder are not steps, and those before it existed are counted', async () => {
  const folder = repository({ 'README.md': 'text\n' });
  commit(folder, { 'lib/a.py': settle('settle'), 'lib/b.py': settle('settle') }, 'add lib');
  commit(folder, { 'README.md': 'more\n' }, 'text');
  commit(folder, {}, 'nothing');
  const result = await history(folder, 'lib');
  expect(subjects(result)).toEqual(['add lib']);
  expect(repeated(result)).toEqual([20]);
  expect(result.history).toEqual({ seen: 4, commits: 1, without_folder: 1, is_shallow: false });
});

test('a file that was renamed adds and removes nothing', async () => {
  const folder = repository({ 'a.py': settle('settle'), 'b.py': settle('settle') });
  git(folder, 'mv', 'b.py', 'c.py');
  commit(folder, {}, 'rename');
  const { steps } = await history(folder);
  expect(steps[1]?.change?.product).toEqual({ added: 0, removed: 0, groups_added: 0, groups_removed: 0 });
});

test('repositories with SHA-256, submodules and files that became links are read', async () => {
  const folder = repository({ 'a.py': settle('settle'), 'b.py': settle('settle') }, '--object-format=sha256');
  const id = git(folder, 'rev-parse', 'HEAD');
  expect(id).toHaveLength(64);
  rmSync(join(folder, 'b.py'));
  symlinkSync('a.py', join(folder, 'b.py'));
  commit(folder, {}, 'a link');
  git(folder, 'update-index', '--add', '--cacheinfo', `160000,${id},module`);
  git(folder, 'commit', '-q', '-m', 'a submodule');
  expect(repeated(await history(folder))).toEqual([20, 0, 0]);
});

test('unchanged files that .gitattributes marks as generated do not count from this commit on', async () => {
  const folder = repository({ 'a.py': settle('settle'), 'b.py': settle('settle') });
  commit(folder, { '.gitattributes': 'b.py linguist-generated\n' }, 'generated');
  expect(repeated(await history(folder))).toEqual([20, 0]);
});

test('the history of a shallow clone ends where the clone does, and the result says so', async () => {
  const folder = shop();
  const clone = folderWith({});
  git(clone, 'clone', '-q', '--depth', '2', pathToFileURL(folder).href, '.');
  const result = await history(clone);
  expect({ steps: result.steps.length, isShallow: result.history.is_shallow }).toEqual({ steps: 2, isShallow: true });
  const { stdout } = await analyzer(['history', '--engine', 'portable'], { cwd: clone });
  expect(stdout).toContain('the clone is shallow: older commits are missing');
});

test('steps whose files a partial clone lacks are left out and counted, and none is fetched', async () => {
  const folder = shop();
  commit(folder, { 'shop.py': 'x = 1\n' }, 'change');
  git(folder, 'config', 'uploadpack.allowFilter', 'true');
  const clone = folderWith({});
  git(clone, 'clone', '-q', '--filter=blob:none', pathToFileURL(folder).href, '.');
  const objects = () => git(clone, 'rev-list', '--objects', '--all', '--missing=print');
  const before = objects();
  const { steps, history: its } = await history(clone);
  expect(steps.map(({ subject }) => subject)).toEqual(['change']);
  expect(its).toMatchObject({ missing_objects: 1, without_files: 4 });
  const { stdout } = await analyzer(['history', '--engine', 'portable'], { cwd: clone });
  expect(stdout).toContain('1 version of files missing from the repository, 4 steps left out');
  expect(objects()).toBe(before);
});

test('a step that lacks one of many files counts the others, and is not compared with a complete one', async () => {
  const others = Array.from({ length: 30 }, (_, number) => [`other_${number}.py`, `x = ${number}\n`] as const);
  const folder = repository({ ...Object.fromEntries(others), 'large.py': settle('settle') });
  commit(folder, { 'a.py': settle('settle', 'cost'), 'b.py': settle('settle', 'cost') }, 'copy');
  commit(folder, { 'large.py': 'x = 1\n' }, 'replace the large one');
  const object = git(folder, 'rev-parse', 'HEAD~1:large.py');
  rmSync(join(folder, '.git/objects', object.slice(0, 2), object.slice(2)));
  const { steps, history: its } = await history(folder);
  expect(its).toMatchObject({ missing_objects: 1 });
  expect(steps.map(({ incomplete, product, change }) => [incomplete, product.repeated, change?.product.added])).toEqual(
    [
      [1, 0, undefined],
      [1, 20, 20],
      [0, 20, undefined],
    ],
  );
});

test('settings and attributes of a hostile repository run nothing and change nothing', async () => {
  const folder = shop();
  const first = git(folder, 'rev-parse', 'HEAD~3');
  commit(folder, { '.gitattributes': '*.py diff=evil filter=evil\n' }, 'attributes');
  const trap = join(folder, 'ran');
  for (const key of ['diff.evil.textconv', 'filter.evil.smudge', 'core.fsmonitor', 'diff.external']) {
    git(folder, 'config', key, `touch ${trap} #`);
  }
  git(folder, 'config', 'log.showSignature', 'true');
  git(folder, 'replace', first, 'HEAD');
  writeFileSync(join(folder, '.git/info/grafts'), `${git(folder, 'rev-parse', 'HEAD~2')}\n`);
  expect(repeated(await history(folder))).toEqual([0, 20, 20, 0, 0]);
  expect(() => rmSync(trap)).toThrow();
});

test('a subject with control characters is escaped in the terminal, which fits 80 columns', async () => {
  const folder = repository({ 'a.py': settle('settle') });
  commit(folder, { 'b.py': settle('settle') }, `Copy \u001b[31mit\u0007 ${'long '.repeat(30)}`);
  const { stdout } = await analyzer(['history', '--engine', 'portable'], { cwd: folder, env: { COLUMNS: '80' } });
  expect(stdout).toContain(HEADER);
  expect(stdout).toContain('Copy \\e[31mit\\u{7}');
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('OpenMetrics has the times of the commits in ascending order, and ends with EOF', async () => {
  const folder = shop();
  const { stdout } = await analyzer(['history', '--engine', 'portable', '--format', 'openmetrics'], { cwd: folder });
  const lines = stdout.split('\n');
  const time = Number(git(folder, 'log', '-1', '--format=%ct'));
  expect(lines.slice(-2)).toEqual(['# EOF', '']);
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^analyzer_repeated_lines\\{project="[^"]+",files="tests"\\} 20 ${time}$`)),
  );
  const series = new Map<string, number[]>();
  for (const line of lines.slice(0, -2)) {
    const [name = '', , seconds] = line.split(' ');
    if (!line.startsWith('#')) series.set(name, [...(series.get(name) ?? []), Number(seconds)]);
  }
  for (const times of series.values()) expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

test('one commit, a range without commits and a range without code are answers with the reason', async () => {
  const folder = repository({ 'README.md': 'text\n' });
  const of = async (...args: string[]) => {
    const { code, stdout } = await analyzer(['history', '--engine', 'portable', ...args], { cwd: folder });
    expect(code).toBe(0);
    return stdout;
  };
  expect(await of()).toContain('no code at any step');
  expect(await of('--since', 'HEAD')).toContain('no commits since HEAD');
  commit(folder, { 'a.py': 'x = 1\n' }, 'code');
  expect(await of('--since', 'HEAD~1')).toContain('one step shows no change');
});

test.for([
  { args: ['--since', 'no-such'], message: 'no such revision: no-such' },
  { args: ['no-such:.'], message: 'no such revision: no-such:.' },
  { args: ['no-such-folder'], message: 'no such folder: no-such-folder' },
])('analyzer history $args exits with 3 and names what is missing', async ({ args, message }) => {
  const { code, stderr } = await analyzer(['history', ...args], { cwd: repository({ 'a.py': 'x = 1\n' }) });
  expect(code).toBe(3);
  expect(stderr).toContain(message);
});

test('a folder outside of a repository, and a repository without commits, are errors with the reason', async () => {
  const outside = await analyzer(['history'], { cwd: folderWith({ 'a.py': 'x = 1\n' }) });
  expect(outside.code).toBe(3);
  expect(outside.stderr).toContain('no such git repository');
  const empty = folderWith({});
  git(empty, 'init', '-q');
  const { code, stderr } = await analyzer(['history'], { cwd: empty });
  expect(code).toBe(3);
  expect(stderr).toContain('HEAD has no commit yet');
});

test.for([
  { what: 'commit', revision: 'HEAD~1' },
  { what: 'tree', revision: 'HEAD~1^{tree}' },
  { what: 'version of a file', revision: 'HEAD~1:a.py' },
])('a damaged $what is an error', async ({ revision }) => {
  const folder = repository({ 'a.py': settle('settle') });
  commit(folder, { 'a.py': settle('other') }, 'change');
  commit(folder, { 'a.py': settle('third') }, 'change again');
  const object = git(folder, 'rev-parse', revision);
  const path = join(folder, '.git/objects', object.slice(0, 2), object.slice(2));
  rmSync(path);
  writeFileSync(path, 'no object');
  const { code, stderr } = await analyzer(['history', '--engine', 'portable'], { cwd: folder });
  expect(code).toBe(3);
  expect(stderr).toMatch(/cannot read|unreadable/);
});
