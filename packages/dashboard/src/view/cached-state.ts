import type { PageState } from '@analyzer/contracts/pages/dashboard';

/** Shorter than the delay of pages after an event, so that their next state contains the event. */
const FRESH_MS = 250;

/** The state of the page as JSON, cached for pages that request it at the same time. */
export class CachedState {
  readonly #compute: (mayAdminister: boolean) => PageState;
  readonly #now: () => number;
  readonly #cached = new Map<boolean, { at: number; text: Buffer }>();

  /** @param now monotonic time in milliseconds */
  constructor(compute: (mayAdminister: boolean) => PageState, now: () => number) {
    this.#compute = compute;
    this.#now = now;
  }

  /** JSON of the state, at most `FRESH_MS` old. */
  text(mayAdminister: boolean): Buffer {
    const cached = this.#cached.get(mayAdminister);
    if (cached !== undefined && this.#now() - cached.at < FRESH_MS) return cached.text;
    const text = Buffer.from(JSON.stringify(this.#compute(mayAdminister)));
    this.#cached.set(mayAdminister, { at: this.#now(), text });
    return text;
  }

  /** Invalidates the cache after a change that the next request must see. */
  invalidate(): void {
    this.#cached.clear();
  }
}
