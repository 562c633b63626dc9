import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };
import { run } from './cli/run.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
await run(process.argv.slice(2), {
  folder,
  version: manifest.version,
  servers: {
    rest: async (service, options) => (await import('./rest/server.ts')).serveRest(service, options),
    grpc: async (service, options) => (await import('./grpc/server.ts')).serveGrpc(service, folder, options),
    lsp: async (open, options) => (await import('./lsp/server.ts')).serveLsp(open, options),
    mcp: async (service, options) => (await import('./mcp/server.ts')).serveMcp(service, options),
  },
});
