export const DAY_MS = 24 * 3_600_000;

/** Nothing is known; good; failing. */
export type Known = 0 | 1 | 2;
export const NOTHING: Known = 0;
export const GOOD: Known = 1;
export const BAD: Known = 2;

/** One UTC day of a check. */
export interface CheckDay {
  /** Days since 1970. */
  day: number;
  runs: number;
  failures: number;
  /** Changes between good and failing without a change of commit. */
  flips: number;
  /** What is known from a second of the day on; the first one is 0. */
  timeline: [second: number, known: Known][];
}

/** The running record of a check. */
export interface CheckRecord {
  known: Known;
  /** Time until which this is known if nothing more is reported, in milliseconds. */
  until: number;
  /** Commit of its newest report, else the version; empty if not named. */
  commit: string;
  day: CheckDay;
}

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
