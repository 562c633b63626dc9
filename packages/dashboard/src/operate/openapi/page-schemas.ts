import { KINDS } from '../../event/kinds.ts';
import { array, flag, integer, maybe, maybeMs, ms, number, object, orNull, ref, type Schema, string } from './parts.ts';

const type: Schema = { enum: KINDS };
const counts: Schema = { type: 'object', propertyNames: type, additionalProperties: integer };
const last = orNull(object({ seq: integer, at: ms, reason: string, endpoint: string, url: string, inRing: flag }));
const acknowledged = {
  kind: { enum: ['acknowledged', 'muted'] },
  owner: string,
  note: string,
  since: ms,
  until: { type: 'number', description: 'Unix time in milliseconds.' },
};

const build = { commit: string, version: string, branch: string, run: string, attempt: string };
const deploy = object({ seq: integer, at: ms, isMarked: flag, ...build });
const availability = object({ days: integer, good: number, failing: number, none: number });
const day = object({ day: string, good: number, failing: number, none: number, runs: integer, failures: integer });

/** Data of the page. */
export const PAGE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Channel: object({
    name: string,
    sent: integer,
    failed: integer,
    waiting: integer,
    cooled_down: integer,
    muted: integer,
    problem: maybe('string'),
  }),
  ChannelTest: object({ channel: string }),
  ChannelResult: object({ sent: flag, problem: maybe('string') }),
  ServiceRow: object({
    service: string,
    state: { enum: ['failing', 'late', 'quiet', 'passing', 'unknown'] },
    stateSince: maybeMs,
    lateAt: maybeMs,
    quietAt: maybeMs,
    due: array(
      object({
        kind: { enum: ['health', 'tests', 'page', 'metric', 'service'] },
        stage: string,
        file: string,
        endpoint: string,
        subject: string,
        seen: ms,
        at: ms,
        expected: flag,
      }),
    ),
    moreChecks: flag,
    measurements: array(
      object({
        name: string,
        limit: number,
        direction: { enum: ['above', 'below'] },
        values: array({ type: 'array', items: number, minItems: 2, maxItems: 2 }),
      }),
    ),
    owner: string,
    tags: array(string),
    failures: array(
      object({
        what: { enum: ['down', 'tests', 'page', 'metric', 'anomaly'] },
        subject: string,
        since: ms,
        text: string,
        stage: string,
        file: string,
        endpoint: string,
      }),
    ),
    health: { enum: ['unknown', 'up', 'down'] },
    healthSince: maybeMs,
    healthPresumed: flag,
    lastGood: maybeMs,
    firstSeen: ms,
    lastSeen: ms,
    count: integer,
    regression: last,
    visual: last,
    anomaly: last,
    hours: array(object({ bad: integer, all: integer })),
    flaky: maybe('integer'),
    skew: maybe('number'),
    acknowledged: orNull(object(acknowledged)),
    capture: maybe('string'),
    links: array(object({ label: string, url: string })),
  }),
  IncidentRow: object(
    {
      id: integer,
      service: string,
      openedAt: ms,
      openedBy: { enum: ['DOWN', 'REGRESSION', 'PASS', 'ANOMALY', 'VISUAL_DIFF'] },
      down: flag,
      closedAt: maybeMs,
      closedBy: { enum: ['UP', 'REGRESSION', 'PASS', 'ANOMALY', 'VISUAL_DIFF', null] },
      counts,
      findings: array(
        object({ seq: integer, at: ms, type, text: string, url: string, count: integer, twin: orNull(type) }),
      ),
      startUnknown: flag,
      lastGood: orNull(ref('Build')),
      firstBad: orNull(ref('Build')),
      deployed: orNull(deploy),
    },
    ['startUnknown', 'lastGood', 'firstBad'],
  ),
  Build: object(build),
  ServiceHistory: object({
    service: string,
    now: ms,
    availability: array(availability),
    days: array(day),
    checks: array(
      object({
        kind: { enum: ['health', 'tests', 'page', 'metric'] },
        subject: string,
        stage: string,
        file: string,
        endpoint: string,
        state: { enum: ['good', 'failing', 'none'] },
        seen: ms,
        availability: array(availability),
        days: array(day),
        runs: integer,
        failures: integer,
        flips: integer,
      }),
    ),
    incidents: array(ref('IncidentRow')),
    deploys: array(deploy),
  }),
  Losses: object({
    degraded: orNull(object({ reason: string, events: integer })),
    dropped: integer,
    cutStrings: integer,
    quarantined: integer,
    readersCutOff: integer,
    servicesForgotten: integer,
    servicesRefused: integer,
    clockBehind: number,
    channels: array(ref('Channel')),
    refused: array(object({ source: string, status: integer, count: integer })),
  }),
  PageState: object({
    version: string,
    epoch: string,
    newest: integer,
    gapless: integer,
    now: number,
    newestAt: maybeMs,
    unprotected: flag,
    needsToken: flag,
    mayAdminister: flag,
    toReview: integer,
    ring: object({ capacity: integer, size: integer, byType: counts }),
    losses: ref('Losses'),
    services: array(ref('ServiceRow')),
    incidents: array(ref('IncidentRow')),
    rules: array(object({ id: string, says: string })),
    audit: array(object({ at: ms, action: string, by: string, what: string })),
  }),
  Listing: object({
    events: array(object({ seq: integer, at: number, type, service: string, text: string, cut: integer })),
    matching: integer,
    complete: flag,
    opened: ref('OpenedEvent'),
  }),
  AcknowledgementRequest: object(
    {
      service: { ...string, maxLength: 400 },
      owner: { ...string, minLength: 1, maxLength: 80 },
      hours: { ...number, exclusiveMinimum: 0, maximum: 720 },
      kind: { enum: ['acknowledged', 'muted'], default: 'acknowledged' },
      note: { ...string, maxLength: 500 },
    },
    ['kind', 'note'],
  ),
  Acknowledgement: object({ service: string, ...acknowledged }),
  Withdrawal: object({ service: { ...string, maxLength: 400 } }),
};
