import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };

/** Options of the server as commander gives them. */
export interface ServeFlags {
  port: number;
  host: string;
  dataDir: string;
  ring: number;
  tokenFile?: string;
  hostName: string[];
  allowUnauthenticated?: true;
}

const EXAMPLES = `
Examples:
  dashboard                                      on http://127.0.0.1:8000, data in ./.dashboard
  dashboard --port 9000 --data-dir /var/lib/dashboard
  dashboard --host 0.0.0.0 --token-file tokens --host-name build.example:8000

A token file has lines of a scope (ingest, read, admin) and a token; DASHBOARD_TOKEN is a token for everything.

Exit codes:
  0 stopped in order, 2 wrong usage, 3 not found, 7 folder or port in use,
  70 internal or the disk failed
`;

/** The command line as data; what a command does is handed in. @param show gets help and version when asked for */
export function buildProgram(
  show: (text: string) => void,
  actions: {
    serve(flags: ServeFlags): Promise<void>;
  },
): Command {
  return new Command('dashboard')
    .description(manifest.description)
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError(true)
    .configureOutput({ writeOut: show, outputError: () => undefined })
    .exitOverride()
    .addOption(new Option('--port <port>', 'port to listen on').default(8000).argParser(portOf))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data-dir <folder>', 'folder of the event log', '.dashboard')
    .addOption(new Option('--ring <events>', 'newest events that are kept whole').default(1000).argParser(ringOf))
    .option('--token-file <file>', 'tokens that are needed from now on')
    .option('--host-name <name[:port]>', 'a further Host to answer to; repeatable', collect, [])
    .option('--allow-unauthenticated', 'listen beyond this machine without tokens')
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments(false)
    .action(actions.serve);
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

function collect(value: string, before: string[]): string[] {
  return [...before, value.toLowerCase()];
}
