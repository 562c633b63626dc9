import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.diff.v1/validate';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/cli/${name}`, import.meta.url));

const before = {
  'app/cart.py': 'from app.price import add\n\n\ndef total(items):\n    return add(items[0], items[1])\n',
  'app/price.py': 'def add(a, b):\n    return a + b\n',
};
const after = { ...before, 'app/price.py': 'def add(a, b, c=0):\n    return a + b + c\n' };

/** A repository whose only commit contains the files. */
function repositoryWith(files: Record<string, string>): string {
  const folder = folderWith(files);
  commitAll(folder);
  return folder;
}

test('help.diff.txt', async () => {
  const { code, stdout } = await analyzer(['diff', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(golden('help.diff.txt'));
});

test('prints signatures and declarations of two folders first, files last', async () => {
  const { code, stdout, stderr } = await analyzer(['diff', folderWith(before), folderWith(after)]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('app/price.py:1  function add(a, b) → (a, b, c=0)');
  expect(stdout.indexOf('Signature changed')).toBeLessThan(stdout.indexOf('Files'));
});

test('--check exits with 1 if the sides differ, else with 0', async () => {
  const [old, same, now] = [folderWith(before), folderWith(before), folderWith(after)];
  expect((await analyzer(['diff', old, now, '--check'])).code).toBe(1);
  expect((await analyzer(['diff', old, now])).code).toBe(0);
  expect((await analyzer(['diff', old, same, '--check'])).code).toBe(0);
});

test('prints valid JSON, equal for folders and for a revision except for the names of the sides', async () => {
  const folder = repositoryWith(before);
  const old = folderWith(before);
  for (const [path, text] of Object.entries(after)) writeFileSync(join(folder, path), text);
  const fromFolder = JSON.parse((await analyzer(['diff', old, folder, '--format', 'json'])).stdout);
  const { stdout } = await analyzer(['diff', 'HEAD:', '.', '--format', 'json'], { cwd: folder });
  const fromRevision = JSON.parse(stdout);
  expect(validate(fromRevision)).toBe(true);
  expect(fromRevision.before.revision.written).toBe('HEAD:');
  const { before: _before, runtime: _runtime, ...rest } = fromFolder;
  expect(fromRevision).toMatchObject(rest);
  expect(stdout.split('\n').filter((line) => line.startsWith('{"changes"'))).toHaveLength(0);
});

test.each(['native', 'portable'])('compares with a revision that is typed alone (%s)', async (engine) => {
  const folder = repositoryWith(before);
  for (const [path, text] of Object.entries(after)) writeFileSync(join(folder, path), text);
  const args = (...sides: string[]) => ['diff', ...sides, '--detail', 'full', '--engine', engine];
  const run = (...sides: string[]) => analyzer(args(...sides), { cwd: folder });
  expect((await run('HEAD')).stdout).toContain('function add(a, b) → (a, b, c=0)');
  git(folder, 'commit', '-qam', 'y');
  expect((await run('HEAD~1..')).stdout).toContain('function add(a, b) → (a, b, c=0)');
  const { code, stderr } = await run('HEAD~1', '.');
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr:
      'analyzer: no such folder: HEAD~1\n  HEAD~1 is a git revision: HEAD~1:. is the current folder at that revision.\n',
  });
});

test('writes every format, also to a file, but not to an existing one', async () => {
  const [old, now] = [folderWith(before), folderWith(after)];
  const sarif = JSON.parse((await analyzer(['diff', old, now, '--format', 'sarif'])).stdout);
  expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'diff/signature-changed' });
  expect((await analyzer(['diff', old, now, '--format', 'dot'])).stdout).toContain('digraph');
  const file = join(folderWith({}), 'x.md');
  expect((await analyzer(['diff', old, now, '--format', 'markdown', '-o', file])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('`app/price.py:1`');
  expect((await analyzer(['diff', old, now, '-o', file])).code).toBe(2);
});

test('reports invalid options', async () => {
  const folder = folderWith(before);
  for (const [args, message] of [
    [['--threshold', '0'], '--threshold must be a number above 0 and at most 1, not 0'],
    [['--threshold', '1.5'], 'not 1.5'],
    [['--max-pairs', '-1'], 'whole number'],
    [['--strict'], ''],
  ] as const) {
    const { code, stderr } = await analyzer(['diff', folder, folder, ...args]);
    expect({ code, stderr }).toEqual(
      message === '' ? { code: 0, stderr: '' } : { code: 2, stderr: expect.stringContaining(message) },
    );
  }
  const { code, stderr } = await analyzer(['diff', 'HEAD:.', '.'], { cwd: folder });
  expect(code).toBe(3);
  expect(stderr).toContain('no such git repository');
  expect((await analyzer(['diff', folder, join(folder, 'gone')])).code).toBe(3);
});

const tested = {
  before: { 'src/a.py': 'A = 1\n', 'tests/test_a.py': 'def test_a():\n    assert True\n' },
  after: { 'src/a.py': 'A = 1\n', 'tests/test_a.py': 'import src.a\n\n\ndef test_a():\n    assert src.a.A\n' },
};

/** The parts of an output that do not depend on the engine and the names of the folders. */
function comparable(text: string): string {
  return text.replace(/"engine":"\w+"|"runtime":.*|\w+ engine, .*|"root":"[^"]*"/g, '');
}

test.each([
  ['json', '"ignored":{"classes":["tests","generated"],"declarations":1,"imports":1,"files":1}'],
  ['terminal', 'only in tests, generated (--without): 1 declarations, 1 imports, 1 files'],
  ['markdown', 'no difference in other files'],
  ['sarif', '"results": []'],
  ['dot', 'digraph'],
])(
  '--without lists no changes that only files of these classes have, the same as %s with both engines',
  {
    timeout: 120_000,
  },
  async (format, part) => {
    const folders = [folderWith(tested.before), folderWith(tested.after)];
    const args = [...folders, '--without', 'generated,tests', '--check', '--format', format];
    const native = await analyzer(['diff', ...args, '--engine', 'native']);
    const portable = await analyzer(['diff', ...args, '--engine', 'portable']);
    expect([native.code, portable.code]).toEqual([0, 0]);
    expect(comparable(native.stdout)).toBe(comparable(portable.stdout));
    expect(native.stdout).toContain(part);
    if (format === 'json') {
      expect(validate(JSON.parse(native.stdout))).toBe(true);
      expect(JSON.parse(native.stdout)).toMatchObject({ declarations: [], imports: [], files: [] });
    }
  },
);

test('the classes of analyzer.json apply', async () => {
  const [old, now] = [folderWith(tested.before), folderWith(tested.after)];
  const cwd = folderWith({ 'analyzer.json': '{"schema": "analyzer.config.v1", "without": ["tests"]}' });
  const { code, stdout } = await analyzer(['diff', old, now, '--check'], { cwd });
  expect({ code, first: stdout.split('\n')[0] }).toEqual({
    code: 0,
    first: expect.stringContaining('no difference in'),
  });
  expect((await analyzer(['diff', old, now, '--check', '--no-config'], { cwd })).code).toBe(1);
});

test('a diff with intended mirrors says by how many members they drifted, with both engines', async () => {
  const client = (...names: string[]) =>
    names.map((name) => `def ${name}(key):\n    return send("${name}", key)\n`).join('');
  const mirrors = [{ between: ['client', 'client/aio'], reason: 'asynchronous client' }];
  const cwd = folderWith({
    'analyzer.json': JSON.stringify({ schema: 'analyzer.config.v1', mirrors }),
    'old/client/a.py': client('get'),
    'old/client/aio/a.py': client('get'),
    'new/client/a.py': client('get', 'ping', 'echo'),
    'new/client/aio/a.py': client('get'),
  });
  for (const engine of ['portable', 'auto']) {
    const { stdout } = await analyzer(['diff', 'old', 'new', '--engine', engine], { cwd });
    expect(stdout).toContain('the mirror of client and client/aio drifted by 2 members');
    expect(stdout).toContain('ping, echo were added; client/aio/a.py does not have them');
  }
  const { stdout } = await analyzer(['diff', 'old', 'new', '--format', 'json'], { cwd });
  const document: unknown = JSON.parse(stdout);
  expect(validate(document) && document.drift?.map(({ members }) => members)).toEqual([['ping', 'echo']]);
  const without = await analyzer(['diff', 'old', 'new', '--no-config'], { cwd });
  expect(without.stdout).not.toContain('drifted');
});

test('--missed tells how far a mirror drifted that a scan finds, with edits of one side', async () => {
  const method = (name: string, step: string) => `    def ${name}(self, key, options):
        values = self.connection.read_${name}(key, options.limit)
        found = []
        for value in values:
            if value.kind == options.skip_${name}:
                continue
            found.append(value.size * options.factor + ${step})
        if len(found) > options.limit:
            raise ValueError("too many of ${name}")
        return found

`;
  const client = (name: string, step = '1', more = '') =>
    `class ${name.toUpperCase()}:\n${Array.from({ length: 12 }, (_, at) => method(`${name}_${at}`, at === 3 ? step : '1')).join('')}${more}`;
  const names = ['client', 'cluster', 'lock'];
  const sides = (root: string, own: (name: string) => string) =>
    names.flatMap((name) => [
      [`${root}/store/${name}.py`, client(name)],
      [`${root}/store/aio/${name}.py`, own(name)],
    ]);
  const changed = (name: string) =>
    name === 'lock' ? client(name, 'self.count', method('extend', '2')) : client(name);
  const cwd = folderWith(Object.fromEntries([...sides('old', (name) => client(name)), ...sides('new', changed)]));
  for (const engine of ['portable', 'auto']) {
    const { stdout } = await analyzer(['diff', 'old', 'new', '--missed', '--engine', engine], { cwd });
    expect(stdout).toContain('the mirror of store and store/aio drifted by 2 members');
  }
  const { stdout } = await analyzer(['diff', 'old', 'new', '--missed', '--format', 'json'], { cwd });
  const document: unknown = JSON.parse(stdout);
  const mirror = { between: ['store', 'store/aio'], reason: 'found by the scan' };
  expect(validate(document) && [document.missed?.[0]?.mirror, document.drift?.[0]?.mirror]).toEqual([mirror, mirror]);
});
