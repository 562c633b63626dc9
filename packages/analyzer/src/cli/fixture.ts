import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Ended, runInProcess } from './in-process-fixture.ts';

export { fixtureFolder as folderWith } from '@analyzer/core/tree/fixture-folder.ts';
export type { Ended } from './in-process-fixture.ts';

/** The installed program, created by `npm run build`. */
export const launcher = fileURLToPath(new URL('../../bin/analyzer.js', import.meta.url));

interface Options {
  cwd?: string;
  env?: Record<string, string>;
  /** Content of standard input. */
  stdin?: string | Uint8Array;
}

interface ChildOptions extends Options {
  uid?: number;
  gid?: number;
  /** Interrupts the program after this number of milliseconds. */
  interruptAfter?: number;
}

/** A path where no folder can be created, so that no test writes into the user's cache. */
const NO_CACHE = '/dev/null/cache';

/** Runs a program to its end. */
export function runChild(command: string, args: readonly string[], options: ChildOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { interruptAfter, ...spawnOptions } = options;
    const child = spawn(command, args, { ...spawnOptions, env: environment(options) });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    // The program may end before it has read all input.
    child.stdin.on('error', () => undefined).end(options.stdin);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    if (interruptAfter !== undefined) setTimeout(() => child.kill('SIGINT'), interruptAfter);
  });
}

function environment({ env }: Options): Record<string, string | undefined> {
  const { NO_COLOR, FORCE_COLOR, ...inherited } = process.env;
  return { ...inherited, XDG_CACHE_HOME: NO_CACHE, ...env };
}

/** Runs `analyzer` with these arguments, in this process and one after the other: starting Node takes longer than most commands. */
export function analyzer(args: readonly string[], options: Options = {}): Promise<Ended> {
  const { cwd = process.cwd(), stdin = '' } = options;
  return runInProcess(args, { cwd, stdin, env: environment(options) });
}

/** Runs `analyzer` as users do, for tests of what only a process has: signals, a crash, its start. */
export function analyzerProcess(args: readonly string[], options?: ChildOptions): Promise<Ended> {
  return runChild(process.execPath, [launcher, ...args], options);
}
