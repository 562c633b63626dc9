import { INDEX_OPERATIONS } from '../operations.ts';
import { serveQueries } from './serve.ts';
import { SLOW_OPERATIONS } from './slow-operations.ts';

serveQueries([...INDEX_OPERATIONS, ...SLOW_OPERATIONS]);
