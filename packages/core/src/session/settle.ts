/** Milliseconds without events after which files are read: editors save a file in several steps. */
export const SETTLE_MS = 80;
/** Longest time from an event to the reading of files while more events come, in milliseconds. */
export const MAX_WAIT_MS = 1000;

/** Lets one caller wait for an event. */
export class Waker {
  #wake: (() => void) | undefined;

  /** An event happened. */
  readonly wake = (): void => this.#wake?.();

  /** Resolves at the next event, or after some milliseconds if they are given. */
  woken(afterMs: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = afterMs === undefined ? undefined : setTimeout(resolve, afterMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
