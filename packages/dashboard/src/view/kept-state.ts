import type { PageState } from '@analyzer/web/dashboard/data';

/** Shorter than pages wait behind an event before they ask, so that what they get always holds that event. */
const FRESH_MS = 250;

/** What pages show, written out; many pages that ask at the same time get one answer. */
export class KeptState {
  readonly #compute: (mayAdminister: boolean) => PageState;
  readonly #now: () => number;
  readonly #kept = new Map<boolean, { at: number; text: Buffer }>();

  /** @param now monotonic time in milliseconds */
  constructor(compute: (mayAdminister: boolean) => PageState, now: () => number) {
    this.#compute = compute;
    this.#now = now;
  }

  /** JSON of the state, at most `FRESH_MS` old. */
  text(mayAdminister: boolean): Buffer {
    const kept = this.#kept.get(mayAdminister);
    if (kept !== undefined && this.#now() - kept.at < FRESH_MS) return kept.text;
    const text = Buffer.from(JSON.stringify(this.#compute(mayAdminister)));
    this.#kept.set(mayAdminister, { at: this.#now(), text });
    return text;
  }

  /** Something changed that whoever asks next must see. */
  forget(): void {
    this.#kept.clear();
  }
}
