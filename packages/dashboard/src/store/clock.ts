/** Difference between two readings of one clock that is not a step, in milliseconds. */
export const STEP_MS = 1_000;

/**
 * Time of this process. The system clock may step back, when NTP or a person corrects it; neither reading of this class
 * does. After a backward step `now` goes on at the monotonic rate until the system clock has caught up.
 */
export class Clock {
  readonly #system: () => number;
  readonly #monotonic: () => number;
  /** The newest moment at which the system clock was ahead of everything read before. */
  #anchor: { now: number; elapsed: number };

  /** @param system milliseconds since 1970 @param monotonic milliseconds since any moment */
  constructor(system: () => number = () => Date.now(), monotonic: () => number = () => performance.now()) {
    this.#system = system;
    this.#monotonic = monotonic;
    this.#anchor = { now: system(), elapsed: monotonic() };
  }

  /** Milliseconds since any moment, at the monotonic rate: for retries, windows, cooldowns and every other interval. */
  elapsed(): number {
    return this.#monotonic();
  }

  /** Milliseconds since 1970; never less than before. For times that are stored and shown. */
  now(): number {
    const system = this.#system();
    const elapsed = this.#monotonic();
    const steady = this.#anchor.now + elapsed - this.#anchor.elapsed;
    if (system < steady) return Math.floor(steady);
    this.#anchor = { now: system, elapsed };
    return system;
  }

  /** By how many milliseconds the system clock is behind `now` after a backward step; 0 when it is not. */
  get behind(): number {
    const behind = this.now() - this.#system();
    return behind > STEP_MS ? behind : 0;
  }
}
