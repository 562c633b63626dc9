import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockIndex } from '@analyzer/core/index/write/index-lock.ts';
import { widthOf } from '@analyzer/core/render/terminal/cells.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith, launcher, runChild } from '../fixture.ts';

const functions = (count: number, name = 'f') =>
  Array.from({ length: count }, (_, n) => `def ${name}${n}(a, b):\n    return [a + ${n}, b * ${n}, a - b]\n`).join(
    '\n',
  );

const small = {
  'w/a/setup.py': '',
  'w/a/a.py': functions(3),
  'w/b/package.json': '{"workspaces": ["packages/*"]}',
  'w/b/packages/x/package.json': '{}',
  'w/b/packages/x/x.py': functions(3),
  'w/notes/readme.md': '',
  'w/deploy.sh': 'echo\n',
};

const snapshotOf = (stdout: string) => /snapshot (\w+)/.exec(stdout)?.[1];

/** Content of an index. */
async function shownSnapshot(cwd: string, db = 'x.db') {
  const { stdout } = await analyzer(['workspace', 'export', '--db', db, '--format', 'ndjson'], { cwd });
  return JSON.parse(stdout.split('\n')[0] ?? '').snapshot_id?.slice(0, 12);
}

describe('workspace index', () => {
  test('reports projects, how they were found, and shared code', async () => {
    const cwd = folderWith(small);
    const { code, stdout, stderr } = await analyzer(['workspace', 'index', 'w', '--discover'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      stdout
        .split('\n')
        .slice(0, 4)
        .map((line) => line.split(/ +/).slice(0, 4)),
    ).toEqual([
      ['project', 'files', 'lines', 'functions'],
      ['a', '2', '8', '3'],
      ['b', '3', '8', '3'],
      ['w', '2', '1', '0'],
    ]);
    expect(stdout).toContain(
      'Projects: 2 projects found in w by markers such as package.json; w has the files outside of them.\n',
    );
    expect(stdout).toContain('Declared workspaces: b (1); --split-workspaces makes each a project.\n');
    expect(stdout).toMatch(/Index: \.analyzer\/index\.db, snapshot [0-9a-f]{12}, root [0-9a-f]{12}\.\n$/);
  });

  test('counts the lines of two identical scripts without functions as copied', async () => {
    const script = `#!/bin/bash
# Packs the given folder.

target="$1"
for file in "$target"/*.txt; do
  if [ -f "$file" ]; then
    sort "$file" > "$file.sorted"
    gzip -k "$file.sorted"
    size=$(wc -c < "$file.sorted.gz")
    if [ "$size" -gt 1000 ]; then
      echo "large: $file"
      mv "$file.sorted.gz" "$target/large/"
    else
      rm "$file.sorted.gz"
    fi
  fi
done
tar -cf "$target.tar" "$target"
`;
    const cwd = folderWith({ 'x/pack.sh': script, 'y/pack.sh': script });
    const { stdout } = await analyzer(['workspace', 'index', 'x', 'y', '--db', 'x.db'], { cwd });
    expect(stdout).toContain('83.3 % of 36 lines of product code in copies that lists show.\n');
    const query = ['workspace', 'query', '--db', 'x.db', '--operation', 'summary'];
    const { data } = JSON.parse((await analyzer(query, { cwd })).stdout);
    expect({ repeated: data.repeated, copied: data.copied }).toEqual({
      repeated: { lines: 0, share: 0 },
      copied: { lines: 30, share: 0.8333 },
    });
  });

  test('aligns columns with double-width names', async () => {
    const cwd = folderWith({ '名前の長い/a.py': functions(1), 'b/b.py': functions(2) });
    const { stdout } = await analyzer(['workspace', 'index', '名前の長い', 'b', '--db', 'x.db'], { cwd });
    const widths = stdout
      .split('\n')
      .slice(0, 3)
      .map((line) => widthOf(line));
    expect(widths).toEqual([widths[0], widths[0], widths[0]]);
    expect(widths[0]).toBe('名前の長い '.length + 5 + 5 * 11);
  });

  test('treats workspaces as projects, and reads projects from a file', async () => {
    const manifest = { schema: 'analyzer.workspace-config.v1', projects: [{ id: 'mono', path: 'w/b' }] };
    const cwd = folderWith({ ...small, 'w.json': JSON.stringify(manifest) });
    const { code, stdout } = await analyzer(['workspace', 'index', '--manifest', 'w.json', '--split-workspaces'], {
      cwd,
    });
    expect({ code, names: stdout.match(/^mono\S*/gm) }).toEqual({ code: 0, names: ['mono', 'mono/packages/x'] });
    expect(stdout).toContain('Projects: 1 project listed in w.json.\n');
    expect(stdout).not.toContain('Declared workspaces');
  });

  test.each<[what: string, args: string[], stdout: string]>([
    ['one folder', ['w'], 'w is one project'],
    ['several folders', ['w/a', 'w/b'], 'each of the 2 folders is one'],
    ['a folder with a marker', ['w/a', '--discover'], 'w/a is one project because it contains setup.py'],
    [
      'a folder without projects',
      ['w/notes', '--discover'],
      'w/notes is one project; no marker of a project, such as package.json, is in it',
    ],
  ])('%s: reports how the projects were found', async (_what, args, stdout) => {
    const cwd = folderWith(small);
    const result = await analyzer(['workspace', 'index', ...args], { cwd });
    expect(result.stdout).toContain(`Projects: ${stdout}.\n`);
  });

  test.each<[what: string, args: string[], stderr: string]>([
    [
      'no arguments',
      [],
      'neither folders nor --manifest were given, and no configuration file lists projects\n  See `analyzer workspace index --help`.',
    ],
    ['both ways', ['w', '--manifest', 'w.json'], 'folders and --manifest exclude each other'],
    ['a wrong number', ['w', '--jobs', '0'], 'from 1 to 64.\n  See `analyzer workspace index --help`.'],
    ['one folder in another', ['w', 'w/a'], 'w and w/a overlap'],
  ])('%s is refused, and nothing is written', async (_what, args, message) => {
    const cwd = folderWith(small);
    const { code, stderr } = await analyzer(['workspace', 'index', ...args], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(readdirSync(cwd).sort()).toEqual(['node_modules', 'w'].filter((name) => name === 'w'));
  });

  test('an index inside a project is not indexed, even with --all', async () => {
    const cwd = folderWith(small);
    const run = () => analyzer(['workspace', 'index', 'w/a', '--all', '--db', 'w/a/x.db'], { cwd });
    const [first, second] = [await run(), await run()];
    expect(first.stdout).toMatch(/^a +2 /m);
    expect(snapshotOf(second.stdout)).toBe(snapshotOf(first.stdout));
  });
});

test('an unknown word after workspace is not a folder', async () => {
  expect(await analyzer(['workspace', 'indices'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean index?'),
  });
  expect(await analyzer(['workspace', 'frobnicate'])).toMatchObject({
    code: 2,
    stderr: "analyzer: unknown command 'frobnicate'\n  See `analyzer workspace --help`.\n",
  });
});

describe('a failed reindex', () => {
  /** A small index whose projects have grown. */
  async function grown() {
    const cwd = folderWith({ 'p/a.py': functions(3) });
    const { stdout } = await analyzer(['workspace', 'index', 'p', '--db', 'x.db'], { cwd });
    for (let n = 0; n < 4; n++) writeFileSync(join(cwd, `p/more${n}.py`), functions(300, `g${n}_`));
    return { cwd, before: snapshotOf(stdout) };
  }

  test('at a file size limit leaves the earlier index unchanged', async () => {
    const { cwd, before } = await grown();
    const script = `trap '' XFSZ; ulimit -f 300; exec "$0" "$1" workspace index p --db x.db --jobs 1`;
    const { code, stdout, stderr } = await runChild('bash', ['-c', script, process.execPath, launcher], { cwd });
    expect({ code, stdout, stderr }).toEqual({
      code: 70,
      stdout: '',
      stderr: expect.stringMatching(/^analyzer: cannot write x\.db: .*\n {2}The earlier index is not changed\..*\n$/),
    });
    expect(await shownSnapshot(cwd)).toBe(before);
    expect((await analyzer(['workspace', 'index', 'p', '--db', 'x.db'], { cwd })).code).toBe(0);
  });

  test('on a full disk leaves the earlier index unchanged', async ({ skip }) => {
    const { cwd } = await grown();
    mkdirSync(join(cwd, 'disk'));
    // A tmpfs of 640 KiB in a namespace that ends with the shell.
    const own = ['-Urm', 'bash', '-c'];
    const mount = 'mount -t tmpfs -o size=640k none disk';
    skip((await runChild('unshare', [...own, mount], { cwd })).code !== 0, 'the system does not allow mounting');
    const workspace = '"$0" "$1" workspace';
    const script = `${mount}; mkdir q; echo 'def f(): pass' > q/a.py
      ${workspace} index q --db disk/x.db --jobs 1 || exit 1
      ${workspace} index p --db disk/x.db --jobs 1 --replace; echo "code $?"
      ${workspace} export --db disk/x.db --format ndjson | head -n 1
      ${workspace} index q --db disk/x.db --jobs 1 --replace`;
    const { stdout, stderr } = await runChild('unshare', [...own, script, process.execPath, launcher], { cwd });
    const ids = stdout.match(/snapshot \w{12}|"snapshot_id":"\w{12}/g)?.map((text) => text.slice(-12));
    expect(stdout).toContain('code 70\n');
    expect(stderr).toContain('analyzer: cannot write disk/x.db: no space left');
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
  });

  test('with a full temporary folder reports it, and leaves the earlier index', async ({ skip }) => {
    const { cwd } = await grown();
    for (let n = 0; n < 20; n++) writeFileSync(join(cwd, `p/many${n}.py`), functions(600, `h${n}_`));
    mkdirSync(join(cwd, 'tmp'));
    const own = ['-Urm', 'bash', '-c'];
    const mount = 'mount -t tmpfs -o size=64k none tmp';
    skip((await runChild('unshare', [...own, mount], { cwd })).code !== 0, 'the system does not allow mounting');
    const script = `${mount}; "$0" "$1" workspace index p --db x.db --jobs 1; echo "code $?"
      "$0" "$1" workspace export --db x.db --format ndjson | head -n 1`;
    const { stdout, stderr } = await runChild('unshare', [...own, script, process.execPath, launcher], {
      cwd,
      env: { SQLITE_TMPDIR: join(cwd, 'tmp') },
    });
    expect(stderr).toContain(
      `analyzer: cannot write temporary files: no space left in ${join(cwd, 'tmp')}\n  Free space`,
    );
    expect(stderr).toContain('SQLITE_TMPDIR');
    expect(stdout).toMatch(/^code 70\n\{.*"snapshot_id"/);
    expect(readdirSync(cwd).sort()).toEqual(['p', 'tmp', 'x.db']);
  });
});

describe('two processes', () => {
  test('that write an index at the same time take turns', async () => {
    const cwd = folderWith({ 'p/a.py': functions(50) });
    const run = () => analyzer(['workspace', 'index', 'p', '--db', 'x.db', '--jobs', '1'], { cwd });
    const ended = await Promise.all([run(), run()]);
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }));
    expect(new Set(ended.map(({ stdout }) => snapshotOf(stdout))).size).toBe(1);
  });

  test('a reindex waits for another one', async () => {
    const cwd = folderWith({ 'p/a.py': functions(5) });
    const run = () => analyzer(['workspace', 'index', 'p', '--db', 'x.db', '--jobs', '1'], { cwd });
    const { stdout } = await run();
    const lock = await lockIndex(join(cwd, 'x.db'), 'x.db', { patienceMs: 0 });
    const running = run();
    setTimeout(() => lock.release(), 1500);
    expect(snapshotOf((await running).stdout)).toBe(snapshotOf(stdout));
  });

  test('a reader sees one snapshot while another process writes', async () => {
    const cwd = folderWith({ 'p/a.py': functions(2000) });
    const index = () => analyzer(['workspace', 'index', 'p', '--db', 'x.db', '--jobs', '1'], { cwd });
    await index();
    const whole = await analyzer(['workspace', 'export', '--db', 'x.db', '--format', 'ndjson'], { cwd });
    const reader = spawn(process.execPath, [launcher, 'workspace', 'export', '--db', 'x.db', '--format', 'ndjson'], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // It writes until the pipe is full, and continues after the index was replaced.
    await once(reader.stdout, 'readable');
    writeFileSync(join(cwd, 'p/a.py'), functions(1000, 'other'));
    expect((await index()).code).toBe(0);
    let read = '';
    for await (const text of reader.stdout.setEncoding('utf8')) read += text;
    expect(read).toBe(whole.stdout);
    expect(await shownSnapshot(cwd)).not.toBe(JSON.parse(read.split('\n')[0] ?? '').snapshot_id.slice(0, 12));
  });
});

describe('a read-only folder', () => {
  /** Root may write everywhere, so the test runs as another user. */
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

  async function closed() {
    const cwd = folderWith({ 'd/p/a.py': functions(3) });
    const { stdout } = await analyzer(['workspace', 'index', 'd/p', '--db', 'd/x.db'], { cwd });
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, 'd'), 0o555);
    return { cwd, id: snapshotOf(stdout), open: () => chmodSync(join(cwd, 'd'), 0o755) };
  }

  test('can be read, and a write is refused with reason and remedy', async () => {
    const { cwd, id, open } = await closed();
    const run = (...args: string[]) =>
      runChild(process.execPath, [launcher, 'workspace', ...args], { cwd, ...asNobody });
    const { stdout } = await run('export', '--db', 'd/x.db', '--format', 'ndjson');
    expect(JSON.parse(stdout.split('\n')[0] ?? '').snapshot_id.slice(0, 12)).toBe(id);
    for (const db of ['d/x.db', 'd/new.db']) {
      expect(await run('index', 'd/p', '--db', db)).toEqual({
        code: 70,
        stdout: '',
        stderr: `analyzer: cannot write ${db}: the system refuses to write there\n  Name another file with --db.\n`,
      });
    }
    open();
    expect(readdirSync(join(cwd, 'd')).sort()).toEqual(['p', 'x.db']);
  });
});

test('a damaged index is refused with exit code 4 by the query and every export', async () => {
  const cwd = folderWith({ 'p/a.py': functions(300) });
  await analyzer(['workspace', 'index', 'p', '--db', 'x.db'], { cwd });
  const db = join(cwd, 'x.db');
  const bytes = readFileSync(db);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(db, bytes);
  const exports = ['terminal', 'json', 'ndjson', 'dot', 'html'].map((format) => ['export', '--format', format]);
  for (const [command = '', ...args] of [...exports, ['query', '--operation', 'summary']]) {
    const output = args.includes('html') ? ['-o', 'map.html'] : [];
    const { code, stdout, stderr } = await analyzer(['workspace', command, '--db', 'x.db', ...args, ...output], {
      cwd,
    });
    expect({ code, stdout, stderr }, args.join(' ')).toEqual({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining('cannot use x.db as an index: it is damaged'),
    });
  }
  expect(readdirSync(cwd).sort()).toEqual(['p', 'x.db']);
});
