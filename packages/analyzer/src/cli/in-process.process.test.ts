import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { beforeAll, expect, test } from 'vitest';
import { analyzer, analyzerProcess } from './fixture.ts';
import { waitingParsers } from './kept-parsers-fixture.ts';

const files = {
  'app/one.py': 'def one(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n',
  'app/two.py': 'def two(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n',
  'web/three.js': "import './four.js';\nexport const three = 3;\n",
  'contracts.json': '{"contracts": []}',
};

/** A line for each group of commands, in the order in which they need each other; the last ones are errors. */
const COMMANDS = [
  '. --format dot --engine native',
  'scan . --format dot --engine portable --color always',
  'scan . --detail files --ascii --engine native',
  'diff app web --format json',
  'baseline',
  'check --format markdown',
  'watch --help',
  'workspace index app web --db i.db',
  'workspace query --db i.db --operation projects',
  'workspace export --db i.db --format terminal',
  'workspace verify --db i.db',
  'map . --db m.db --no-cache -o m.html',
  'workspace import --help',
  'worker --queue none',
  'tickets catalog --db i.db',
  'serve rest --port none',
  'lsp --help',
  'manifest validate contracts.json',
  'config',
  'cache prune --cache-dir cache',
  'contracts --dir schemas',
  'completion bash',
  '',
  '--version',
  'nowhere',
  'scan . --detial',
];

/** Without times, which differ from run to run. */
const stable = (text: string): string =>
  text.replaceAll(/\d+(?:\.\d+)? m?s\b|"(?:wall|cpu|rss|parse)\w*":[\d.]+/gu, '…');

let folders: string[] = [];
beforeAll(() => {
  folders = ['here', 'there'].map((name) => {
    const folder = join(mkdtempSync(join(tmpdir(), `${name}-`)), 'p');
    writeFiles(folder, files);
    return folder;
  });
});

test.each(COMMANDS)('"analyzer %s" in the process of a test ends as in a process of its own', async (command) => {
  const args = command === '' ? [] : command.split(' ');
  const [here = '', there = ''] = folders;
  const ends = await Promise.all([analyzer(args, { cwd: here }), analyzerProcess(args, { cwd: there })]);
  const [own, child] = ends.map(({ code, stdout, stderr }) => ({
    code,
    stdout: stable(stdout),
    stderr: stable(stderr),
  }));
  expect(own).toEqual(child);
});

test('commands in the process of a test share a parser process, and one that ended is replaced', async () => {
  const scan = async () => {
    const { code, stdout } = await analyzer(['scan', '.', '--engine', 'portable', '--jobs', '1', '--format', 'json'], {
      cwd: folders[0] ?? '',
    });
    const { entries }: { entries: { status?: string }[] } = JSON.parse(stdout);
    const [pid = 0] = waitingParsers().slice(-1);
    return { code, parsed: entries.filter(({ status }) => status === 'analyzed').length, pid };
  };
  const first = await scan();
  expect(first).toEqual({ code: 0, parsed: 3, pid: expect.any(Number) });
  expect(await scan()).toEqual(first);
  process.kill(first.pid, 'SIGKILL');
  const last = await scan();
  expect(last).toMatchObject({ code: 0, parsed: 3 });
  expect(last.pid).not.toBe(first.pid);
});
