import { closeSync, createWriteStream, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import v8 from 'node:v8';
import { keepParsers } from './kept-parsers-fixture.ts';

type Program = typeof import('../command-line.ts');

/** The built program, as `bin/analyzer.js` loads it. */
const PROGRAM = new URL('../../dist/command-line.js', import.meta.url).href;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Surroundings {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Content of standard input. */
  stdin: string | Uint8Array;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs a command line in this process; one at a time, because its working folder, environment and streams are replaced. */
export function runInProcess(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const ended = last.then(() => runReplaced(args, surroundings));
  last = ended.catch(() => undefined);
  return ended;
}

async function runReplaced(args: readonly string[], { cwd, env, stdin }: Surroundings): Promise<Ended> {
  const { runCommandLine }: Program = await import(PROGRAM);
  const before = { cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
  const [stdout, stderr] = [new OutputFile(), new OutputFile()];
  const restore = [
    replaced('stdin', Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)])),
    replaced('stdout', stdout.stream),
    replaced('stderr', stderr.stream),
    withoutFlags(),
    keepParsers(),
  ];
  process.exitCode = undefined;
  setEnvironment(env);
  process.chdir(cwd);
  try {
    await runCommandLine(args);
    return { code: Number(process.exitCode ?? 0), stdout: await stdout.end(), stderr: await stderr.end() };
  } finally {
    process.chdir(before.cwd);
    setEnvironment(before.env);
    process.exitCode = before.exitCode;
    for (const undo of restore) undo();
  }
}

/** A file in place of standard output or error: programs that the command starts write into it too. */
class OutputFile {
  readonly #folder = mkdtempSync(join(tmpdir(), 'output-'));
  readonly #path = join(this.#folder, 'output');
  readonly #file = openSync(this.#path, 'a');
  readonly stream = createWriteStream(this.#path, { fd: this.#file, autoClose: false });

  /** @returns its content */
  async end(): Promise<string> {
    await new Promise((resolve) => this.stream.end(resolve));
    closeSync(this.#file);
    const text = readFileSync(this.#path, 'utf8');
    rmSync(this.#folder, { recursive: true });
    return text;
  }
}

/** @returns restores the stream */
function replaced(name: 'stdin' | 'stdout' | 'stderr', value: object): () => void {
  const before = Object.getOwnPropertyDescriptor(process, name) ?? {};
  Object.defineProperty(process, name, { ...before, get: () => value });
  return () => Object.defineProperty(process, name, before);
}

/** Commands set flags of V8 for a process that ends after them; they would slow down later tests. */
function withoutFlags(): () => void {
  const { setFlagsFromString } = v8;
  const set = (value: typeof setFlagsFromString): void => {
    v8.setFlagsFromString = value;
    syncBuiltinESMExports();
  };
  set(() => undefined);
  return () => set(setFlagsFromString);
}

/** Also native code reads the environment, so the object stays the same. */
function setEnvironment(env: Surroundings['env']): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
