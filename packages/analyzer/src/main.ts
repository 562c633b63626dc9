import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import manifest from '../package.json' with { type: 'json' };
import { run } from './cli/run.ts';

/**
 * Limits of V8's function inlining, a fifth of the defaults: a command ends before the compile time of larger functions
 * pays off.
 */
const INLINING = ['--max-inlined-bytecode-size=100', '--max-inlined-bytecode-size-cumulative=200'];

for (const flag of INLINING) setFlagsFromString(flag);
const folder = fileURLToPath(new URL('.', import.meta.url));
await run(process.argv.slice(2), {
  folder,
  version: manifest.version,
  servers: {
    rest: async (service, options) => (await import('./rest/server.ts')).serveRest(service, options),
    grpc: async (service, options) => (await import('./grpc/server.ts')).serveGrpc(service, folder, options),
    mcp: async (service, options) => (await import('./mcp/server.ts')).serveMcp(service, options),
  },
});
