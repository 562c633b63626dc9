import { type CacheReport, cacheNote } from '@analyzer/core/parse/cache/report.ts';
import { say } from './say.ts';

/** Tells people what they should know of what a cache did. */
export function announceCache(report: CacheReport | undefined): void {
  const note = report && cacheNote(report);
  if (note !== undefined) say(note);
}
