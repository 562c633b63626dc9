import { lstatSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { isPostgresUrl } from '@analyzer/core/postgres/url.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { originIn } from '../egress/origins.ts';
import { isNetwork } from '../http/proxies.ts';

/** Options of the server as commander returns them. */
export interface ServeFlags {
  port: number;
  host: string;
  dataDir: string;
  ring: number;
  tokenFile?: string;
  settings?: string;
  hostName: string[];
  basePath?: string;
  trustedProxy: string[];
  link: { label: string; template: string }[];
  allowUnauthenticated?: true;
  allowOrigin: string[];
  browser?: string;
  webhook?: string;
  webhookCooldown: number;
  browserSandbox: boolean;
  reload?: true;
  store?: string;
  statusPort?: number;
  statusHost: string;
}

const EXAMPLES = `
Examples:
  dashboard                                      serve on http://127.0.0.1:8000, data in ./.dashboard
  dashboard --port 9000 --data-dir /var/lib/dashboard
  dashboard export > events.jsonl                save all events
  dashboard import .wupbro/events.jsonl          add an older backend's events; stop the server first
  dashboard --store postgres://dashboard@db/events    share events with other dashboards
  dashboard --host 0.0.0.0 --token-file tokens --host-name build.example:8000

Each line of a token file has a scope (ingest, read or admin) and a token of at least 32 characters. Only its owner may
have read access (mode 600). DASHBOARD_TOKEN is a token with all scopes.

Exit codes:
  0 stopped by a signal, 2 wrong usage, 3 not found, 7 folder or port in use,
  70 internal error or disk failure
`;

/** Builds the command line. @param show prints help and version @param actions run the commands */
export function buildProgram(
  show: (text: string) => void,
  actions: {
    serve(flags: ServeFlags): Promise<void>;
    exportEvents(dataDir: string, bare: boolean): Promise<void>;
    importEvents(file: string, dataDir: string, ring: number): Promise<void>;
  },
): Command {
  const program = new Command('dashboard')
    .description(manifest.description)
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError(true)
    .configureOutput({ writeOut: show, outputError: () => undefined })
    .exitOverride()
    .addOption(new Option('--port <port>', 'port to listen on').default(8000).argParser(portOf))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data-dir <folder>', 'folder of the event log', '.dashboard')
    .addOption(
      new Option('--ring <events>', 'number of newest events to hold in memory').default(1000).argParser(ringOf),
    )
    .option('--token-file <file>', 'file of tokens; requests then need a token')
    .option('--settings <file>', 'JSON file with settings of services and channels of notifications')
    .addOption(
      new Option('--host-name <name[:port]>', 'accept this Host header too; repeatable')
        .default([], 'none')
        .argParser(collect),
    )
    .addOption(
      new Option('--base-path <path>', 'path below which a proxy serves this server, such as /board').argParser(pathOf),
    )
    .addOption(
      new Option(
        '--trusted-proxy <address[/bits]>',
        'believe X-Forwarded-For and X-Forwarded-Proto of this proxy or network; repeatable',
      )
        .default([], 'none')
        .argParser(addProxy),
    )
    .addOption(
      new Option('--link <label=url>', 'link for each service; {service} is its name; repeatable')
        .default([], 'none')
        .argParser(addLink),
    )
    .option('--allow-unauthenticated', 'allow a --host other machines can reach without tokens')
    .addOption(
      new Option(
        '--allow-origin <origin>',
        'origin that drivers and webhook may request, such as http://localhost:8100; repeatable',
      )
        .default([], 'none')
        .argParser(addOrigin),
    )
    .option('--browser <path>', 'Chromium for captures (default: searched for in the usual paths)')
    .option('--no-browser-sandbox', 'run the browser for captures without its sandbox, as root needs')
    .option('--webhook <url>', 'notify this URL of regressions, recoveries and late services; needs --allow-origin')
    .addOption(
      new Option('--webhook-cooldown <seconds>', 'least time between notifications of one type and service')
        .default(300)
        .argParser(secondsOf),
    )
    .addOption(
      new Option('--store <url>', 'share events with other dashboards in PostgreSQL, postgres://user@host/database')
        .env('DASHBOARD_STORE')
        .argParser(storeOf),
    )
    .addOption(
      new Option('--status-port <port>', 'serve the status page of the settings, which has no details, here').argParser(
        portOf,
      ),
    )
    .option('--status-host <address>', 'address of the status page to listen on', '127.0.0.1')
    .option('--reload', 'restart when a file of the program changes, for development')
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments(false)
    .action(actions.serve);
  program.hook('preAction', () => {
    if (program.getOptionValueSource('dataDir') === 'default') requireNoLink(program.opts<ServeFlags>().dataDir);
  });
  program
    .command('export')
    .summary('print the events of the log as JSON lines')
    .description('Print the events of the log as JSON lines, oldest first. A server may be running.')
    .option('--bare', 'print only the events, as their senders sent them')
    .action((options: { bare?: true }) =>
      actions.exportEvents(program.opts<ServeFlags>().dataDir, options.bare === true),
    );
  program
    .command('import')
    .summary('add the events of a file of JSON lines')
    .description("Add the events of a file of JSON lines, such as an export or an older agent's events.jsonl.")
    .argument('<file>', 'file of JSON lines; - for stdin')
    .action((file: string) => {
      const { dataDir, ring } = program.opts<ServeFlags>();
      return actions.importEvents(file, dataDir, ring);
    });
  return program;
}

/** A checked-out project may contain a link with the default name. @throws AnalyzerError `usage` */
function requireNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new AnalyzerError(
    'usage',
    { problem: `the default data folder "${path}" is a symbolic link` },
    { hint: 'Set the folder with --data-dir.' },
  );
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a port from 0 to 65535.');
}

function ringOf(text: string): number {
  const ring = Number(text);
  if (/^\d+$/.test(text) && ring >= 1 && ring <= 100_000) return ring;
  throw new InvalidArgumentError('Expected a number from 1 to 100000.');
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('Expected seconds from 0 to 86400.');
}

function addLink(text: string, before: ServeFlags['link']): ServeFlags['link'] {
  const [, label = '', template = ''] = /^([^=]+)=(https?:\/\/.+)$/.exec(text) ?? [];
  if (label === '') throw new InvalidArgumentError('Expected label=http(s)://….');
  return [...before, { label, template }];
}

function addOrigin(text: string, before: string[]): string[] {
  try {
    return [...before, originIn(text)];
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof Error ? error.message : String(error)}.`);
  }
}

function storeOf(text: string): string {
  if (isPostgresUrl(text)) return text;
  throw new InvalidArgumentError('Expected postgres://user@host/database.');
}

function pathOf(text: string): string {
  const path = text.replace(/\/+$/, '');
  if (path === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new InvalidArgumentError('Expected a path such as /board.');
}

function addProxy(text: string, before: string[]): string[] {
  if (isNetwork(text)) return [...before, text];
  throw new InvalidArgumentError('Expected an address or a network, such as 10.0.0.1 or 10.0.0.0/8.');
}

function collect(value: string, before: string[]): string[] {
  return [...before, value.toLowerCase()];
}
