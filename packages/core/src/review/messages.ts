import type { Review } from './model.ts';

/** Orders to the thread that reviews. */
export type Order = 'review' | 'end';

/** Its answer to `review`. */
export type Answer = { review: Review } | { problem: string };
