import type { Engine } from '@analyzer/core/parse/engine.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { CORPUS } from '../folders.ts';

/** The scan without its parsers: the same walk, policy, reading and hashing of the same files, and empty facts. */
const engine: Engine = {
  name: 'portable',
  versions: () => 'none',
  jobs: 1,
  parse: () => Promise.resolve({ status: 'missing-parser', reason: 'left out' }),
  cache: undefined,
  wholeProject: undefined,
  rest: () => undefined,
  close: () => Promise.resolve(),
};
await scan(CORPUS, completeOptions({ all: true }), { engine });
