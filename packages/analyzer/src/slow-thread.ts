import { serveQueries } from '@analyzer/core/query/pool/serve.ts';
import { SLOW_OPERATIONS } from '@analyzer/core/query/pool/slow-operations.ts';
import { OPERATIONS } from './operations.ts';

serveQueries([...OPERATIONS, ...SLOW_OPERATIONS]);
