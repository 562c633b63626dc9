/** Largest difference between the two clocks that is not a step, in milliseconds. */
export const STEP_MS = 1_000;

/**
 * Time of this process. The system clock may step back when NTP or a user corrects it; the readings of this class never
 * decrease. After a backward step `now` continues at the monotonic rate until the system clock has caught up.
 */
export class Clock {
  readonly #system: () => number;
  readonly #monotonic: () => number;
  /** The newest reading at which the system clock was ahead of all earlier readings. */
  #anchor: { now: number; elapsed: number };

  /** @param system Unix time in milliseconds @param monotonic milliseconds since any start */
  constructor(system: () => number = () => Date.now(), monotonic: () => number = () => performance.now()) {
    this.#system = system;
    this.#monotonic = monotonic;
    this.#anchor = { now: system(), elapsed: monotonic() };
  }

  /** Monotonic milliseconds since any start: for retries, cooldowns and other intervals. */
  elapsed(): number {
    return this.#monotonic();
  }

  /** Unix time in milliseconds, never less than before: for stored and displayed times. */
  now(): number {
    const system = this.#system();
    const elapsed = this.#monotonic();
    const steady = this.#anchor.now + elapsed - this.#anchor.elapsed;
    if (system < steady) return Math.floor(steady);
    this.#anchor = { now: system, elapsed };
    return system;
  }

  /** Milliseconds by which the system clock is behind `now` after a backward step, else 0. */
  get behind(): number {
    const behind = this.now() - this.#system();
    return behind > STEP_MS ? behind : 0;
  }
}
