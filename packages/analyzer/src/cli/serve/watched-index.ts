import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isIndexState } from '@analyzer/core/session/index-state.ts';
import { DEFAULT_DB } from '../options/db.ts';

/** Milliseconds that an answer waits for changes to enter the index. */
const WAIT_MS = 500;
/** The same for the first index. */
const FIRST_WAIT_MS = 10_000;

/** An index that another process keeps up to date with folders. That process writes, and this one only reads. */
export class WatchedIndex {
  readonly #child: ChildProcess;
  #isReady = false;
  #behindSince: number | undefined;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  /**
   * Starts the process.
   *
   * @param program folder of the built program
   * @param onProblem receives sentences for the person
   */
  constructor(
    folders: readonly string[],
    { db, program, onProblem }: { db: string; program: string; onProblem: (problem: string) => void },
  ) {
    const place = db === DEFAULT_DB ? [] : ['--db', db];
    const args = ['workspace', 'index', ...folders, '--watch', ...place];
    this.#child = fork(join(program, 'main.js'), args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
    let said = '';
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = text;
    });
    this.#child.on('message', (message) => {
      if (!isIndexState(message)) return;
      if (message.type === 'problem') return onProblem(`The index of --watch is not new: ${message.message}`);
      this.#isReady = true;
      this.#behindSince = message.behindSince;
      if (message.behindSince === undefined) this.#wake();
    });
    const ended = () => {
      if (this.#isClosed) return;
      this.#behindSince ??= Date.now();
      this.#wake();
      this.#isClosed = true;
      onProblem(`The index of --watch is not updated any more. ${said.trim()}`.trim());
    };
    this.#child.on('exit', ended).on('error', ended);
  }

  /** For how many milliseconds files have changed that the index does not have; 0 if it has all. */
  get behindMs(): number {
    return this.#behindSince === undefined ? 0 : Math.max(1, Date.now() - this.#behindSince);
  }

  /** Resolves when the index has all changes that are known, or after a while. */
  async current(signal?: AbortSignal): Promise<void> {
    if (this.#isClosed || (this.#isReady && this.#behindSince === undefined)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, this.#isReady ? WAIT_MS : FIRST_WAIT_MS);
      signal?.addEventListener('abort', done);
      this.#waiting.add(done);
    });
  }

  /** Ends the process. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wake();
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  #wake(): void {
    for (const done of this.#waiting) done();
  }
}
