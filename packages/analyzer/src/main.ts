import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { run } from './cli/run.ts';

/**
 * How much V8 copies of other functions into one that it optimises, a fifth of its default: a command is over before
 * larger functions have paid for the time that it takes to compile them.
 */
const INLINING = ['--max-inlined-bytecode-size=100', '--max-inlined-bytecode-size-cumulative=200'];

for (const flag of INLINING) setFlagsFromString(flag);
await run(process.argv.slice(2), {
  folder: fileURLToPath(new URL('.', import.meta.url)),
  servers: {
    rest: async (service, options) => (await import('./rest/server.ts')).serveRest(service, options),
  },
});
