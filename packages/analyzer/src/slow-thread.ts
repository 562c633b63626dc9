import { resolve } from 'node:path';
import { serveQueries } from '@analyzer/core/query/pool/serve.ts';
import { SLOW_OPERATIONS } from '@analyzer/core/query/pool/slow-operations.ts';
import { openCodeReader } from './code-reader.ts';
import { OPERATIONS } from './operations.ts';

/** Tests bundle this file elsewhere and run in the folder of the repository. */
const WORKER = resolve('packages/analyzer/dist/worker.js');

serveQueries([...OPERATIONS, ...SLOW_OPERATIONS], () => openCodeReader(WORKER));
