import childProcess, { type ChildProcess, type SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { finished, PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { encodeAnswer, FrameReader } from '@analyzer/core/parse/pool/wire.ts';

/** The parser program of the built portable engine. */
const PARSER = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));

/** Of processes that wait for the next command. */
const MAX_KEPT = 3;

const { spawn } = childProcess;
const kept: KeptParser[] = [];

/**
 * Keeps the parser processes of commands that run in this process for the next commands: starting one takes ten times
 * the processor time of parsing the files of a test. One that did not answer each request is killed, as without this.
 *
 * @returns commands start and kill processes again
 */
export function keepParsers(): () => void {
  const set = (value: unknown): void => {
    Reflect.set(childProcess, 'spawn', value);
    syncBuiltinESMExports();
  };
  set((file: string, args: readonly string[] = [], options: SpawnOptions = {}) =>
    args.includes(PARSER) ? parserOf(file, args, options) : spawn(file, args, options),
  );
  return () => set(spawn);
}

/** @returns the ids of the processes that wait for the next command */
export function waitingParsers(): (number | undefined)[] {
  return kept.map(({ child }) => child.pid);
}

function parserOf(file: string, args: readonly string[], options: SpawnOptions): LentParser | ChildProcess {
  const key = JSON.stringify([file, args]);
  const at = kept.findLastIndex((parser) => parser.key === key);
  const [parser] = at < 0 ? [] : kept.splice(at, 1);
  if (parser !== undefined) return parser.lend();
  // The folder of a command is removed before that of the program.
  const child = spawn(file, args, { ...options, cwd: dirname(PARSER) });
  return child.pid === undefined ? child : new KeptParser(key, child).lend();
}

class KeptParser {
  readonly key: string;
  readonly child: ChildProcess;
  readonly #reader = new FrameReader();
  #user: LentParser | undefined;
  #isReady = false;
  #isEnding = false;
  /** Requests without an answer. */
  #open = 0;

  constructor(key: string, child: ChildProcess) {
    this.key = key;
    this.child = child;
    child.stdin?.on('error', () => undefined);
    child.stdio[3]?.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.#user?.stderr.write(chunk));
    child.on('error', (error) => this.#user?.emit('error', error));
    child.on('close', (...end) => {
      const at = kept.indexOf(this);
      if (at >= 0) kept.splice(at, 1);
      this.#user?.close(...end);
    });
  }

  lend(): LentParser {
    const user = new LentParser(this);
    this.#user = user;
    this.#hold(true);
    if (this.#isReady) setImmediate(() => user.answers.emit('data', Buffer.concat(encodeAnswer({ ready: true }))));
    return user;
  }

  request(frame: Buffer, done: (error?: Error | null) => void): void {
    this.#open++;
    this.child.stdin?.write(frame, done);
  }

  /** Takes the process back from the command that kills it. */
  release(signal: NodeJS.Signals): boolean {
    const user = this.#user;
    const isIdle = this.#isReady && !this.#isEnding && this.#open === 0 && user?.stdin.writableLength === 0;
    if (!isIdle) return this.child.kill(signal);
    this.#user = undefined;
    this.#hold(false);
    kept.push(this);
    if (kept.length > MAX_KEPT) kept.shift()?.child.kill(signal);
    setImmediate(() => user.close(null, signal));
    return true;
  }

  #receive(chunk: Buffer): void {
    this.#reader.push(chunk);
    for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) {
      if (this.#isReady) this.#open--;
      this.#isReady = true;
      this.#isEnding ||= frame.header.startsWith('{"defect"') || frame.header.endsWith('"retiring":true}');
    }
    this.#user?.answers.emit('data', chunk);
  }

  /** Whether it keeps this process running. */
  #hold(isHeld: boolean): void {
    const sockets = this.child.stdio.filter((stream) => stream instanceof Socket);
    for (const handle of [this.child, ...sockets]) {
      if (isHeld) handle.ref();
      else handle.unref();
    }
  }
}

/** What a command has of a kept process; it looks like a process of its own. */
class LentParser extends EventEmitter {
  readonly answers = new EventEmitter();
  readonly stderr = new PassThrough();
  readonly stdin: Writable;
  readonly stdio: readonly (EventEmitter | null)[];
  readonly pid: number | undefined;
  readonly #parser: KeptParser;

  constructor(parser: KeptParser) {
    super();
    this.#parser = parser;
    this.pid = parser.child.pid;
    this.stdin = new Writable({ write: (frame, _, done) => parser.request(frame, done) });
    this.stdio = [this.stdin, null, this.stderr, this.answers];
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    return this.#parser.release(signal);
  }

  /** Reports the end after what the process wrote. */
  close(code: number | null, signal: NodeJS.Signals | null): void {
    finished(this.stderr, () => this.emit('close', code, signal));
    this.stderr.end();
  }
}
