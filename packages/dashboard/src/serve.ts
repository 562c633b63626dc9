import { join } from 'node:path';
import { CaptureStore } from './captures/capture-store.ts';
import { Deliveries, type DeliverySettings } from './delivery/deliveries.ts';
import { Outbox } from './delivery/outbox.ts';
import { testChannelRoute } from './delivery/test-route.ts';
import { anomalyRoute } from './drivers/anomaly.ts';
import { captureRoutes } from './drivers/capture-routes.ts';
import { domDiffRoute } from './drivers/dom-diff.ts';
import { DELIVERY_LIMITS, DriverPool, type PoolLimits, PROBE_LIMITS } from './drivers/driver-pool.ts';
import { type DriverSettings, Drivers } from './drivers/drivers.ts';
import { driversHealthRoute } from './drivers/health.ts';
import { remoteBrowserRoute } from './drivers/remote-browser.ts';
import { HISTORY_LIMITS, type HistoryLimits } from './history/history.ts';
import { Authentication } from './http/authentication.ts';
import { connectionLimit } from './http/connection-limit.ts';
import { eventRoutes } from './http/event-routes.ts';
import type { Route } from './http/exchange.ts';
import { historyRoutes } from './http/history-routes.ts';
import { closeServer, listen, urlOf } from './http/listen.ts';
import { Proxies } from './http/proxies.ts';
import { buildServer, TIME_LIMITS, type TimeLimits } from './http/server.ts';
import { sessionRoutes } from './http/session-routes.ts';
import { Sessions } from './http/sessions.ts';
import { Throttle } from './http/throttle.ts';
import type { Tokens } from './http/tokens.ts';
import { Notifications } from './live/notifications.ts';
import { EventStream, STREAM_LIMITS, type StreamLimits } from './live/stream.ts';
import { Locked, takeLock } from './log/lock.ts';
import { makeFolder } from './log/make-folder.ts';
import { requirePlainFiles } from './log/plain-files.ts';
import { healthRoute } from './operate/health-route.ts';
import type { Journal } from './operate/journal.ts';
import { metricsRoute } from './operate/metrics.ts';
import { type DocsFiles, descriptionRoutes } from './operate/openapi/docs-routes.ts';
import { translatorRoute } from './operate/translator.ts';
import type { SharedLog } from './shared/shared-log.ts';
import { Sharing } from './shared/sharing.ts';
import { type StatusOptions, serveStatus } from './status/serve-status.ts';
import type { EventStore } from './store/event-store.ts';
import { LOG_NAME } from './store/found-log.ts';
import { openStore } from './store/open-store.ts';
import { reasonOf } from './store/reason-of.ts';
import { type ServiceRule, ServiceRules } from './store/service-rules.ts';
import type { PageFiles } from './view/page-files.ts';
import { pageRoutes } from './view/page-routes.ts';
import type { PageSettings } from './view/page-state.ts';

export interface ServeOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  dataDir: string;
  ring: number;
  tokens: Tokens;
  /** Additional accepted values of the Host header. */
  hostNames: readonly string[];
  /** Path below which a proxy serves this server, such as `/board`. */
  basePath?: string | undefined;
  /** Addresses and networks of proxies whose forwarded headers are believed. */
  trustedProxies?: readonly string[];
  journal: Journal;
  page: PageSettings;
  /** Settings of services. */
  services?: readonly ServiceRule[];
  history?: Partial<HistoryLimits> | undefined;
  /** The built page. */
  files: PageFiles;
  /** The built page /docs. */
  docs: DocsFiles;
  drivers: DriverSettings;
  /** The program of the driver processes. */
  driverProgram: URL;
  driverLimits?: PoolLimits;
  delivery?: DeliverySettings;
  /** The log that this store shares with others. */
  sharedLog?: SharedLog | undefined;
  streamLimits?: StreamLimits;
  timeLimits?: TimeLimits;
  /** The status page, on a port of its own. */
  status?: StatusOptions | undefined;
  /** Called when another process has locked the data folder: writing would damage its files. */
  onLockLost: () => void;
}

export interface Running {
  address: string;
  port: number;
  /** Of the status page, if there is one. */
  statusAddress: string | undefined;
  store: EventStore;
  /**
   * Ends running requests, commits, writes the state and releases the folder.
   *
   * @returns the number of acknowledged events that could not be written and are lost
   */
  stop(): Promise<number>;
}

/** Bytes of events in memory. */
const RING_BYTES = 128 * 1024 * 1024;
/** Interval of checks that this process still holds the lock. */
const WATCH_MS = 1_000;
const OUTBOX_NAME = 'outbox.json';

/**
 * Starts the server. @throws Locked if the folder is in use; the error of the file system or the socket
 */
export async function serve(options: ServeOptions): Promise<Running> {
  const { journal } = options;
  const { store, lock: first } = await openStore({
    folder: options.dataDir,
    ring: options.ring,
    ringBytes: RING_BYTES,
    history: { ...HISTORY_LIMITS, ...options.history },
    rules: new ServiceRules(options.services ?? []),
    report: journal,
  });
  let lock = first;
  const abandon = async (error: unknown): Promise<never> => {
    await store.close();
    await lock.release();
    throw error;
  };
  const captures = await CaptureStore.open(join(options.dataDir, 'captures')).catch(abandon);
  const pool = new DriverPool(options.driverProgram, options.driverLimits);
  const drivers = new Drivers(options.drivers, {
    store,
    captures,
    pool,
    probes: new DriverPool(options.driverProgram, PROBE_LIMITS),
    journal,
  });
  const deliveries = await openDeliveries(options, store).catch(abandon);
  const sharing =
    options.sharedLog === undefined
      ? undefined
      : new Sharing({ store, log: options.sharedLog, path: join(options.dataDir, LOG_NAME), report: journal });
  const actions = sharing ?? store;
  const stream = new EventStream(store, options.streamLimits ?? STREAM_LIMITS);
  let port = options.port;
  const sessions = new Sessions(
    () => store.clock.elapsed(),
    () => port,
    options.basePath,
  );
  const authentication = new Authentication(options.tokens, new Throttle(() => store.clock.elapsed()));
  const notifications = new Notifications(store);
  const routes: Route[] = [
    ...eventRoutes(store, actions),
    ...(store.history === undefined ? [] : historyRoutes(store.history)),
    stream.route,
    translatorRoute(store),
    anomalyRoute(store),
    domDiffRoute(drivers),
    remoteBrowserRoute(drivers),
    ...captureRoutes(drivers),
    driversHealthRoute(drivers, deliveries),
    ...notifications.routes,
    testChannelRoute(deliveries),
    ...pageRoutes(store, actions, captures, { ...options.page, ...lossesOf(deliveries, sharing) }, options.files),
    ...sessionRoutes(authentication, sessions),
    metricsRoute(store, stream, drivers, { deliveries, sharing }),
    healthRoute(),
  ];
  const server = await buildServer({
    routes: [...routes, ...descriptionRoutes(routes, options.docs)],
    authentication,
    sessions,
    proxies: new Proxies(options.trustedProxies ?? []),
    basePath: options.basePath ?? '',
    counters: store.counters,
    limits: options.timeLimits ?? TIME_LIMITS,
    hosts: () => ({ port, names: options.hostNames }),
    report: journal,
  });
  const release = async (): Promise<number> => {
    stream.close();
    await deliveries?.close();
    await drivers.close();
    await sharing?.close();
    const lost = await store.close();
    await lock.release();
    return lost;
  };
  let statusPage: Awaited<ReturnType<typeof serveStatus>> | undefined;
  try {
    statusPage = options.status && (await serveStatus(options.status, store, options));
    port = await listen(server, options.host, options.port);
  } catch (error) {
    await statusPage?.close();
    await release();
    throw error;
  }
  const address = urlOf(options.host, port);
  lock.announce(address);
  server.maxConnections = connectionLimit();
  server.on('drop', (dropped) => store.counters.refuse(503, dropped?.remoteAddress ?? 'unknown'));
  const watchClock = clockWatch(store, journal);
  /** Locks the folder again after the lock was removed, unless another process was first. */
  const takeAgain = async (): Promise<void> => {
    try {
      await lock.discard();
      await makeFolder(options.dataDir);
      lock = await takeLock(options.dataDir);
      lock.announce(address);
      journal('lock-restored', { folder: options.dataDir });
    } catch (error) {
      if (!(error instanceof Locked)) {
        journal('lock-not-restored', { error: String(error) });
        return;
      }
      journal('lock-lost', { folder: options.dataDir });
      options.onLockLost();
    }
  };
  const check = async (): Promise<void> => {
    if (!lock.isHeld()) await takeAgain();
    if (!lock.isHeld()) return;
    await store.restoreLog();
    await store.widenRing();
  };
  let checking: Promise<void> | undefined;
  const watch = setInterval(() => {
    watchClock();
    checking ??= check()
      .catch((error: unknown) => journal('log-not-restored', { error: String(error) }))
      .finally(() => {
        checking = undefined;
      });
  }, WATCH_MS).unref();
  return {
    address,
    port,
    statusAddress: statusPage?.address,
    store,
    async stop() {
      clearInterval(watch);
      await checking;
      stream.close();
      notifications.close();
      // Waiting captures fail at once, so that their requests end.
      await drivers.close();
      await statusPage?.close();
      await closeServer(server);
      return release();
    },
  };
}

/** @throws AnalyzerError if something else than a file has the name of the outbox; the error of the file system */
async function openDeliveries(
  { delivery, dataDir, driverProgram, journal }: ServeOptions,
  store: EventStore,
): Promise<Deliveries | undefined> {
  if (delivery === undefined || delivery.channels.length === 0) return undefined;
  await requirePlainFiles(dataDir, [OUTBOX_NAME]);
  const outbox = await Outbox.open(join(dataDir, OUTBOX_NAME), (error) =>
    journal('outbox-trouble', { error: reasonOf(error) }),
  );
  const pool = new DriverPool(driverProgram, DELIVERY_LIMITS);
  const deliveries = new Deliveries(delivery, { store, pool, journal, outbox });
  // Before the first event: a channel without a state is new at the next start, and gets no earlier failure.
  await outbox.save();
  return deliveries;
}

/** What the page says about the parts that work outside of this process. */
function lossesOf(deliveries: Deliveries | undefined, sharing: Sharing | undefined): Partial<PageSettings> {
  return {
    channels: () => deliveries?.status ?? [],
    sharedBehind: () => (sharing === undefined || sharing.status.connected ? null : sharing.status.behind),
  };
}

/** Reports once when the system clock steps back, and once when it has caught up. */
function clockWatch(store: EventStore, journal: Journal): () => void {
  let reported = false;
  return () => {
    const behind = store.clockBehind;
    if (behind > 0 && !reported) journal('clock-stepped-back', { behindMs: behind });
    if (behind === 0 && reported) journal('clock-caught-up');
    reported = behind > 0;
  };
}
