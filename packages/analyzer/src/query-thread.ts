import { INDEX_OPERATIONS } from '@analyzer/core/query/operations.ts';
import { serveQueries } from '@analyzer/core/query/pool/serve.ts';

serveQueries(INDEX_OPERATIONS);
