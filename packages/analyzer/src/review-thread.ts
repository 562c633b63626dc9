import { parentPort, workerData } from 'node:worker_threads';
import { limitYoungGeneration } from './cli/engine/heap-growth.ts';

// The start of a thread sets the flag to its default, for all threads of the process: set it again before anything else.
limitYoungGeneration();
const [{ serveReviews }, { openReview }] = await Promise.all([
  import('@analyzer/core/review/serve.ts'),
  import('./cli/engine/review-here.ts'),
]);
if (parentPort !== null) serveReviews(parentPort, openReview(workerData));
