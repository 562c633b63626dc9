import { type Command, Option } from 'commander';
import { wholeNumber } from '../options/values.ts';
import type { Installation } from './servers.ts';

/** As in the commands of `workspace`. */
const DEFAULT_DB = '.analyzer/index.db';
const REST_PORT = 8400;
const LAST_PORT = 65_535;

const EXIT_CODES = `
The environment variable ANALYZER_API_TOKEN contains an optional token of at
least 32 characters that clients must send. SIGTERM and Ctrl-C finish the
current requests.

Exit codes:
  0 stopped, 2 wrong usage, 7 the port is in use, 70 internal
`;

export interface NetworkFlags {
  db: string;
  port: number;
}

/** `serve` with one command for each protocol. */
export function addServe(program: Command, installation: Installation): void {
  const serve = program
    .command('serve')
    .summary('answer queries of other programs')
    .description('Answer queries of other programs on this machine. A server reads the index and nothing else.');
  addNetworkServer(serve, 'rest', REST_PORT, 'over HTTP', installation);
}

function addNetworkServer(
  serve: Command,
  protocol: 'rest',
  port: number,
  summary: string,
  installation: Installation,
): void {
  serve
    .command(protocol)
    .summary(`answer queries ${summary}`)
    .description(`Answer queries ${summary} on 127.0.0.1.`)
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(
      new Option('--db <file>', `the index (default ${DEFAULT_DB}); it may be created later`).default(DEFAULT_DB),
    )
    .addOption(
      new Option('--port <port>', `port (default ${port}); 0 selects a free one`)
        .argParser(wholeNumber(0, LAST_PORT))
        .default(port),
    )
    .addHelpText('after', EXIT_CODES)
    .action(async (flags: NetworkFlags) => {
      const { serveNetworkCommand } = await import('./network.ts');
      await serveNetworkCommand(protocol, flags, installation);
    });
}
