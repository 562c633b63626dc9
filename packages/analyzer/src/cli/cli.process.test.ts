import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from '@analyzer/contracts/analyzer.scan.v1/validate';
import { describe, expect, test } from 'vitest';
import { analyzer, analyzerProcess, folderWith, launcher, runChild } from './fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../fixtures/cli/${name}`, import.meta.url));

const small = {
  'app/cart.py': 'from app.price import add\n\n\ndef total(items):\n    return add(items[0], items[1])\n',
  'app/price.py': 'def add(a, b):\n    return a + b\n',
  'node_modules/x/index.js': 'module.exports = 1;\n',
};
const broken = { ...small, 'app/bad.py': 'def f(:\n    pass\n' };

describe('help', () => {
  test.each([
    ['help.txt', ['--help']],
    ['help.scan.txt', ['scan', '--help']],
    ['help.config.txt', ['config', '--help']],
    ['help.workspace.txt', ['workspace', '--help']],
    ['help.workspace-index.txt', ['workspace', 'index', '--help']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await analyzer(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(golden(name));
  });

  test('without arguments it prints the help as an error', async () => {
    const { code, stdout, stderr } = await analyzer([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(readFileSync(golden('help.txt'), 'utf8'));
  });

  test.each([['serve'], ['workspace'], ['manifest'], ['tickets', 'attempts']])(
    '%s without a command prints its help as an error',
    async (...words) => {
      const [help, ended] = await Promise.all([analyzer([...words, '--help']), analyzer(words)]);
      const stderr = `${help.stdout}analyzer: a command is missing\n`;
      expect(ended).toEqual({ code: 2, stdout: '', stderr });
    },
  );

  test('the version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await analyzer(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a scan', () => {
  test('prints a tree and a summary', async () => {
    const { code, stdout, stderr } = await analyzer(['scan', folderWith(small), '--detail', 'declarations']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('total(items)');
    expect(stdout).toMatch(/analyzed +2\n/);
    expect(stdout).toMatch(/excluded +1 +default node_modules\/ \(1\)\n/);
  });

  test('needs no command', async () => {
    const folder = folderWith(small);
    const options = ['--format', 'json', '--detail', 'files'];
    const { entries } = JSON.parse((await analyzer([folder, ...options])).stdout);
    expect(JSON.parse((await analyzer([...options, folder])).stdout).entries).toEqual(entries);
    expect(JSON.parse((await analyzer(['app', ...options], { cwd: folder })).stdout).root).toBe('app');
  });

  test('prints valid JSON, equal for any number of workers', async () => {
    const folder = folderWith(small);
    const documents = await Promise.all(
      ['1', '3'].map(async (jobs) => JSON.parse((await analyzer([folder, '--format', 'json', '--jobs', jobs])).stdout)),
    );
    for (const document of documents) {
      expect(validate(document)).toBe(true);
      delete document.runtime;
    }
    expect(documents[0]).toEqual(documents[1]);
  });

  test('prints a graph of the files', async () => {
    const { stdout } = await analyzer([folderWith(small), '--format', 'dot', '--detail', 'files']);
    expect(stdout).toMatch(/f0 \[label="app\/cart.py"\];\n {2}f1 \[label="app\/price.py"\];\n {2}f0 -> f1;/);
  });

  test('prints colors only on request', async () => {
    const folder = folderWith(small);
    expect((await analyzer([folder])).stdout).not.toContain('\x1b');
    expect((await analyzer([folder, '--color', 'always'], { env: { NO_COLOR: '1' } })).stdout).toContain('\x1b[');
  });

  test('prints only ASCII with --ascii', async () => {
    expect((await analyzer([folderWith(small), '--ascii', '--detail', 'full'])).stdout).toMatch(/^[\n\x20-\x7e]+$/);
  });

  test('applies exclusions, limits and source roots', async () => {
    const folder = folderWith({ ...small, 'app/lib/tax.py': 'def tax(): pass\n', 'app/use.py': 'import tax\n' });
    const flags = ['--format', 'json', '--exclude', 'price.py', '--exclude', 'cart*', '--source-root', 'app/lib'];
    const { entries, exclusions, options } = JSON.parse((await analyzer([folder, ...flags, '--all'])).stdout);
    expect(exclusions.map(({ path }: { path: string }) => path)).toEqual(['app/cart.py', 'app/price.py']);
    expect(options).toMatchObject({ all: true, exclude: ['price.py', 'cart*'], source_roots: ['app/lib'] });
    const use = entries.find(({ path }: { path: string }) => path === 'app/use.py');
    expect(use.imports[0]).toMatchObject({ state: 'resolved', path: 'app/lib/tax.py' });
    const limited = JSON.parse((await analyzer([folder, '--format', 'json', '--max-bytes', '60'])).stdout);
    expect(limited.coverage['too-large']).toBe(1);
  });
});

describe('exit codes', () => {
  test.each<[name: string, args: string[], code: number, stderr: string]>([
    ['a missing folder', ['scan', 'nowhere'], 3, 'analyzer: no such folder: nowhere\n'],
    ['a word that is neither a folder nor a command', ['nowhere'], 3, 'analyzer: no such folder or command: nowhere\n'],
    ['a misspelt command', ['scna', '.'], 2, "analyzer: unknown command 'scna'\n  Did you mean scan?\n"],
    [
      'a misspelt option',
      ['scan', '.', '--detial', 'full'],
      2,
      "analyzer: unknown option '--detial'\n  Did you mean --detail?\n",
    ],
    ['no folder', ['scan'], 2, "analyzer: missing required argument 'path'\n  See `analyzer scan --help`.\n"],
    [
      'a wrong choice',
      ['scan', '.', '--format', 'xml'],
      2,
      "analyzer: option '--format <format>' argument 'xml' is invalid. Allowed choices are terminal, json, dot.\n  See `analyzer scan --help`.\n",
    ],
    [
      'a number out of range',
      ['scan', '.', '--jobs', '65'],
      2,
      "analyzer: option '--jobs <n>' argument '65' is invalid. Expected a whole number from 1 to 64.\n  See `analyzer scan --help`.\n",
    ],
    [
      'a file instead of a folder',
      ['scan', launcher],
      2,
      expect.stringContaining('is not a folder') as unknown as string,
    ],
    ['a name with a control character', ['scan', 'a\x07b'], 3, 'analyzer: no such folder: a\\u{7}b\n'],
  ])('%s', async (_name, args, code, stderr) => {
    expect(await analyzer(args)).toEqual({ code, stdout: '', stderr });
  });

  test('a removed current folder', async () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" .';
    expect(await runChild('bash', ['-c', script, process.execPath, launcher], { cwd: folderWith({}) })).toEqual({
      code: 3,
      stdout: '',
      stderr: 'analyzer: no such folder: .\n  The current folder was removed.\n',
    });
  });

  test('incomplete analysis is an error only with --strict', async () => {
    const folder = folderWith(broken);
    expect(await analyzer([folder])).toMatchObject({ code: 0, stderr: '' });
    const strict = await analyzer([folder, '--strict']);
    expect(strict).toMatchObject({
      code: 2,
      stderr: 'analyzer: --strict: 1 not completely analyzed: app/bad.py (partial)\n',
    });
    expect(strict.stdout).toContain('app/');
    expect(await analyzer([folderWith(small), '--strict'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('output to a file', () => {
  test('writes a new file', async () => {
    const folder = folderWith(small);
    const ended = await analyzer(['app', '--format', 'json', '-o', 'scan.json'], { cwd: folder });
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(validate(JSON.parse(readFileSync(join(folder, 'scan.json'), 'utf8')))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['app', 'node_modules', 'scan.json']);
  });

  test('does not touch an existing file', async () => {
    const folder = folderWith({ ...small, 'scan.json': 'precious' });
    const { code, stderr } = await analyzer(['app', '-o', 'scan.json'], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'analyzer: scan.json already exists\n  Remove it or choose another name.\n',
    });
    expect(readFileSync(join(folder, 'scan.json'), 'utf8')).toBe('precious');
  });

  test('fails at once if it cannot be written', async () => {
    const folder = folderWith(small);
    expect(await analyzer(['app', '-o', 'no/such/scan.json'], { cwd: folder })).toEqual({
      code: 70,
      stdout: '',
      stderr: 'analyzer: cannot write no/such/scan.json: its folder does not exist\n',
    });
  });

  test('accepts a name of any length that the system allows, and no empty name', async () => {
    const folder = folderWith(small);
    const name = 'x'.repeat(255);
    expect(await analyzer(['app', '-o', name], { cwd: folder })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(folder)).toContain(name);
    const { code, stderr } = await analyzer(['app', '-o', ''], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'analyzer: the output file has no name\n' });
  });

  test('leaves no file if the disk becomes full', async () => {
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}.py`, 'def f():\n    return 1\n']));
    const folder = folderWith(files);
    // A limit of 4 KiB per file has the effect of a full disk.
    const script = `trap '' XFSZ; ulimit -f 4; exec "$0" "$1" . --format json -o scan.json`;
    const { code, stderr } = await runChild('bash', ['-c', script, process.execPath, launcher], { cwd: folder });
    expect({ code, stderr }).toEqual({
      code: 70,
      stderr: 'analyzer: cannot write scan.json: the file would be too large for the system\n',
    });
    expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort());
  });
});

describe('pipes', () => {
  test('a reader that stops early ends the program silently, with the exit code of SIGPIPE', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [
        `folder/file-with-a-long-name-${n}.py`,
        'def f():\n    return 1\n'.repeat(20),
      ]),
    );
    const script = `set -o pipefail; "$0" "$1" . --detail full | head -n 1`;
    const ended = await runChild('bash', ['-c', script, process.execPath, launcher], { cwd: folderWith(files) });
    expect(ended).toMatchObject({ code: 141, stderr: '' });
    expect(ended.stdout.trim().split(/\s+/)).toEqual(['language', 'lines', 'size']);
  });

  test.each(['--help', '--version', 'scan --help', 'help scan'])(
    'a reader of %s that stops before any output ends the program in the same way',
    async (args) => {
      const script = `set -o pipefail; (sleep 0.5; "$0" "$1" ${args}) | true`;
      const ended = await runChild('bash', ['-c', script, process.execPath, launcher]);
      expect(ended).toEqual({ code: 141, stdout: '', stderr: '' });
    },
  );

  test.each(['.', '--help', '--version'])('a full disk at stdout is an error: %s', async (args) => {
    const script = `"$0" "$1" ${args} > /dev/full`;
    const ended = await runChild('bash', ['-c', script, process.execPath, launcher], { cwd: folderWith(small) });
    expect(ended).toMatchObject({
      code: 70,
      stderr: 'analyzer: cannot write standard output: no space left on the device\n',
    });
  });

  test.each<[args: string, code: number]>([
    ['', 2],
    ['nowhere', 3],
    ['. --detial', 2],
  ])('a closed stderr does not change the exit code: %s', async (args, code) => {
    const script = `exec 3>&1; (sleep 0.5; "$0" "$1" ${args} 2>&1 >/dev/null; echo $? >&3) | true; wait`;
    const ended = await runChild('bash', ['-c', script, process.execPath, launcher], { cwd: folderWith(small) });
    expect(ended).toEqual({ code: 0, stdout: `${code}\n`, stderr: '' });
  });
});

test('Ctrl-C ends a scan of minutes at once, with exit 130 and no half-written file', async () => {
  const folder = folderWith({});
  const text = 'def f(a, b):\n    return [x for x in range(a, b) if x % 2]\n\n'.repeat(3000);
  for (let n = 0; n < 200; n++) writeFileSync(join(folder, `big${n}.py`), `${text}# ${n}\n`);
  const interruptAfter = 1500;
  const ended = await analyzerProcess(['.', '--format', 'json', '-o', 'scan.json'], { cwd: folder, interruptAfter });
  expect(ended).toEqual({ code: 130, stdout: '', stderr: 'analyzer: interrupted\n' });
  expect(readdirSync(folder).filter((name) => name.includes('scan'))).toEqual([]);
});

describe('the launcher', () => {
  test('reports a too old Node and the remedy', async () => {
    const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })";
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, launcher, '.'];
    expect(await runChild(process.execPath, args)).toEqual({
      code: 70,
      stdout: '',
      stderr: 'analyzer: Node 20.18.3 is too old\n  Install Node 20.19 or newer.\n',
    });
  });

  test('reports a missing build and the remedy', async () => {
    const folder = folderWith({
      'bin/analyzer.js': readFileSync(launcher, 'utf8'),
      'package.json': '{"type":"module"}',
    });
    expect(await runChild(process.execPath, [join(folder, 'bin/analyzer.js')])).toMatchObject({
      code: 70,
      stderr: expect.stringContaining('npm ci'),
    });
  });
});
