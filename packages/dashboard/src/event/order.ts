import type { EventFacts } from './facts.ts';

/** A larger number is in milliseconds: in seconds it would be the year 5138. */
const MILLISECONDS_FROM = 1e11;

/** The agent's time in seconds, converted from milliseconds if needed; only for ordering and filters. */
export function secondsOf(timestamp: number): number {
  return Math.abs(timestamp) > MILLISECONDS_FROM ? timestamp / 1000 : timestamp;
}

/**
 * Sort key of events, before the sequence number: the agent's time, but not after receipt, so that an event of a clock
 * that is ahead is not before later ones of others.
 *
 * @param at time of receipt in milliseconds; null for lines of an older backend, which retain their order and precede
 *   all events received since
 */
export function orderKey(facts: EventFacts, at: number | null): number {
  if (at === null) return Number.NEGATIVE_INFINITY;
  return facts.timestamp === null ? at / 1000 : Math.min(secondsOf(facts.timestamp), at / 1000);
}

/**
 * Time of the event in whole seconds, to compare it with other events of its service: the agent's time, but not after
 * receipt, since an agent whose clock is ahead must not make the next events of other agents look old.
 *
 * @param at time of receipt in milliseconds
 */
export function observedAt({ timestamp }: EventFacts, at: number): number {
  const received = Math.floor(at / 1000);
  return timestamp === null ? received : Math.min(Math.floor(secondsOf(timestamp)), received);
}

/** Time of the event in seconds: by the agent's clock if plausible, else the time of receipt. */
export function happenedAt(facts: EventFacts, at: number | null): number {
  if (at === null) return facts.timestamp === null ? 0 : secondsOf(facts.timestamp);
  return orderKey(facts, at);
}
