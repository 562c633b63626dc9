import { lstatSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { type FileEvents, openFileEvents } from './file-events.ts';
import type { SessionChange } from './model.ts';
import type { ProjectSession } from './session.ts';
import { MAX_WAIT_MS, SETTLE_MS, Waker } from './settle.ts';

export interface WatchOptions {
  /** Called once, when events of later changes are certain. */
  onStart: () => Promise<void>;
  /** Receives the effect of changed files; one call at a time. */
  onChange: (change: SessionChange) => Promise<void>;
  /** Called after each reading, also of files that are not analyzed. */
  onRead?: () => void;
  /** Receives a problem that a later change can solve, such as an invalid `.analyzerignore`. */
  onProblem: (problem: AnalyzerError) => Promise<void>;
  signal: AbortSignal;
}

/** Time without events after which the session prepares the reading. */
const PREPARE_MS = 10;
/** Longest such time while many paths change, as by a checkout: they are one change. */
const MAX_WAIT_FOR_MANY_MS = 10_000;
/** Changed paths from which a change is a large one. */
const LARGE_CHANGE = 50;
/** The system may have lost events if there are more at once: the project is compared with its stamps. */
const MANY_PATHS = 500;
/** Time without events until that comparison. */
const QUIET_MS = 1000;

/**
 * Updates a session whenever files of its folder change, until the signal is aborted.
 *
 * @throws {AnalyzerError} as `openFileEvents`; `not_found` if the folder is deleted; the signal's reason
 */
export async function watchProject(session: ProjectSession, options: WatchOptions): Promise<void> {
  await new Watch(session, options).run();
}

class Watch {
  readonly #session: ProjectSession;
  readonly #options: WatchOptions;
  #paths = new Set<string>();
  /** Compare all files with their stamps. */
  #all = false;
  /** Open the events again. */
  #reopen = false;
  /** The last reading failed: at the next event all files are compared. */
  #hasFailed = false;
  /** What that reading has reported. */
  #problem = '';
  /** The session has prepared the next reading. */
  #isPrepared = false;
  #firstEvent = 0;
  #lastEvent = 0;
  /** Of the next comparison. */
  #timer: NodeJS.Timeout | undefined;
  readonly #waker = new Waker();

  constructor(session: ProjectSession, options: WatchOptions) {
    this.#session = session;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    signal.addEventListener('abort', this.#waker.wake);
    let events = await this.#open();
    try {
      await this.#options.onStart();
      // Files may have changed between the reading of the project and the first event.
      this.#all = true;
      for (;;) {
        await this.#settled();
        signal.throwIfAborted();
        if (this.#reopen) {
          this.#reopen = false;
          await events.close();
          events = await this.#open();
          this.#all = true;
          this.#compareLater();
        }
        await this.#update();
      }
    } finally {
      signal.removeEventListener('abort', this.#waker.wake);
      await events.close();
    }
  }

  #open(): Promise<FileEvents> {
    const { location, excluded } = this.#session;
    return openFileEvents({
      location,
      excluded,
      onPaths: (paths, hasNewFolder) => {
        const now = performance.now();
        if (!this.#isPending) this.#firstEvent = now;
        this.#lastEvent = now;
        if (paths === undefined) this.#all = true;
        else for (const path of paths) this.#paths.add(path);
        // An event of the folder itself: it may be another one now.
        this.#reopen ||= hasNewFolder || paths?.includes('') === true;
        this.#waker.wake();
      },
    });
  }

  get #isPending(): boolean {
    return this.#all || this.#reopen || this.#paths.size > 0;
  }

  /** Resolves when there were events and then none for a while, or when the signal is aborted. */
  async #settled(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      if (!this.#isPending) await this.#waker.woken(undefined);
      else {
        const now = performance.now();
        const longest = this.#paths.size > LARGE_CHANGE ? MAX_WAIT_FOR_MANY_MS : MAX_WAIT_MS;
        const due = Math.min(this.#lastEvent + SETTLE_MS, this.#firstEvent + longest);
        if (now >= due) return;
        if (!this.#isPrepared && now >= this.#lastEvent + PREPARE_MS) await this.#prepare();
        else await this.#waker.woken(this.#isPrepared ? due - now : PREPARE_MS);
      }
    }
  }

  /** Uses the time until the files are read. */
  async #prepare(): Promise<void> {
    this.#isPrepared = true;
    if (!this.#all && !this.#reopen && !this.#hasFailed) await this.#session.prepare([...this.#paths]);
    // Events that came meanwhile.
    await nextTurn();
  }

  async #update(): Promise<void> {
    const { onChange, onRead, onProblem, signal } = this.#options;
    this.#requireFolder();
    const paths = this.#all || this.#hasFailed ? undefined : [...this.#paths];
    const isMany = this.#paths.size > MANY_PATHS;
    this.#paths = new Set();
    this.#all = false;
    this.#isPrepared = false;
    try {
      const change = await this.#session.refresh(paths);
      this.#hasFailed = false;
      onRead?.();
      if (change.files.length > 0) await onChange(change);
      if (isMany && paths !== undefined) this.#compareLater();
    } catch (error) {
      signal.throwIfAborted();
      this.#requireFolder();
      if (!(error instanceof AnalyzerError)) throw error;
      // The same problem is not reported again at each later change.
      if (!this.#hasFailed || error.message !== this.#problem) await onProblem(error);
      this.#problem = error.message;
      this.#hasFailed = true;
    }
  }

  /** Compares all files once no event comes any more: some of many, and of those in new folders, may be lost. */
  #compareLater(): void {
    const since = this.#lastEvent;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#lastEvent !== since) return this.#compareLater();
      this.#all = true;
      this.#waker.wake();
    }, QUIET_MS);
    this.#timer.unref();
  }

  /** @throws {AnalyzerError} `not_found` */
  #requireFolder(): void {
    const { location } = this.#session;
    if (lstatSync(location, { throwIfNoEntry: false }) !== undefined) return;
    throw new AnalyzerError(
      'not_found',
      { what: 'folder', name: location },
      { hint: 'It was deleted or moved. Watch it again when it exists.' },
    );
  }
}
