import { type FileEvents, openFileEvents } from './file-events.ts';
import { MAX_WAIT_MS, SETTLE_MS, Waker } from './settle.ts';

export interface WatchedFolder {
  /** Absolute path. */
  location: string;
  /** Paths of directories without events, relative to the folder. */
  excluded: Iterable<string>;
}

/** Whether files of some folders have changed, without which. */
export class FolderChanges {
  readonly #ignores: (location: string, path: string) => boolean;
  readonly #onFirst: (at: number) => void;
  #events: FileEvents[] = [];
  /** The first change since `take`: `time` in milliseconds since the epoch, `at` on a clock without steps. */
  #first: { time: number; at: number } | undefined;
  /** Of the last change, on the same clock. */
  #last = 0;
  #hasNewFolder = false;
  readonly #waker = new Waker();

  /**
   * @param ignores whether a change of a path, relative to a folder's location, is none
   * @param onFirst called with the time of the first change after `take`
   */
  constructor(ignores: (location: string, path: string) => boolean, onFirst: (at: number) => void) {
    this.#ignores = ignores;
    this.#onFirst = onFirst;
  }

  /**
   * Watches these folders instead of the earlier ones. Changes in between are lost.
   *
   * @throws {AnalyzerError} as `openFileEvents`
   */
  async open(folders: readonly WatchedFolder[]): Promise<void> {
    await this.close();
    this.#hasNewFolder = false;
    for (const { location, excluded } of folders) {
      this.#events.push(
        await openFileEvents({ location, excluded, onPaths: (paths, isNew) => this.#changed(location, paths, isNew) }),
      );
    }
  }

  /** Forgets the changes until now: the caller reads the files. */
  take(): void {
    this.#first = undefined;
  }

  /** Time of the first change since `take`. */
  get since(): number | undefined {
    return this.#first?.time;
  }

  /** A directory was created, whose own directories have no events yet: open again. */
  get hasNewFolder(): boolean {
    return this.#hasNewFolder;
  }

  /** Resolves when files have changed and then rest for a while. Rejects with the reason of the signal. */
  async settled(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', this.#waker.wake);
    try {
      for (;;) {
        signal.throwIfAborted();
        const now = performance.now();
        const { at } = this.#first ?? {};
        const due = at === undefined ? undefined : Math.min(this.#last + SETTLE_MS, at + MAX_WAIT_MS);
        if (due !== undefined && now >= due) return;
        await this.#waker.woken(due === undefined ? undefined : due - now);
      }
    } finally {
      signal.removeEventListener('abort', this.#waker.wake);
    }
  }

  async close(): Promise<void> {
    const events = this.#events;
    this.#events = [];
    for (const it of events) await it.close();
  }

  /** @param paths undefined if the system lost events */
  #changed(location: string, paths: readonly string[] | undefined, hasNewFolder: boolean): void {
    if (paths?.every((path) => this.#ignores(location, path)) === true) return;
    this.#hasNewFolder ||= hasNewFolder;
    this.#last = performance.now();
    if (this.#first === undefined) {
      this.#first = { time: Date.now(), at: this.#last };
      this.#onFirst(this.#first.time);
    }
    this.#waker.wake();
  }
}
