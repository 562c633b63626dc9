import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from './fixture.ts';

/** A folder with FIFOs of these names, without writers. */
function folderWithFifos(...names: string[]): string {
  const folder = folderWith({ 'a.py': 'def f():\n    return 1\n' });
  execFileSync('mkfifo', names, { cwd: folder });
  return folder;
}

/** Each command that reads an input file. */
const commands: [args: string[], fifo: string][] = [
  [['manifest', 'validate'], 'contracts.json'],
  [['manifest', 'validate', 'in'], 'in'],
  [['manifest', 'check'], 'contracts.yaml'],
  [['manifest', 'explain', '.'], 'contracts.json'],
  [['manifest', 'diff', 'in', 'in'], 'in'],
  [['check', '.'], 'analyzer.baseline.json'],
  [['check', '.', '--baseline', 'in'], 'in'],
  [['baseline', '.'], 'analyzer.baseline.json'],
  [['scan', '.'], '.analyzerignore'],
  [['diff', '.', '.'], '.analyzerignore'],
  [['manifest', 'init', '.'], '.analyzerignore'],
  [['map', '.'], '.analyzerignore'],
  [['workspace', 'index', '.'], '.analyzerignore'],
  [['workspace', 'index', '--manifest', 'in'], 'in'],
  [['workspace', 'query', '--request', 'in', '--db', 'x.db'], 'in'],
  [['workspace', 'query', '--operation', 'summary', '--db', 'in'], 'in'],
  [['workspace', 'export', '--db', 'in'], 'in'],
  [['workspace', 'context', '--group-id', 'g_655da8e80910a6583843', '--db', 'in'], 'in'],
  [['workspace', 'validate', 'in', 'ok.json'], 'in'],
  [['scan', '.'], 'analyzer.json'],
  [['scan', '.', '--config', 'in'], 'in'],
  [['config'], 'analyzer.json'],
  [['watch', '.'], 'analyzer.json'],
  [['lsp'], 'analyzer.json'],
  [['tickets', 'plan', '--db', 'x.db', '--config', 'in'], 'in'],
  [['tickets', 'materialize', 'in', '--db', 'x.db'], 'in'],
  [['tickets', 'status'], 'extraction-state.json'],
  [['tickets', 'explain', 'x'], 'extraction-state.json'],
  [['tickets', 'dispatch'], 'extraction-state.json'],
  [['tickets', 'run'], 'extraction-state.json'],
  [['tickets', 'sync'], 'extraction-state.json'],
  [['tickets', 'attempts', 'resolve', 'x'], 'extraction-state.json'],
  [['manifest', 'check', '--db', 'in', '--project', 'x', 'ok.json'], 'in'],
];

test.each(commands)('%j refuses a FIFO', { timeout: 20_000 }, async (args, fifo) => {
  const folder = folderWithFifos(fifo);
  writeFileSync(join(folder, 'ok.json'), '{"contracts": []}');
  const { code, stdout, stderr } = await analyzer(args, { cwd: folder });
  expect(stderr).toMatch(/it is a FIFO|not a regular file/);
  expect([2, 3, 4]).toContain(code);
  expect(stdout).not.toContain('return 1');
});

test('a device is refused, also as a baseline of manifests', { timeout: 20_000 }, async () => {
  const folder = folderWithFifos('in');
  writeFileSync(join(folder, 'ok.json'), '{"contracts": []}');
  expect(await analyzer(['manifest', 'validate', '/dev/zero'])).toMatchObject({
    code: 3,
    stderr: 'analyzer: cannot read /dev/zero: it is a device\n  Name a regular file.\n',
  });
  expect(await analyzer(['manifest', 'check', 'ok.json', '.', '--baseline', 'in'], { cwd: folder })).toMatchObject({
    code: 3,
    stderr: 'analyzer: cannot read in: it is a FIFO\n  Name a regular file.\n',
  });
});

test('a symbolic link at a default manifest is refused, a named one is followed', { timeout: 20_000 }, async () => {
  const folder = folderWith({ 'elsewhere.json': '{"contracts": []}' });
  symlinkSync('elsewhere.json', join(folder, 'contracts.json'));
  expect(await analyzer(['manifest', 'validate'], { cwd: folder })).toMatchObject({
    code: 3,
    stderr: 'analyzer: cannot read contracts.json: it is a symbolic link\n  Name the file that it leads to.\n',
  });
  const named = await analyzer(['manifest', 'validate', 'contracts.json'], { cwd: folder });
  expect(named.stderr).toBe('');
});

const documents: [args: string[], schema: string][] = [
  [['config', '--config', 'in.extraction-state.json'], 'analyzer.config.v1'],
  [['lsp', '--config', 'in.extraction-state.json'], 'analyzer.config.v1'],
  [['tickets', 'plan', '--db', 'x.db', '--config', 'in.extraction-state.json'], 'analyzer.extraction-config.v1'],
  [['tickets', 'materialize', 'in.extraction-state.json', '--db', 'x.db'], 'analyzer.extraction-plan.v1'],
  [['tickets', 'status', '--state', 'in.extraction-state.json'], 'analyzer.extraction-state.v1'],
];

test.each(documents)(
  '%j refuses an empty, incomplete, nested or binary document',
  { timeout: 60_000 },
  async (args, schema) => {
    const deep = 200_000;
    const texts = [
      '',
      `{"schema": "${schema}", "tasks": [`,
      `{"schema": "${schema}", "tasks": ${'['.repeat(deep)}${']'.repeat(deep)}}`,
      Buffer.from(`{"schema": "${schema}", "a": "\xff\xfe"}`, 'latin1'),
    ];
    for (const text of texts) {
      const folder = folderWith({ 'a.py': '' });
      writeFileSync(join(folder, 'in.extraction-state.json'), text);
      const { code, stdout, stderr } = await analyzer(args, { cwd: folder });
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([
        2,
        '',
        expect.stringContaining('in.extraction-state.json'),
      ]);
    }
  },
);
