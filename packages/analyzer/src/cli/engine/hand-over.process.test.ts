import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzer, folderWith, launcher } from '../fixture.ts';

const project = { 'a.py': 'def f(x):\n    return x + 1\n', 'lib/b.ts': "import './c.js';\nexport const b = 1;\n" };
/** Takes oxc minutes. */
const endless = '(a=('.repeat(8_000);

/** The native engine, except that the commands for complete projects run a shell command. */
function engineWith(command: string): string {
  const file = join(folderWith({}), 'engine');
  writeFileSync(
    file,
    `#!/bin/sh\ncase "$1" in scan|diff|index|entries) ${command};; *) exec '${BUILT_HERE}' "$@";; esac\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

const answer = (text: string) => text.replace(/"runtime":.*/, '');

const copied = (name: string) => `def ${name}(values):
    total = 0
    for value in values:
        total = total + value
    return total / len(values)
`;

let template = '';
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'analyzer-repository-'));
  await createRepository(template);
});
afterAll(() => rmSync(template, { recursive: true }));

/** A copy. All have the same name, which results contain. */
function repository(): string {
  const cwd = join(folderWith({}), 'project');
  cpSync(template, cwd, { recursive: true });
  return cwd;
}

/** A repository with a baseline that does not allow the copies in the work tree. */
async function createRepository(cwd: string): Promise<void> {
  mkdirSync(join(cwd, 'lib'));
  writeFileSync(join(cwd, 'a.py'), copied('mean'));
  writeFileSync(join(cwd, 'lib/b.ts'), "import './c.js';\nexport const b = 1;\n");
  commitAll(cwd);
  await analyzer(['baseline'], { cwd });
  appendFileSync(join(cwd, 'a.py'), copied('average'));
}

/** Commands for complete projects besides `scan` and `diff`, with the file or text that they write. */
const projectCommands: { args: string[]; output: (cwd: string, stdout: string) => string | Promise<string> }[] = [
  { args: ['check', '--format', 'json'], output: (_, stdout) => stdout },
  { args: ['check', '--against', 'HEAD', '--format', 'json'], output: (_, stdout) => stdout },
  {
    args: ['baseline', '--baseline', 'new.json'],
    output: (cwd) => {
      const text = readFileSync(join(cwd, 'new.json'), 'utf8');
      rmSync(join(cwd, 'new.json'));
      return text;
    },
  },
  { args: ['workspace', 'index', '.', '--db', 'i.db'], output: graphOf },
  { args: ['map', '.', '--db', 'i.db'], output: graphOf },
];

async function graphOf(cwd: string): Promise<string> {
  const { stdout } = await analyzer(['workspace', 'export', '--db', 'i.db', '--format', 'ndjson'], { cwd });
  rmSync(join(cwd, 'i.db'));
  rmSync(join(cwd, 'analyzer-map.html'), { force: true });
  return stdout;
}

describe.skipIf(NATIVE_MISSING !== undefined)(
  `a command handed over to the native engine${NATIVE_MISSING ?? ''}`,
  () => {
    test.each([
      ['is killed', 'kill -9 $$', 'was killed by SIGKILL'],
      ['fails', 'exit 75', 'failed'],
    ])('is done file by file if the supervising process %s before output starts', async (_, command, how) => {
      const cwd = folderWith(project);
      for (const words of ['scan .', 'diff . lib']) {
        const args = [...words.split(' '), '--format', 'json', '--engine', 'native'];
        const expected = await analyzer(args, { cwd });
        const { code, stdout, stderr } = await analyzer([...args, '--rust-bin', engineWith(command)], { cwd });
        expect(code).toBe(0);
        expect(answer(stdout)).toBe(answer(expected.stdout));
        expect(stderr).toBe(`Parsing file by file: the supervising process of the native engine ${how}.\n`);
      }
    });

    describe.each(projectCommands)('$args', ({ args, output }) => {
      const run = async (cwd: string, ...more: string[]) => {
        const { code, stdout, stderr } = await analyzer([...args, '--engine', 'native', ...more], { cwd });
        return { result: { code, output: answer(await output(cwd, stdout)) }, stdout, stderr };
      };

      let known: Awaited<ReturnType<typeof run>> | undefined;
      const expectedRun = async () => {
        known ??= await run(repository());
        return known;
      };

      test.each([
        ['is killed', 'kill -9 $$', 'was killed by SIGKILL'],
        ['fails', 'exit 70', 'failed'],
      ])('is done file by file if the supervising process %s', async (_, command, how) => {
        const cwd = repository();
        const expected = await expectedRun();
        expect(expected.result.code).toBe(args[0] === 'check' ? 1 : 0);
        expect(expected.stderr).not.toContain('file by file');
        const { result, stderr } = await run(cwd, '--rust-bin', engineWith(command));
        expect(result).toEqual(expected.result);
        expect(stderr).toContain(`Parsing file by file: the supervising process of the native engine ${how}.`);
      });

      test('uses the native cache', async () => {
        const cwd = repository();
        const cache = folderWith({});
        const { result } = await expectedRun();
        const packs: string[][] = [];
        for (let time = 0; time < 2; time++) {
          const cached = await run(cwd, '--cache-dir', cache);
          expect(cached.result).toEqual(result);
          packs.push(readdirSync(cache, { recursive: true, encoding: 'utf8' }).sort());
          if (args.includes('json')) {
            const { hits } = JSON.parse(cached.stdout).runtime.cache;
            if (time > 0) expect(hits).toBeGreaterThan(1);
          }
        }
        expect(packs[0]?.some((path) => /^native-[0-9a-f]+\/.*\.pack$/.test(path))).toBe(true);
        // Nothing was parsed, so nothing was written.
        expect(packs[1]).toEqual(packs[0]);
      });
    });

    test('is an error if the supervising process is killed after output started', async () => {
      const engine = engineWith('echo output >&3; printf half; kill -9 $$');
      const { code, stdout, stderr } = await analyzer(['scan', '.', '--rust-bin', engine], {
        cwd: folderWith(project),
      });
      expect({ code, stdout }).toEqual({ code: 70, stdout: 'half' });
      expect(stderr).toBe(
        'analyzer: the supervising process of the native engine was killed by SIGKILL while it wrote the result\n  Try again with --engine portable.\n',
      );
    });

    test('gets every option, and paths that look like options', async () => {
      const cwd = folderWith({ '-p/src/a.py': 'import b\n', '-p/src/lib/b.py': 'x = 1\n', '-p/notes.txt': 'a\n' });
      const options =
        '--all --profile logic --exclude=*.txt --source-root src/lib --max-bytes 9 --min-nodes 3 --min-near 12 --min-block 13 --min-block-shape 14 --jobs 1 --detail files --ascii --color always';
      const args = (engine: string) => ['scan', ...options.split(' '), '--engine', engine, '--', '-p'];
      const [native, portable] = await Promise.all(['native', 'portable'].map((it) => analyzer(args(it), { cwd })));
      const text = (stdout = '') => stdout.replace(/(portable|native) engine.*/, '');
      expect(text(native?.stdout)).toContain('a.py');
      expect({ ...native, stdout: text(native?.stdout) }).toEqual({ ...portable, stdout: text(portable?.stdout) });
      const diff = await analyzer(
        ['diff', '-p', '.', '--threshold', '0.25', '--max-pairs', '7', '--check', '--format', 'json'],
        { cwd },
      );
      expect(diff.stderr).toContain("unknown option '-p'");
      const json = await analyzer('diff --threshold 0.25 --max-pairs 7 --check --format json -- -p .'.split(' '), {
        cwd,
      });
      expect(json.code).toBe(1);
      expect(JSON.parse(json.stdout)).toMatchObject({
        engine: 'native',
        options: { threshold: 250_000, max_pairs: 7 },
      });
    });

    test('uses the native cache', async () => {
      const cwd = folderWith({ 'p/a.py': 'x = 1\n' });
      const args = ['scan', 'p', '--engine', 'native', '--cache-dir', 'cache', '--format', 'json'];
      for (const hits of [0, 1]) {
        const { stdout } = await analyzer(args, { cwd });
        expect(JSON.parse(stdout)).toMatchObject({ runtime: { cache: { hits } } });
      }
    });
  },
);

describe.skipIf(NATIVE_MISSING !== undefined || process.platform !== 'linux')(
  `processes of a command that is handed over${NATIVE_MISSING ?? ''}`,
  () => {
    test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
      'end soon after analyzer gets %s',
      async (signal) => {
        const cwd = folderWith({ 'w/a.js': endless });
        const child = spawn(process.execPath, [launcher, 'scan', 'w', '--engine', 'native', '-o', 'out.txt'], { cwd });
        const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
        // The supervising process and the one that parses; neither the handshake nor a child before its exec counts.
        while (processesIn(cwd).filter(handedOver).length < 2) await wait(20);
        child.kill(signal);
        const killedAt = performance.now();
        const code = await ended;
        while (processesIn(cwd).length > 0) await wait(20);
        expect(performance.now() - killedAt).toBeLessThan(3000);
        if (signal !== 'SIGKILL') expect(code).toBe(130);
        expect(readdirSync(cwd)).toEqual(['w']);
      },
      30_000,
    );
  },
);

function handedOver(process: string): boolean {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').includes('--called-by-analyzer');
  } catch {
    return false;
  }
}

/** Processes with this working directory. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}
