import { Authentication } from '../http/authentication.ts';
import { closeServer, listen, urlOf } from '../http/listen.ts';
import { Proxies } from '../http/proxies.ts';
import { buildServer, TIME_LIMITS, type TimeLimits } from '../http/server.ts';
import { Sessions } from '../http/sessions.ts';
import { Throttle } from '../http/throttle.ts';
import { Tokens } from '../http/tokens.ts';
import type { Journal } from '../operate/journal.ts';
import type { EventStore } from '../store/event-store.ts';
import type { PageFiles } from '../view/page-files.ts';
import { StatusModels } from './status-model.ts';
import { statusRoutes } from './status-routes.ts';
import type { StatusSettings } from './status-settings.ts';

/** Where the status page listens. */
export interface StatusOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  settings: StatusSettings;
}

export interface StatusServer {
  address: string;
  close(): Promise<void>;
}

/** Connections at once: the page may be public, and must not take those of the dashboard. */
const MAX_CONNECTIONS = 200;

/** Serves the status page on a port of its own: nothing else of the dashboard can be requested there. */
export async function serveStatus(
  { host, port, settings }: StatusOptions,
  store: EventStore,
  parts: {
    files: PageFiles;
    hostNames: readonly string[];
    trustedProxies?: readonly string[];
    timeLimits?: TimeLimits;
    journal: Journal;
  },
): Promise<StatusServer> {
  const elapsed = () => store.clock.elapsed();
  const tokens = Tokens.read(settings.token === null ? undefined : `read ${settings.token}`, undefined);
  let bound = port;
  const server = await buildServer({
    routes: statusRoutes(
      new StatusModels(store, settings),
      parts.files,
      new Authentication(tokens, new Throttle(elapsed)),
    ),
    authentication: new Authentication(Tokens.read(undefined, undefined), new Throttle(elapsed)),
    sessions: new Sessions(elapsed, () => bound),
    proxies: new Proxies(parts.trustedProxies ?? []),
    basePath: '',
    counters: store.counters,
    limits: parts.timeLimits ?? TIME_LIMITS,
    hosts: () => ({ port: bound, names: parts.hostNames }),
    report: parts.journal,
  });
  server.maxConnections = MAX_CONNECTIONS;
  bound = await listen(server, host, port);
  return { address: urlOf(host, bound), close: () => closeServer(server) };
}
