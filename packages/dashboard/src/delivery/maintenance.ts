import { matches } from '../store/service-rules.ts';

/** A time without notifications of some services; their events are stored and shown as always. */
export type Maintenance = { match: string } & (
  | { from: number; to: number }
  /** Every day, or on some days of the week from 0 (Sunday); start in milliseconds after midnight UTC. */
  | { days: readonly number[]; startMs: number; lengthMs: number }
);

const DAY_MS = 24 * 3_600_000;

/** @param now Unix time in milliseconds */
export function inWindow(windows: readonly Maintenance[], service: string, now: number): boolean {
  return windows.some((window) => matches(window.match, service) && isIn(window, now));
}

function isIn(window: Maintenance, now: number): boolean {
  if ('from' in window) return window.from <= now && now < window.to;
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  // A window may begin on an earlier day.
  const earlier = Math.ceil(window.lengthMs / DAY_MS);
  for (let back = 0; back <= earlier; back++) {
    const start = midnight - back * DAY_MS + window.startMs;
    if (window.days.includes(new Date(start).getUTCDay()) && start <= now && now < start + window.lengthMs) return true;
  }
  return false;
}
