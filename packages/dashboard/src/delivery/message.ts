import type { StateChange } from './state-changes.ts';

export type MessageType = StateChange['type'] | 'service.reminder' | 'test';

/** What a channel sends: one change, or similar changes of several services. */
export interface Message {
  /** The same for every attempt, so that a receiver can ignore a repetition. */
  id: string;
  type: MessageType;
  /** When it was queued, Unix time in milliseconds. */
  at: number;
  changes: StateChange[];
}

/** Names in one message; the rest is a number. */
const NAMES_SHOWN = 20;
const LINE_LIMIT = 300;

const VERBS: Readonly<Record<Exclude<MessageType, 'test'>, readonly [one: string, many: string]>> = {
  'service.regression': ['is failing', 'are failing'],
  'service.recovery': ['recovered', 'recovered'],
  'service.late': ['is late', 'are late'],
  'service.reminder': ['is still failing', 'are still failing'],
};

export function titleOf({ type, changes }: Message): string {
  if (type === 'test') return 'Test of the dashboard';
  const [first] = changes;
  const [one, many] = VERBS[type];
  return changes.length === 1 && first !== undefined
    ? `${nameOf(first.service)} ${one}`
    : `${changes.length} services ${many}`;
}

/** The text below the title; never empty. @param link URL of the page; empty if unknown */
export function bodyOf({ type, changes }: Message, link: string): string {
  if (type === 'test') return lines(['This channel works.', link]);
  const [first] = changes;
  if (changes.length === 1 && first !== undefined) return lines([shortened(first.headline), sinceOf(first), link]);
  const shown = changes
    .slice(0, NAMES_SHOWN)
    .map(({ service, headline }) => shortened(`${nameOf(service)}: ${headline}`));
  const more = changes.length - shown.length;
  return lines([...shown, more === 0 ? '' : `and ${more} more`, link]);
}

function sinceOf({ since, type }: StateChange): string {
  const time = `${new Date(since).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return `${type === 'service.late' ? 'last report' : type === 'service.recovery' ? 'it was failing since' : 'since'} ${time}`;
}

function nameOf(service: string): string {
  return service === '' ? '(no name)' : service;
}

function shortened(line: string): string {
  return line.length <= LINE_LIMIT ? line : `${line.slice(0, LINE_LIMIT)} …`;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
