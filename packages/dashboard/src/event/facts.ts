import { DECLARED, isKind, type Kind, TEXTS } from './kinds.ts';
import { firstFailingLine } from './reason.ts';

/** What the program itself needs to know of an event; the event's own bytes are kept beside it. */
export interface EventFacts {
  type: Kind;
  service: string;
  file: string;
  endpoint: string;
  url: string;
  status: string;
  stage: string;
  /** At most `REASON_LIMIT` characters; the bytes hold all of it. */
  reason: string;
  /** The line of the reason that says what failed; at most `HEADLINE_LIMIT` characters. */
  headline: string;
  /** Of a HEALTH_TRANSITION. */
  from: string;
  to: string;
  /** Of a VISUAL_DIFF: `changed` or `issue` from the agent. */
  diffStatus: string;
  /** Seconds since 1970 by the agent's clock, as sent; null where it sent none. */
  timestamp: number | null;
  /** Declared keys that the agent left out. */
  absent: readonly string[];
}

/** Characters of a reason that are kept beside the bytes. */
const REASON_LIMIT = 2_000;
const HEADLINE_LIMIT = 400;

const COMPLETE: readonly string[] = [];

/** @param event an object that `checkEvent` accepted or that an old log holds */
export function factsOf(event: Readonly<Record<string, unknown>>, type: Kind): EventFacts {
  const text = (key: string): string => {
    const value = own(event, key);
    return typeof value === 'string' ? value : '';
  };
  const reason = shortened(text('reason'));
  const diff = own(event, 'diff');
  const absent = DECLARED.filter((key) => !Object.hasOwn(event, key));
  return {
    type,
    service: text('service'),
    file: text('file'),
    endpoint: text('endpoint'),
    url: text('url'),
    status: text('status'),
    stage: text('stage'),
    reason,
    headline: reason === '' ? '' : firstFailingLine(reason).slice(0, HEADLINE_LIMIT),
    from: text('from'),
    to: text('to'),
    diffStatus: isObject(diff) && typeof own(diff, 'status') === 'string' ? String(own(diff, 'status')) : '',
    timestamp: wholeNumber(own(event, 'timestamp')),
    absent: absent.length === 0 ? COMPLETE : absent,
  };
}

/** The start of a text, by itself: a slice would keep the whole text in memory for as long as it lives. */
function shortened(text: string): string {
  return text.length <= REASON_LIMIT ? text : Buffer.from(text.slice(0, REASON_LIMIT), 'utf16le').toString('utf16le');
}

/**
 * Reads an event that stands in a log already: whatever an old agent wrote is taken, as long as its kind is known.
 *
 * @returns undefined for anything else
 */
export function factsOfOldEvent(value: unknown): EventFacts | undefined {
  if (!isObject(value)) return undefined;
  const type = own(value, 'type');
  return isKind(type) ? factsOf(value, type) : undefined;
}

/** A number, or a string of one, without a fraction; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.0+)?\s*$/.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object itself: an agent may send `__proto__` or `constructor` as a key. */
export function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export const TEXT_KEYS: readonly string[] = TEXTS;
