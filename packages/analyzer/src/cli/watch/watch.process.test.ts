import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WatchV1 } from '@analyzer/contracts/analyzer.watch.v1';
import { validate } from '@analyzer/contracts/analyzer.watch.v1/validate';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { analyzer, folderWith, launcher } from '../fixture.ts';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const python = (name: string) => `def ${name}(a, b):\n    return [a + b, a - b, a * b]\n`;
/** Generous, because the machine may be busy. */
const PATIENCE = 60_000;

type Changed = Extract<WatchV1, { type: 'changed' }>;

/** A running `analyzer watch --format json`. */
class Watching {
  readonly child: ChildProcess;
  stderr = '';
  readonly #events: WatchV1[] = [];
  #wake: (() => void) | undefined;
  readonly ended: Promise<number | null>;

  constructor(cwd: string, args: readonly string[] = [], user?: number) {
    const all = [launcher, 'watch', '--format', 'json', '--engine', 'portable', '--jobs', '1', ...args];
    this.child = spawn(process.execPath, all, { cwd, ...(user !== undefined && { uid: user, gid: user }) });
    onTestFinished(() => void this.child.kill('SIGKILL'));
    let text = '';
    this.child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const event: unknown = JSON.parse(line);
        if (!validate(event)) throw new Error(JSON.stringify(validate.errors));
        this.#events.push(event);
      }
      this.#wake?.();
    });
    this.child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.stderr += piece;
    });
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code) => {
        resolve(code);
        this.#wake?.();
      });
    });
  }

  /** The next event; fails if the program ends. */
  async next(): Promise<WatchV1> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      if (this.child.exitCode !== null) throw new Error(`ended: ${this.stderr}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The next event besides changes: events of one edit may be reported in several changes. */
  async other(): Promise<WatchV1> {
    let event = await this.next();
    while (event.type === 'changed') event = await this.next();
    return event;
  }

  /** The changes until one satisfies a condition. */
  async until(condition: (event: Changed) => boolean): Promise<Changed[]> {
    const changes: Changed[] = [];
    for (;;) {
      const event = await this.next();
      if (event.type !== 'changed') throw new Error(JSON.stringify(event));
      changes.push(event);
      if (condition(event)) return changes;
    }
  }
}

const hasFile = (path: string) => (event: Changed) => event.files.includes(path);
const hasCopies = (change: string) => (event: Changed) => event.copies.some((it) => it.change === change);

async function started(cwd: string, ...args: string[]): Promise<Watching> {
  const watching = new Watching(cwd, args);
  expect(await watching.next()).toMatchObject({ type: 'started' });
  return watching;
}

test('help', async () => {
  const { code, stdout } = await analyzer(['watch', '--help']);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(join(repository, 'fixtures/cli/help.watch.txt'));
});

describe('watch', () => {
  test(
    'reports copies and cycles that saved files add and remove, and ends with SIGINT',
    async () => {
      const cwd = folderWith({ 'src/a.py': python('f'), 'src/c.py': 'import a\n' });
      const watching = new Watching(cwd);
      expect(await watching.next()).toEqual({
        schema: 'analyzer.watch.v1',
        type: 'started',
        root: cwd.split('/').at(-1),
        files: 2,
        groups: 0,
        cycles: 0,
      });
      writeFileSync(join(cwd, 'src/b.py'), `\n${python('g')}`);
      const [appeared] = (await watching.until(hasCopies('appeared'))).slice(-1);
      expect(appeared?.copies).toMatchObject([{ kind: 'function-body', before: 0, after: 2 }]);
      expect(appeared?.copies[0]?.copies.map(({ path, start_line }) => [path, start_line])).toEqual([
        ['src/a.py', 1],
        ['src/b.py', 2],
      ]);
      // As editors save: a new file is renamed to the old one.
      writeFileSync(join(cwd, 'src/.a.py.swp'), `import c\n${python('f')}`);
      renameSync(join(cwd, 'src/.a.py.swp'), join(cwd, 'src/a.py'));
      const [cycle] = (await watching.until(({ cycles }) => cycles.length > 0)).slice(-1);
      expect(cycle).toMatchObject({ files: ['src/a.py'], copies: [], cycles: [{ example: ['src/a.py', 'src/c.py'] }] });
      // The editor's backup: the old file is moved away, then written again.
      renameSync(join(cwd, 'src/b.py'), join(cwd, 'src/b.py~'));
      writeFileSync(join(cwd, 'src/b.py'), 'x = 1\n');
      await watching.until(hasCopies('vanished'));
      const before = performance.now();
      watching.child.kill('SIGINT');
      expect(await watching.ended).toBe(130);
      expect(performance.now() - before).toBeLessThan(10_000);
      expect(watching.stderr).toBe('analyzer: interrupted\n');
    },
    PATIENCE,
  );

  test(
    'follows new, moved and deleted directories, and many files at once',
    async () => {
      const cwd = folderWith({ 'a.py': python('f') });
      const outside = folderWith({ 'one/two/three.py': python('f') });
      const watching = await started(cwd);
      mkdirSync(join(cwd, 'x/y/z'), { recursive: true });
      writeFileSync(join(cwd, 'x/y/z/b.py'), python('f'));
      await watching.until(hasFile('x/y/z/b.py'));
      // A directory that was created, and one that is moved into the project, are watched at each depth.
      writeFileSync(join(cwd, 'x/y/z/b.py'), 'x = 1\n');
      await watching.until(hasCopies('vanished'));
      renameSync(join(outside, 'one'), join(cwd, 'one'));
      await watching.until(hasFile('one/two/three.py'));
      writeFileSync(join(cwd, 'one/two/three.py'), 'x = 1\n');
      await watching.until(hasCopies('vanished'));
      rmSync(join(cwd, 'x'), { recursive: true });
      await watching.until(hasFile('x/y/z/b.py'));
      mkdirSync(join(cwd, 'many'));
      for (let number = 0; number < 2000; number++) writeFileSync(join(cwd, `many/${number}.py`), python('f'));
      const seen = new Set<string>();
      await watching.until(({ files }) => {
        for (const path of files) seen.add(path);
        return seen.size === 2000;
      });
      rmSync(join(cwd, 'many'), { recursive: true });
      await watching.until(hasCopies('vanished'));
    },
    2 * PATIENCE,
  );

  test(
    'follows rules of exclusion, reports invalid ones, and follows no link',
    async () => {
      const cwd = folderWith({ 'a.py': python('f'), 'gen/b.py': python('f'), 'node_modules/m/c.js': '' });
      const outside = folderWith({ 'd.py': python('f') });
      const watching = await started(cwd);
      writeFileSync(join(cwd, '.analyzerignore'), 'gen/\n');
      await watching.until(hasCopies('vanished'));
      writeFileSync(join(cwd, '.analyzerignore'), '[a\n');
      expect(await watching.other()).toMatchObject({ type: 'problem', code: 'usage' });
      symlinkSync(outside, join(cwd, 'link'));
      writeFileSync(join(outside, 'd.py'), python('f'));
      writeFileSync(join(cwd, 'node_modules/m/c.js'), 'x();\n');
      rmSync(join(cwd, '.analyzerignore'));
      const changes = await watching.until(hasCopies('appeared'));
      expect(changes.at(-1)?.copies[0]?.copies.map(({ path }) => path)).toEqual(['a.py', 'gen/b.py']);
    },
    PATIENCE,
  );

  test(
    'keeps the copies of a file through a syntax error, whose line it shows',
    async () => {
      const cwd = folderWith({ 'a.py': python('f'), 'b.py': python('f') });
      const watching = await started(cwd);
      writeFileSync(join(cwd, 'a.py'), `${python('f')}\ndef g(:\n`);
      const [broken] = (await watching.until(({ unparsed }) => unparsed.length > 0)).slice(-1);
      expect(broken).toMatchObject({
        copies: [],
        unparsed: [{ path: 'a.py', line: 4, is_kept: true }],
        totals: { files: 2, groups: 1, cycles: 0 },
      });
      writeFileSync(join(cwd, 'a.py'), 'x = 1\n');
      const [fixed] = (await watching.until(hasCopies('vanished'))).slice(-1);
      expect(fixed).toMatchObject({ unparsed: [], totals: { groups: 0 } });
    },
    PATIENCE,
  );

  test(
    'reports once that an edit since the last commit merges into a copy that does not have it',
    async () => {
      const step = (name: string, guard = '') =>
        `def ${name}(self, key):\n    encoded = self.encode(key, self.prefix)\n${guard}    found = self.lookup(encoded, self.timeout)\n    self.log(found, encoded, self.prefix)\n    return found\n`;
      const cwd = folderWith({ 'a.py': step('get'), 'b.py': step('read') });
      commitAll(cwd);
      const watching = await started(cwd);
      writeFileSync(
        join(cwd, 'a.py'),
        step('get', '    if not encoded.startswith(self.prefix):\n        return None\n'),
      );
      expect(await watching.other()).toMatchObject({
        type: 'missed',
        edits: [{ edited: { path: 'a.py' }, copies: [{ path: 'b.py' }] }],
      });
      writeFileSync(join(cwd, 'c.py'), python('f'));
      await watching.until(hasFile('c.py'));
    },
    PATIENCE,
  );

  test(
    'reports once that another project of the index has a new function',
    async () => {
      const loop = (name: string) =>
        `def ${name}(work, pause):\n    found = []\n    for attempt in range(1, 6):\n        try:\n            return work(attempt)\n        except OSError as problem:\n            found.append(problem)\n            pause(2 ** attempt * 100)\n    raise ExceptionGroup("failed", found)\n`;
      const cwd = folderWith({ 'p/a.py': python('f'), 'tool/again.py': loop('retry') });
      const db = join(cwd, 'index.db');
      await analyzer(['workspace', 'index', 'tool', '--engine', 'portable', '--db', db], { cwd });
      commitAll(join(cwd, 'p'));
      const watching = await started(join(cwd, 'p'), '--index', db);
      writeFileSync(join(cwd, 'p/b.py'), loop('repeat'));
      const event = await watching.other();
      const original = { project: 'tool', path: 'again.py', import: 'from again import retry' };
      expect(event).toMatchObject({ type: 'elsewhere', found: [{ path: 'b.py', qualified_name: 'repeat', original }] });
      writeFileSync(join(cwd, 'p/b.py'), `# later\n${loop('repeat')}`);
      writeFileSync(join(cwd, 'p/c.py'), python('h'));
      await watching.until(hasFile('c.py'));
    },
    PATIENCE,
  );

  test(
    'ends with an error if the folder is deleted or missing',
    async () => {
      const cwd = folderWith({ 'p/a.py': python('f') });
      const watching = await started(cwd, 'p');
      rmSync(join(cwd, 'p'), { recursive: true });
      expect(await watching.ended).toBe(3);
      expect(watching.stderr).toContain('no such folder: ');
      expect(await analyzer(['watch', 'p'], { cwd })).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('no such folder: p'),
      });
    },
    PATIENCE,
  );

  test.skipIf(process.getuid?.() !== 0)(
    'watches the rest of a project with directories it may not read',
    async () => {
      const cwd = folderWith({ 'a.py': python('f'), 'closed [x]/b.py': python('f'), 'open/c.py': '' });
      for (const path of ['', 'open']) chmodSync(join(cwd, path), 0o777);
      chmodSync(join(cwd, 'closed [x]'), 0);
      const watching = new Watching(cwd, [], 65_534);
      expect(await watching.next()).toMatchObject({ type: 'started', files: 2 });
      writeFileSync(join(cwd, 'open/c.py'), python('f'));
      await watching.until(hasCopies('appeared'));
    },
    PATIENCE,
  );

  test(
    'prints only changes of copies and cycles to a terminal',
    async () => {
      const cwd = folderWith({ 'a.py': `import b\n${python('f')}` });
      const child = spawn(process.execPath, [launcher, 'watch', '--jobs', '1', '--engine', 'portable'], { cwd });
      onTestFinished(() => void child.kill('SIGKILL'));
      let text = '';
      let wake = () => {};
      child.stdout.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        wake();
      });
      const until = async (pattern: RegExp) => {
        while (!pattern.test(text)) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      };
      await until(/Ctrl-C ends it\.\n/);
      writeFileSync(join(cwd, 'quiet.py'), 'x = 1\n');
      writeFileSync(join(cwd, 'b.py'), `import a\n${python('f')}`);
      await until(/import cycle.*\n {4}.*\n {2}now .*\n/s);
      expect(
        text
          .replace(/^Watching \S+:/, 'Watching x:')
          .replace(/\d\d:\d\d:\d\d/g, '00:00:00')
          .replace('b.py, quiet.py', 'b.py'),
      ).toMatchInlineSnapshot(`
        "Watching x: 1 file, 0 groups of copied functions, 0 import cycles. Ctrl-C ends it.
        00:00:00  b.py
          g_1525bc4e039924524a86  new group of 2 copies, identical, 16 nodes
            + b.py:2-3  f
              a.py:2-3  f
          new import cycle of 2 files
            a.py -> b.py -> a.py
          now 3 files, 1 group of copied functions, 1 import cycle
        "
      `);
      const steps = Array.from(
        { length: 8 },
        (_, at) => `    x.append(y[${at}].price * y[${at}].count - ${at})\n`,
      ).join('');
      writeFileSync(join(cwd, 'c.py'), `def g(y):\n    x = []\n${steps}    return sum(x)\n`);
      text = '';
      writeFileSync(join(cwd, 'd.py'), `def h(y):\n    x = []\n${steps}    x.append(len(y))\n    return sum(x)\n`);
      await until(/similar.*\n {4}.*\n {4}.*\n {2}now .*\n/s);
      expect(
        text
          .replace(/^.*\n/, '')
          .replace(/\d\d %/, '90 %')
          .replace(/^ {4}[+ ] (?=[cd])/gm, '    '),
      ).toMatch(
        /^ {2}new group of 2 copies, similar, \d+ nodes\n {4}[cd]\.py:1-1[12] {2}[gh]\n {4}[cd]\.py:1-1[12] {2}[gh] {2}90 %\n {2}now 5 files, .*\n$/,
      );
    },
    PATIENCE,
  );

  test(
    'names a configuration file without effect, and an invalid one, once',
    async () => {
      const own = JSON.stringify({ schema: 'analyzer.config.v1' });
      const cwd = folderWith({ 'a.py': python('f'), 'old/analyzer.json': '{}', 'analyzer.json': own });
      const watching = await started(cwd);
      writeFileSync(join(cwd, 'analyzer.json'), '{"exclude": ["old/**"');
      writeFileSync(join(cwd, 'b.py'), `\n${python('g')}`);
      await watching.until(hasFile('b.py'));
      writeFileSync(join(cwd, 'analyzer.json'), `${own}, {`);
      expect(await watching.other()).toMatchObject({ type: 'problem', code: 'usage' });
      writeFileSync(join(cwd, 'c.py'), python('h'));
      // Later than the events of that file.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      writeFileSync(join(cwd, 'analyzer.json'), own);
      await watching.until(hasFile('c.py'));
      watching.child.kill('SIGINT');
      await watching.ended;
      const lines = watching.stderr.split('\n');
      expect(lines.filter((it) => it.startsWith('old/analyzer.json has no effect'))).toHaveLength(1);
      expect(lines.filter((it) => it.startsWith('analyzer.json has no effect'))).toHaveLength(1);
    },
    PATIENCE,
  );

  test(
    'names the missing package where the watcher does not load',
    async () => {
      const cwd = folderWith({ 'p/a.py': '' });
      const packages = dirname(dirname(launcher));
      for (const part of ['bin', 'dist', 'package.json']) {
        cpSync(join(packages, part), join(cwd, 'program', part), { recursive: true });
      }
      for (const name of ['oxc-parser', '@photostructure/sqlite']) {
        mkdirSync(join(cwd, 'node_modules', dirname(name)), { recursive: true });
        symlinkSync(join(repository, 'node_modules', name), join(cwd, 'node_modules', name));
      }
      const child = spawn(process.execPath, [join(cwd, 'program/bin/analyzer.js'), 'watch', 'p'], { cwd });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (piece: string) => {
        stderr += piece;
      });
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
      expect(stderr).toMatch(
        /^analyzer: files cannot be watched: the binary package of @parcel\/watcher does not load \(.*\)\n {2}Install /,
      );
    },
    PATIENCE,
  );
});
