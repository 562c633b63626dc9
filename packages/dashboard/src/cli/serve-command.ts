import { AnalyzerError } from '@analyzer/contracts';
import { DELIVERY_DEFAULTS, type DeliverySettings } from '../delivery/deliveries.ts';
import { driverSettings, webhookSettings } from '../drivers/settings.ts';
import { VERSION } from '../operate/health-route.ts';
import { journalTo } from '../operate/journal.ts';
import { docsFiles } from '../operate/openapi/docs-routes.ts';
import { serve } from '../serve.ts';
import { readSettings, type Settings } from '../settings/settings-file.ts';
import type { SharedLog } from '../shared/shared-log.ts';
import { pageFiles } from '../view/page-files.ts';
import { lostEvents } from './lost-events.ts';
import type { ServeFlags } from './program.ts';
import { readTokens } from './token-file.ts';

/** Runs the server until a signal stops it. */
export async function serveCommand(flags: ServeFlags): Promise<void> {
  const tokens = readTokens(flags.tokenFile, process.env.DASHBOARD_TOKEN);
  const open = !tokens.required;
  if (open && !isLoopback(flags.host) && flags.allowUnauthenticated !== true) {
    throw new AnalyzerError(
      'usage',
      { problem: `--host ${flags.host} can be reached from other machines, and no token is set` },
      { hint: 'Set --token-file or DASHBOARD_TOKEN, or --allow-unauthenticated.' },
    );
  }
  // Without a handler, the signal of an exceeded file size limit ends the process; a failed write is reported instead.
  process.on('SIGXFSZ', () => undefined);
  const settings = flags.settings === undefined ? undefined : readSettings(flags.settings);
  const journal = journalTo(process.stderr, Date.now);
  const program = new URL('.', import.meta.url);
  const running = await serve({
    ...flags,
    hostNames: flags.hostName,
    trustedProxies: flags.trustedProxy,
    tokens,
    journal,
    services: settings?.services ?? [],
    history: settings?.history,
    delivery: deliveryOf(flags, settings),
    page: { unprotected: open && !isLoopback(flags.host), needsToken: !open, links: flags.link },
    // The build copies the page's files next to the program.
    files: await pageFiles(program),
    docs: docsFiles(program),
    drivers: driverSettings(flags, process.env),
    status: statusOf(flags, settings),
    sharedLog: flags.store === undefined ? undefined : await postgresLog(flags.store),
    driverProgram: new URL('driver-process.js', program),
    onLockLost: () => process.exit(70),
  });
  journal('started', {
    version: VERSION,
    address: running.address,
    dataDir: flags.dataDir,
    events: running.store.ring.size,
    authentication: open ? 'none' : 'tokens',
    ...(running.statusAddress !== undefined && { statusPage: running.statusAddress }),
  });
  process.stdout.write(`${running.address}\n`);
  const signal = await ended();
  journal('stopping', { signal });
  const lost = await running.stop();
  journal('stopped', { eventsLost: lost });
  if (lost > 0) throw lostEvents(flags.dataDir, lost);
}

/** Its driver is loaded only if there is a shared store. */
async function postgresLog(url: string): Promise<SharedLog> {
  const { PostgresLog } = await import('../shared/postgres-log.ts');
  return new PostgresLog(url);
}

/** @throws AnalyzerError `usage` if only one of port and settings is there */
function statusOf({ statusPort: port, statusHost: host }: ServeFlags, settings: Settings | undefined) {
  const status = settings?.status;
  if (port !== undefined && status !== undefined) return { host, port, settings: status };
  if (port === undefined && status === undefined) return undefined;
  throw port === undefined
    ? new AnalyzerError(
        'usage',
        { problem: '"status" of the settings has no port' },
        { hint: 'Add --status-port 8001, or remove "status" from the settings.' },
      )
    : new AnalyzerError(
        'usage',
        { problem: '--status-port has no services to show' },
        { hint: 'Add "status": {"services": ["shop-*"]} to the file of --settings.' },
      );
}

/** The channels of the settings, and that of `--webhook`. */
function deliveryOf(flags: ServeFlags, settings: Settings | undefined): DeliverySettings {
  const webhook = webhookSettings(flags, process.env);
  return {
    ...DELIVERY_DEFAULTS,
    ...(settings === undefined
      ? {}
      : { remindMs: settings.remindMs, maintenance: settings.maintenance, link: settings.link }),
    channels: [...(webhook === undefined ? [] : [webhook]), ...(settings?.channels ?? [])],
    origins: flags.allowOrigin,
    cooldownMs: flags.webhookCooldown * 1000,
  };
}

/** Resolves at the first signal to stop; a second signal ends the process at once. */
function ended(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(name, () => {
        resolve(name);
        process.once(name, () => process.exit(130));
      });
    }
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
