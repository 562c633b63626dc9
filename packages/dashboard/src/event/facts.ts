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
  /** What a VISUAL_DIFF says of its page; null when it says nothing, as for a capture that failed. */
  page: 'broken' | 'works' | null;
  /** The first issue of a broken page. */
  issue: string;
  /** Of an ANOMALY that names a metric with its value and threshold. */
  metric: { name: string; exceeded: boolean } | null;
  /** A driver of this program measured it, and measures it again. */
  measured: boolean;
  /** Whole seconds since 1970 by the agent's clock; null where it sent none. */
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
  const diffStatus = isObject(diff) && typeof own(diff, 'status') === 'string' ? String(own(diff, 'status')) : '';
  const metric = type === 'ANOMALY' ? metricOf(event) : null;
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
    diffStatus,
    page: type === 'VISUAL_DIFF' ? pageOf(event, diffStatus) : null,
    issue: isObject(diff) && diffStatus !== '' ? firstIssue(diff) : '',
    metric,
    measured: metric !== null || (type === 'VISUAL_DIFF' && own(event, 'driver') === 'dom-diff'),
    timestamp: secondsIn(own(event, 'timestamp')),
    absent: absent.length === 0 ? COMPLETE : absent,
  };
}

/** The driver decides by itself whether a page is broken; an agent says it with the status of its diff. */
function pageOf(event: Readonly<Record<string, unknown>>, diffStatus: string): EventFacts['page'] {
  const broken = own(event, 'broken');
  if (typeof broken === 'boolean') return broken ? 'broken' : 'works';
  if (diffStatus === 'issue') return 'broken';
  return diffStatus === 'new' || diffStatus === 'ok' || diffStatus === 'changed' ? 'works' : null;
}

function firstIssue(diff: Readonly<Record<string, unknown>>): string {
  const issues = own(diff, 'issues');
  const first: unknown = Array.isArray(issues) ? issues[0] : own(diff, 'message');
  return typeof first === 'string' ? first.slice(0, HEADLINE_LIMIT) : '';
}

function metricOf(event: Readonly<Record<string, unknown>>): EventFacts['metric'] {
  const name = own(event, 'metric');
  const value = own(event, 'value');
  const threshold = own(event, 'threshold');
  if (typeof name !== 'string' || typeof value !== 'number' || typeof threshold !== 'number') return null;
  return { name: name.slice(0, HEADLINE_LIMIT), exceeded: value > threshold };
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

/** Whole seconds of a time that may have a fraction, as a number or as a string of one; null for anything else. */
export function secondsIn(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.floor(number) : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object itself: an agent may send `__proto__` or `constructor` as a key. */
export function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export const TEXT_KEYS: readonly string[] = TEXTS;
