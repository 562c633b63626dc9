import type { Build } from '@analyzer/contracts/pages/dashboard';
import { buildOf } from './build.ts';
import { DECLARED, isKind, type Kind, TEXTS } from './kinds.ts';
import { type Metric, metricOf } from './metric.ts';
import { firstFailingLine } from './reason.ts';
import { isObject, own, secondsIn } from './values.ts';

/** The fields of an event that this program uses; the event's own bytes are stored unchanged. */
export interface EventFacts {
  type: Kind;
  service: string;
  file: string;
  endpoint: string;
  url: string;
  status: string;
  stage: string;
  /** At most `REASON_LIMIT` characters; the stored bytes contain all of it. */
  reason: string;
  /** The line of the reason that names the failure; at most `HEADLINE_LIMIT` characters. */
  headline: string;
  /** Of a HEALTH_TRANSITION. */
  from: string;
  to: string;
  /** Of a VISUAL_DIFF: `changed` or `issue` from the agent. */
  diffStatus: string;
  /** State of the page of a VISUAL_DIFF; null if unknown, as after a failed capture. */
  page: 'broken' | 'works' | null;
  /** The first issue of a broken page. */
  issue: string;
  /** Of an ANOMALY with metric, value and threshold. */
  metric: Metric | null;
  /** Whether a driver of this program measured it; it will measure it again. */
  measured: boolean;
  /** Longest time until the next report of this check, in seconds, as the agent declares it; null if absent. */
  expectS: number | null;
  /** What was tested or deployed; null if not named. */
  build: Build | null;
  /** The event only marks a deploy: it reports no check. */
  isDeploy: boolean;
  /** The agent's Unix time in whole seconds; null if absent. */
  timestamp: number | null;
  /** Declared keys that are absent. */
  absent: readonly string[];
}

/** Characters of a reason in the facts. */
const REASON_LIMIT = 2_000;
const HEADLINE_LIMIT = 400;
/** 31 days. */
const MAX_EXPECTATION_S = 31 * 24 * 3_600;

const COMPLETE: readonly string[] = [];

/** @param event an object accepted by `checkEvent`, or read from an old log */
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
    expectS: expectation(own(event, 'expect_s')),
    build: buildOf(event),
    isDeploy: own(event, 'deploy') === true,
    timestamp: secondsIn(own(event, 'timestamp')),
    absent: absent.length === 0 ? COMPLETE : absent,
  };
}

/** A driver decides itself whether a page is broken; an agent reports it in the status of its diff. */
function pageOf(event: Readonly<Record<string, unknown>>, diffStatus: string): EventFacts['page'] {
  const broken = own(event, 'broken');
  if (typeof broken === 'boolean') return broken ? 'broken' : 'works';
  if (diffStatus === 'issue') return 'broken';
  return diffStatus === 'new' || diffStatus === 'ok' || diffStatus === 'changed' ? 'works' : null;
}

function expectation(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value <= MAX_EXPECTATION_S ? value : null;
}

function firstIssue(diff: Readonly<Record<string, unknown>>): string {
  const issues = own(diff, 'issues');
  const first: unknown = Array.isArray(issues) ? issues[0] : own(diff, 'message');
  return typeof first === 'string' ? first.slice(0, HEADLINE_LIMIT) : '';
}

/** A copy of the start of a string: a slice would keep the complete string in memory. */
function shortened(text: string): string {
  return text.length <= REASON_LIMIT ? text : Buffer.from(text.slice(0, REASON_LIMIT), 'utf16le').toString('utf16le');
}

/**
 * Reads an event from a log: every object of a known type is accepted.
 *
 * @returns undefined for anything else
 */
export function factsOfOldEvent(value: unknown): EventFacts | undefined {
  if (!isObject(value)) return undefined;
  const type = own(value, 'type');
  return isKind(type) ? factsOf(value, type) : undefined;
}

export const TEXT_KEYS: readonly string[] = TEXTS;
