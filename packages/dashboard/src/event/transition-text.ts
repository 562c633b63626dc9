import type { EventFacts } from './facts.ts';

/** `up → down: connection refused`: the states of a HEALTH_TRANSITION, and its reason if it has one. */
export function transitionText({ from, to, headline }: Pick<EventFacts, 'from' | 'to' | 'headline'>): string {
  const states = `${from === '' ? '?' : from} → ${to === '' ? '?' : to}`;
  return headline === '' ? states : `${states}: ${headline}`;
}
