import {
  type Acknowledged,
  type EventType,
  type IncidentRow,
  type LastOfKind,
  type Losses,
  type PageState,
  type ServiceRow,
  stateAt,
} from '@analyzer/contracts/pages/dashboard';
import { VERSION } from '../operate/health-route.ts';
import type { EventStore } from '../store/event-store.ts';
import type { LastEvent, Rollup } from '../store/rollup.ts';
import { LIMITS, RULES } from '../store/rules.ts';
import { failuresOf } from '../store/service-state.ts';
import { incidentRows } from './incident-rows.ts';

export interface PageSettings {
  unprotected: boolean;
  needsToken?: boolean;
  /** `{service}` in a URL is replaced with the service's name. */
  links: readonly { label: string; template: string }[];
  channels?: () => Losses['channels'];
  /** Own events that may be missing in the shared store while it cannot be reached. */
  sharedBehind?: () => number | null;
}

export interface CaptureSummary {
  /** Id of the newest capture of each service. */
  newest: ReadonlyMap<string, string>;
  /** Number of captures to review. */
  toReview: number;
}

const HOUR_MS = 3_600_000;
const INCIDENTS_SHOWN = 100;
/** States that need attention first. */
export const URGENCY: readonly ServiceRow['state'][] = ['failing', 'late', 'quiet', 'passing', 'unknown'];
/** Smaller differences of clocks may be network delay. */
const SKEW_MS = 10_000;

/**
 * The state of the page except the events; it depends on the rollups, not on the ring.
 *
 * @param captures what the page needs of the captures
 */
export function pageState(
  store: EventStore,
  captures: CaptureSummary,
  settings: PageSettings,
  mayAdminister: boolean,
  now: number,
): PageState {
  const { ring, counters, services, degraded } = store;
  const byType: Partial<Record<EventType, number>> = {};
  for (const { facts } of ring.newestFirst()) byType[facts.type] = (byType[facts.type] ?? 0) + 1;
  const rollups = services.all;
  const rows = rollups.map((rollup) => ({
    ...rowOf(rollup, store, settings, now),
    capture: captures.newest.get(rollup.service) ?? null,
  }));
  return {
    version: VERSION,
    epoch: store.epoch,
    newest: store.newest,
    gapless: store.gapless,
    now,
    newestAt: rollups.reduce<number | null>(
      (at, one) => (one.count === 0 ? at : Math.max(at ?? 0, one.lastSeen)),
      null,
    ),
    unprotected: settings.unprotected,
    needsToken: settings.needsToken === true,
    mayAdminister,
    toReview: captures.toReview,
    ring: { capacity: ring.capacity, size: ring.size, byType },
    losses: {
      degraded: degraded ?? null,
      dropped: counters.dropped,
      cutStrings: counters.cutStrings,
      quarantined: counters.quarantined,
      readersCutOff: counters.readersCutOff,
      servicesForgotten: counters.servicesForgotten,
      servicesRefused: counters.servicesRefused,
      clockBehind: store.clockBehind,
      ringLimit: ring.limit < ring.capacity ? ring.limit : null,
      sharedBehind: settings.sharedBehind?.() ?? null,
      channels: settings.channels?.() ?? [],
      refused: [...counters.refusedBySource].map(([label, count]) => {
        const [source = '', status = ''] = label.split(' ');
        return { source, status: Number(status), count };
      }),
    },
    services: rows.sort(byUrgency),
    incidents: rollups
      .flatMap(incidentRows)
      .sort((a, b) => openFirst(a, b) || b.openedAt - a.openedAt || b.id - a.id)
      .slice(0, INCIDENTS_SHOWN),
    rules: RULES.map(({ id, says }) => ({ id, says })),
    audit: [...store.audit],
  };
}

function openFirst(a: IncidentRow, b: IncidentRow): number {
  return Number(a.closedAt !== null) - Number(b.closedAt !== null);
}

function rowOf(rollup: Rollup, store: EventStore, settings: PageSettings, now: number): Omit<ServiceRow, 'capture'> {
  const { service, health, healthSince } = rollup;
  const { owner, tags } = store.services.rulesOf(service);
  return {
    service,
    ...stateOf(rollup, store, now),
    moreChecks: rollup.moreChecks,
    measurements: rollup.metrics,
    owner,
    tags: [...tags],
    health,
    healthSince,
    healthPresumed: rollup.healthPresumed,
    lastGood: rollup.lastGood,
    firstSeen: rollup.firstSeen,
    lastSeen: rollup.lastSeen,
    count: rollup.count,
    regression: lastOf(rollup.last.REGRESSION, store),
    visual: lastOf(rollup.last.VISUAL_DIFF, store),
    anomaly: lastOf(rollup.last.ANOMALY, store),
    hours: lastDay(rollup, now),
    flaky: flakiness(rollup, now),
    skew: rollup.skew !== null && Math.abs(rollup.skew) > SKEW_MS ? rollup.skew : null,
    acknowledged: acknowledgementOf(service, store, now),
    links: settings.links.map(({ label, template }) => ({
      label,
      url: template.replaceAll('{service}', encodeURIComponent(service)),
    })),
  };
}

/** The state of a service at a time. */
export function stateOf(
  rollup: Rollup,
  { services }: Pick<EventStore, 'services'>,
  now: number,
): Pick<ServiceRow, 'state' | 'stateSince' | 'lateAt' | 'quietAt' | 'due' | 'failures'> {
  const { health, result } = rollup;
  const failures = failuresOf(rollup);
  const failing = failures.length > 0;
  const known = health !== 'unknown' || result !== 'unknown' || rollup.lastGood !== null;
  const { checks: due, lateAt, quietAt } = services.dueOf(rollup);
  const times = { lateAt, quietAt };
  const state = stateAt({ state: failing ? 'failing' : known ? 'passing' : 'unknown', ...times }, now);
  const since = state === 'quiet' || state === 'late' ? rollup.lastSeen : goodSince(rollup);
  return {
    state,
    stateSince: failing ? Math.min(...failures.map((one) => one.since)) : since,
    ...times,
    due,
    failures,
  };
}

/** Since when nothing fails: a service that was down may have passed its tests all the time. */
function goodSince({ healthSince, resultSince, incidents }: Rollup): number | null {
  const since = resultSince ?? healthSince;
  const ended = incidents.at(-1)?.closedAt ?? null;
  return since === null || ended === null ? (since ?? ended) : Math.max(since, ended);
}

function lastOf(last: LastEvent | undefined, { ring, gapless }: EventStore): LastOfKind | null {
  if (last === undefined) return null;
  const { seq, at, reason, endpoint, url } = last;
  return { seq, at, reason, endpoint, url, inRing: ring.size > 0 && seq > gapless };
}

function lastDay({ hours }: Rollup, now: number): ServiceRow['hours'] {
  const current = Math.floor(now / HOUR_MS);
  return Array.from({ length: 24 }, (_, i) => {
    const counts = hours[current - 23 + i] ?? {};
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { bad: (counts.REGRESSION ?? 0) + (counts.ANOMALY ?? 0) + (counts.FAILURE ?? 0), all };
  });
}

/** Rule `flaky`. @returns the number of result changes; null if the service is not flaky */
export function flakiness({ changes }: Rollup, now: number): number | null {
  const recent = changes.filter((at) => now - at <= LIMITS.flakyWindowMs).length;
  return recent >= LIMITS.flakyChanges ? recent : null;
}

function acknowledgementOf(service: string, store: EventStore, now: number): Acknowledged | null {
  const found = store.acknowledgements.find((one) => one.service === service && one.until > now);
  if (found === undefined) return null;
  const { kind, owner, note, since, until } = found;
  return { kind, owner, note, since, until };
}

/** Failing services first, then late and quiet ones; unacknowledged before acknowledged ones, then by name. */
function byUrgency(a: ServiceRow, b: ServiceRow): number {
  const rank = (row: ServiceRow): number => URGENCY.indexOf(row.state) + (row.acknowledged === null ? 0 : 0.5);
  return rank(a) - rank(b) || (a.service < b.service ? -1 : 1);
}
