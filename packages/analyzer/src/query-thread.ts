import { fileURLToPath } from 'node:url';
import { serveQueries } from '@analyzer/core/query/pool/serve.ts';
import { openCodeReader } from './code-reader.ts';
import { OPERATIONS } from './operations.ts';

serveQueries(OPERATIONS, () => openCodeReader(fileURLToPath(new URL('worker.js', import.meta.url))));
