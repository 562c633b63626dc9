import { spawnSync } from 'node:child_process';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { folderWith, launcher } from '../fixture.ts';

const ENGINES: [name: string, command: string[]][] = [
  ['the portable engine', [process.execPath, launcher, 'scan', '--engine', 'portable']],
  ...(NATIVE_MISSING === undefined ? [['analyzer-rs', [BUILT_HERE, 'scan']] satisfies [string, string[]]] : []),
];

/** The problems of configurations, by path. A scan that does not end is killed. */
function problemsOf(files: Readonly<Record<string, string>>, [program = '', ...args]: string[]): unknown {
  const options = { cwd: folderWith(files), encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const { status, stdout } = spawnSync(program, [...args, '.', '--format', 'json'], options);
  return status === 0 ? JSON.parse(stdout).configuration_problems : `exit ${status}`;
}

describe.each(ENGINES)('hostile configurations, read by %s', (_name, command) => {
  test('40 that each extend the next one twice end with a problem', { timeout: 90_000 }, () => {
    const name = (number: number) => (number === 0 ? 'tsconfig.json' : `tsconfig.${number}.json`);
    const files = Array.from({ length: 40 }, (_, number): [string, string] => {
      const next = `./${name(number + 1)}`;
      return [name(number), JSON.stringify({ extends: number === 39 ? [] : [next, next] })];
    });
    const problems = problemsOf({ ...Object.fromEntries(files), 'a.ts': 'import "b";\n' }, command);
    expect(problems).toContainEqual({
      path: expect.stringMatching(/^tsconfig\.\d+\.json$/),
      problem: '"extends" reaches more than 64 files',
    });
  });

  test.each(['include', 'exclude'])('more than 256 patterns of %s are a problem', { timeout: 90_000 }, (key) => {
    const config = JSON.stringify({ [key]: Array.from({ length: 257 }, (_, number) => `*${number}/**/*.js`) });
    expect(problemsOf({ 'tsconfig.json': config, 'a.ts': 'import "b";\n' }, command)).toEqual([
      { path: 'tsconfig.json', problem: `"${key}" has more than 256 patterns` },
    ]);
  });
});
