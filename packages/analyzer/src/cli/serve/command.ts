import { type Command, Option } from 'commander';
import { DEFAULT_DB, dbOption, sinceOption } from '../options/db.ts';
import { hostNames, wholeNumber } from '../options/values.ts';
import type { McpFlags, NetworkFlags } from './flags.ts';
import type { Installation } from './servers.ts';

const REST_PORT = 8400;
const GRPC_PORT = 50_051;
const LAST_PORT = 65_535;

const EXIT_CODES = `
The environment variable ANALYZER_API_TOKEN contains an optional token of at
least 32 characters that clients must send. SIGTERM and Ctrl-C finish the
current requests.

Exit codes:
  0 stopped, 2 wrong usage, 7 the port is in use, 70 internal
`;

const MCP_HELP = `
An MCP client starts this command, for example with the configuration
  { "mcpServers": { "analyzer": { "command": "npx",
      "args": ["analyzer", "serve", "mcp", "--db", "/path/to/index.db"] } } }

Exit codes:
  0 the client closed the connection, 2 wrong usage, 70 internal
`;

/** `serve` with one command for each protocol. */
export function addServe(program: Command, installation: Installation): void {
  const serve = program
    .command('serve')
    .summary('answer queries of other programs')
    .description('Answer queries of other programs on this machine. A server reads the index and nothing else.');
  addStdioServer(serve, installation);
  addNetworkServer(serve, 'rest', REST_PORT, 'over HTTP', installation);
  addNetworkServer(serve, 'grpc', GRPC_PORT, 'over gRPC', installation);
}

function addStdioServer(serve: Command, installation: Installation): void {
  serve
    .command('mcp')
    .summary('answer queries of a model, over standard input and output')
    .description('Serve the Model Context Protocol over standard input and output, with one tool for each operation.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(servedDb())
    .addOption(sinceOption())
    .addOption(watchOption())
    .addOption(allowSource())
    .addOption(
      new Option('--tools <set>', 'all: every operation (default); core: those that coding agents need, as text alone')
        .choices(['all', 'core'])
        .default('all'),
    )
    .addHelpText('after', MCP_HELP)
    .action(async (flags: McpFlags) => {
      const { serveStdioCommand } = await import('./stdio.ts');
      await serveStdioCommand(flags, installation);
    });
}

function servedDb(): Option {
  return dbOption(`index file, or URL of a PostgreSQL database (default ${DEFAULT_DB}); it may be created later`);
}

function watchOption(): Option {
  return new Option('--watch <folder...>', 'keep the index up to date with these folders, in a process of its own');
}

function allowSource(): Option {
  return new Option('--allow-source', 'let clients ask for source: read files of the indexed projects too');
}

function addNetworkServer(
  serve: Command,
  protocol: 'rest' | 'grpc',
  port: number,
  summary: string,
  installation: Installation,
): void {
  const server = serve
    .command(protocol)
    .summary(`answer queries ${summary}`)
    .description(`Answer queries ${summary} on 127.0.0.1.`)
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(servedDb())
    .addOption(sinceOption())
    .addOption(watchOption())
    .addOption(allowSource())
    .addOption(
      new Option('--port <port>', `port (default ${port}); 0 selects a free one`)
        .argParser(wholeNumber(0, LAST_PORT))
        .default(port),
    );
  if (protocol === 'rest') {
    server.addOption(
      new Option(
        '--host-name <name[:port]>',
        'accept this Host header too, of a reverse proxy on this machine; repeatable',
      ).argParser(hostNames),
    );
  }
  server.addHelpText('after', EXIT_CODES).action(async (flags: NetworkFlags) => {
    const { serveNetworkCommand } = await import('./network.ts');
    await serveNetworkCommand(protocol, flags, installation);
  });
}
