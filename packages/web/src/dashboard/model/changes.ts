import type { PageState } from '../data.ts';

/** What a person had seen when they last said so. */
export interface Seen {
  epoch: string;
  newest: number;
  at: number;
}

/** What happened since, one line each, the worst first. */
export function changesSince(seen: Seen, state: PageState): string[] {
  if (seen.epoch !== state.epoch) return ['Another store answers here: nothing can be compared.'];
  const opened = state.incidents.filter(({ openedAt }) => openedAt > seen.at);
  const closed = state.incidents.filter(({ openedAt, closedAt }) => openedAt <= seen.at && (closedAt ?? 0) > seen.at);
  const open = opened.filter(({ closedAt }) => closedAt === null);
  const over = opened.filter(({ closedAt }) => closedAt !== null);
  const silent = state.services.filter(({ silentFor, lastSeen }) => silentFor !== null && lastSeen > seen.at);
  const names = (rows: readonly { service: string }[]): string =>
    [...new Set(rows.map(({ service }) => service || '(no name)'))].join(', ');
  const events = state.newest - seen.newest;
  return [
    ...(open.length > 0 ? [`Broke and is still broken: ${names(open)}`] : []),
    ...(over.length > 0 ? [`Broke and recovered: ${names(over)}`] : []),
    ...(closed.length > 0 ? [`Recovered: ${names(closed)}`] : []),
    ...(silent.length > 0 ? [`Fell silent: ${names(silent)}`] : []),
    ...(events > 0 ? [`${events} new event${events === 1 ? '' : 's'}`] : []),
  ];
}
