import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { folderWith, launcher } from '../fixture.ts';

const ANALYZER = [process.execPath, launcher];

/** A program that does not end is killed, and has no exit code. */
function run([program = '', ...args]: readonly string[], cwd: string): SpawnSyncReturns<string> {
  const env = { ...process.env, XDG_CACHE_HOME: '/dev/null/cache' };
  const options = { cwd, env, encoding: 'utf8', timeout: 100_000, killSignal: 'SIGKILL' } as const;
  return spawnSync(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 });
}

function statusOf({ stdout, stderr }: SpawnSyncReturns<string>, path: string): unknown {
  const { entries }: { entries: { path: string; status: string }[] } = JSON.parse(stdout || '{"entries":[]}');
  return entries.find((entry) => entry.path === path)?.status ?? stderr;
}

describe('a script of 2,000 commands in one pipeline, with an error at its end', { timeout: 120_000 }, () => {
  const script = `${Array(2_000).fill('a').join('|')}\nif\n`;
  const json = ['.', '--format', 'json'];

  test.skipIf(NATIVE_MISSING !== undefined)(`is analyzed by analyzer-rs${NATIVE_MISSING ?? ''}`, () => {
    const folder = folderWith({ 'p/a.sh': script, 'empty/a.txt': '' });
    const scan = run([BUILT_HERE, 'scan', ...json], join(folder, 'p'));
    expect(statusOf(scan, 'a.sh')).toBe('partial');
    const diff = run([BUILT_HERE, 'diff', '../empty', ...json], join(folder, 'p'));
    expect([diff.status, diff.stdout]).toEqual([0, expect.stringContaining('"a.sh"')]);
  });

  test.each([
    ['scan', [...json, '--engine', 'auto'], '"status":"partial"'],
    ['scan', [...json, '--engine', 'portable'], '"status":"partial"'],
    ['map', ['.', '-o', '../map.html', '--db', '../map.db', '--no-cache'], 'partial 1'],
    ['workspace', ['index', '.', '--db', '../index.db'], 'partial 1'],
    ['manifest', ['init', '.'], '"version": "1.0"'],
  ])('is analyzed by analyzer %s %j', (command, args, expected) => {
    const ended = run([...ANALYZER, command, ...args], join(folderWith({ 'p/a.sh': script }), 'p'));
    expect([ended.status, ended.stdout + ended.stderr]).toEqual([0, expect.stringContaining(expected)]);
  });
});

/** A reader whose time grows with the square of their number needs minutes: the file is a `timeout`. */
describe('50,000 here-documents of one command', { timeout: 120_000 }, () => {
  const script = `cat${' <<A'.repeat(50_000)}\n${'x\nA\n'.repeat(50_000)}`;

  test.skipIf(NATIVE_MISSING !== undefined)(`are analyzed by the native engine${NATIVE_MISSING ?? ''}`, () => {
    const scan = run([BUILT_HERE, 'scan', '.', '--format', 'json'], folderWith({ 'a.sh': script }));
    expect(statusOf(scan, 'a.sh')).toBe('analyzed');
  });

  test('are analyzed by the portable engine', () => {
    const command = [...ANALYZER, 'scan', '.', '--format', 'json', '--engine', 'portable'];
    expect(statusOf(run(command, folderWith({ 'a.sh': script })), 'a.sh')).toBe('analyzed');
  });
});
