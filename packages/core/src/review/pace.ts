/** Time without requests after which work starts. */
const QUIET_MS = 300;
/** After work that took some time, so many times as long passes until the next one starts. */
const REST = 3;

/** Decides when repeated work starts: never twice at once, and for at most a quarter of the time. */
export class Pace {
  readonly #start: () => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #started: number | undefined;
  #restsUntil = 0;
  #isRequested = false;
  #isStopped = false;

  /** @param start begins the work; its end is reported with `finished` */
  constructor(start: () => void, now = () => performance.now()) {
    this.#start = start;
    this.#now = now;
  }

  request(): void {
    this.#isRequested = true;
    this.#plan();
  }

  finished(): void {
    const now = this.#now();
    this.#restsUntil = now + REST * (now - (this.#started ?? now));
    this.#started = undefined;
    if (this.#isRequested) this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #plan(): void {
    if (this.#started !== undefined || this.#isStopped) return;
    clearTimeout(this.#timer);
    const wait = Math.max(QUIET_MS, this.#restsUntil - this.#now());
    this.#timer = setTimeout(() => {
      this.#isRequested = false;
      this.#started = this.#now();
      this.#start();
    }, wait);
  }
}
