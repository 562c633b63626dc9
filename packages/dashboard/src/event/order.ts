import type { EventFacts } from './facts.ts';

/** An agent's clock may run ahead by this much before its events stop climbing, in seconds. */
export const AHEAD_S = 300;
/** A larger number can only be milliseconds: in seconds it is the year 5138. */
const MILLISECONDS_FROM = 1e11;

/** The agent's time in seconds: milliseconds are recognised, for ordering and filtering only. */
export function secondsOf(timestamp: number): number {
  return Math.abs(timestamp) > MILLISECONDS_FROM ? timestamp / 1000 : timestamp;
}

/**
 * What events are ordered by, before their sequence number: the agent's time, but never far ahead of the time of
 * receipt, so that a wrong clock does not pin an event on top.
 *
 * @param at time of receipt in milliseconds; null for lines of an old agent's file, which keep their order and come
 *   before everything that was received since
 */
export function orderKey(facts: EventFacts, at: number | null): number {
  if (at === null) return Number.NEGATIVE_INFINITY;
  return facts.timestamp === null ? at / 1000 : Math.min(secondsOf(facts.timestamp), at / 1000 + AHEAD_S);
}

/** When it happened, in seconds: by the agent where its clock is plausible, else when it was received. */
export function happenedAt(facts: EventFacts, at: number | null): number {
  if (at === null) return facts.timestamp === null ? 0 : secondsOf(facts.timestamp);
  return orderKey(facts, at);
}
