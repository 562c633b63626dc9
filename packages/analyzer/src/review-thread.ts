import { parentPort, workerData } from 'node:worker_threads';
import { serveReviews } from '@analyzer/core/review/serve.ts';
import { openReview } from './cli/engine/review-here.ts';

if (parentPort !== null) serveReviews(parentPort, openReview(workerData));
