import type { Deliveries } from '../delivery/deliveries.ts';
import type { Drivers } from '../drivers/drivers.ts';
import type { Route } from '../http/exchange.ts';
import type { EventStream } from '../live/stream.ts';
import type { Sharing } from '../shared/sharing.ts';
import type { EventStore } from '../store/event-store.ts';
import { isFailing } from '../store/service-state.ts';
import { VERSION } from './health-route.ts';

/** Metrics for Prometheus, text format 0.0.4. Labels are bounded: none is the name of a service or an agent, but those of channels are set. */
export function metricsRoute(
  store: EventStore,
  stream: EventStream,
  drivers: Drivers,
  { deliveries, sharing }: { deliveries: Deliveries | undefined; sharing: Sharing | undefined },
): Route {
  return {
    method: 'GET',
    path: '/metrics',
    scope: 'read',
    summary: 'Metrics for Prometheus.',
    handle: () => ({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
      pieces: [metrics(store, stream), driverMetrics(drivers), channelMetrics(deliveries), sharingMetrics(sharing)],
    }),
  };
}

type Sample = [labels: Readonly<Record<string, string | number>>, value: number];

function metrics(store: EventStore, stream: EventStream): string {
  const { counters, ring, services, log, degraded, history } = store;
  const states = services.all.map(isFailing);
  const failing = states.filter(Boolean).length;
  const now = store.clock.now();
  const others = services.all.filter((rollup) => !isFailing(rollup)).map((rollup) => services.dueOf(rollup));
  const isPast = (at: number | null): boolean => at !== null && now >= at;
  const late = others.filter(({ lateAt }) => isPast(lateAt)).length;
  const quiet = others.filter(({ lateAt, quietAt }) => !isPast(lateAt) && isPast(quietAt)).length;
  const one = (value: number): Sample[] => [[{}, value]];
  const lines = [
    metric('info', 'gauge', 'Version of the program.', [[{ version: VERSION }, 1]]),
    metric('events_accepted_total', 'counter', 'Events acknowledged since the start.', one(counters.accepted)),
    metric(
      'events_not_durable_total',
      'counter',
      'Events acknowledged before they were on disk.',
      one(counters.notDurable),
    ),
    metric('events_dropped_total', 'counter', 'Events lost because the backlog was full.', one(counters.dropped)),
    metric('strings_cut_total', 'counter', 'Over-long strings that were cut.', one(counters.cutStrings)),
    metric('lines_quarantined_total', 'counter', 'Unreadable lines of the log.', one(counters.quarantined)),
    metric(
      'requests_refused_total',
      'counter',
      'Refused requests by status.',
      [...counters.refused].map(([status, count]): Sample => [{ status }, count]),
    ),
    metric(
      'storage_failures_total',
      'counter',
      'Failures of the storage by step.',
      [...counters.trouble].map(([step, count]): Sample => [{ step }, count]),
    ),
    metric('compactions_total', 'counter', 'Rewrites of the log.', one(counters.compactions)),
    metric('backlog_events', 'gauge', 'Events in memory that are not yet on disk.', one(degraded?.events ?? 0)),
    metric('ring_events', 'gauge', 'Events in memory.', one(ring.size)),
    metric('ring_bytes', 'gauge', 'Bytes of events in memory.', one(ring.bytes)),
    metric('log_lines', 'gauge', 'Lines of the log.', one(log.lines)),
    metric('log_bytes', 'gauge', 'Bytes of the log.', one(log.size)),
    metric('history_bytes', 'gauge', 'Bytes of the history on disk.', one(history?.bytes ?? 0)),
    metric('history_missing_total', 'counter', 'Events that the history lacks.', one(history?.missing ?? 0)),
    metric('services', 'gauge', 'Services by state.', [
      [{ state: 'failing' }, failing],
      [{ state: 'other' }, states.length - failing],
    ]),
    metric('services_late', 'gauge', 'Services with an expected check that has not reported in time.', one(late)),
    metric('services_quiet', 'gauge', 'Services with a check that is silent, and not failing or late.', one(quiet)),
    metric('services_forgotten_total', 'counter', 'Services replaced by newer ones.', one(counters.servicesForgotten)),
    metric(
      'services_refused',
      'gauge',
      'Services that are not tracked because of the limits.',
      one(counters.servicesRefused),
    ),
    metric(
      'clock_behind_seconds',
      'gauge',
      'Difference between stored times and the system clock after a backward step.',
      [[{}, store.clockBehind / 1000]],
    ),
    metric('stream_readers', 'gauge', 'Readers of the stream.', one(stream.readers)),
    metric(
      'stream_readers_cut_off_total',
      'counter',
      'Readers disconnected because they did not read.',
      one(counters.readersCutOff),
    ),
    metric('resident_bytes', 'gauge', 'Memory of the process.', one(process.memoryUsage.rss())),
  ];
  return lines.join('');
}

function driverMetrics({ counters, pool, captures }: Drivers): string {
  const { screenshots } = counters;
  return [
    metric(
      'captures_total',
      'counter',
      'Captures by result.',
      Object.entries(counters.captures).map(([status, count]): Sample => [{ status }, count]),
    ),
    metric(
      'screenshots_total',
      'counter',
      'Screenshots of the remote browser by result.',
      Object.entries(screenshots).map(([result, count]): Sample => [{ result }, count]),
    ),
    metric(
      'driver_requests_refused_total',
      'counter',
      'Refused requests of drivers by reason.',
      counters.reasons.map(([reason, count]): Sample => [{ reason }, count]),
    ),
    metric('driver_requests_blocked_total', 'counter', 'Refused requests of captured pages.', [[{}, counters.blocked]]),
    metric('driver_requests_turned_away_total', 'counter', 'Requests answered with 429 because the queue was full.', [
      [{}, counters.turnedAway],
    ]),
    metric('driver_deaths_total', 'counter', 'Driver processes that ended before their job was complete.', [
      [{}, pool.deaths],
    ]),
    metric('captures_running', 'gauge', 'Running and waiting jobs.', [
      [{ state: 'running' }, pool.busy],
      [{ state: 'waiting' }, pool.waiting],
    ]),
    metric('captures_kept', 'gauge', 'Captures on disk.', [[{}, captures.size]]),
    metric('capture_bytes', 'gauge', 'Bytes of captures on disk.', [[{}, captures.bytes]]),
  ].join('');
}

function channelMetrics(deliveries: Deliveries | undefined): string {
  if (deliveries === undefined) return '';
  const results = ['sent', 'failed', 'cooled_down', 'muted'] as const;
  const samples = deliveries.status.flatMap(({ name: channel, ...counts }) =>
    results.map((result): Sample => [{ channel, result }, counts[result]]),
  );
  const waiting = deliveries.status.map(({ name: channel, waiting }): Sample => [{ channel }, waiting]);
  return [
    metric('notifications_total', 'counter', 'Notifications by channel and result.', samples),
    metric('notifications_waiting', 'gauge', 'Notifications that are not delivered yet.', waiting),
  ].join('');
}

function sharingMetrics(sharing: Sharing | undefined): string {
  if (sharing === undefined) return '';
  const { connected, behind } = sharing.status;
  return [
    metric('shared_store_connected', 'gauge', 'Whether the shared store can be reached.', [[{}, Number(connected)]]),
    metric('shared_store_behind_events', 'gauge', 'Most events that are not yet in the shared store.', [[{}, behind]]),
  ].join('');
}

function metric(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}="${String(text).replace(/[\\"\n]/g, '_')}"`);
    return `dashboard_${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  });
  return `# HELP dashboard_${name} ${help}\n# TYPE dashboard_${name} ${type}\n${lines.join('')}`;
}
