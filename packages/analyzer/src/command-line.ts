import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { run } from './cli/run.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Runs one command line with the working folder, environment and streams of this process, whose exit code it sets.
 *
 * @param args the arguments after the program's name
 */
export function runCommandLine(args: readonly string[]): Promise<void> {
  return run(args, {
    folder,
    version: manifest.version,
    servers: {
      rest: async (service, options) => (await import('./rest/server.ts')).serveRest(service, options),
      grpc: async (service, options) => (await import('./grpc/server.ts')).serveGrpc(service, folder, options),
      lsp: async (open, options) => (await import('./lsp/server.ts')).serveLsp(open, options),
      mcp: async (service, options) => (await import('./mcp/server.ts')).serveMcp(service, options),
    },
  });
}
