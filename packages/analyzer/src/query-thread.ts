import { serveQueries } from '@analyzer/core/query/pool/serve.ts';
import { OPERATIONS } from './operations.ts';

serveQueries(OPERATIONS);
