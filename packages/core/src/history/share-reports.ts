import type { ShareFiles, ShareLimit } from '#check/share.ts';
import type { HistoryStep } from './model.ts';

/** A share of a step and its limit, in percent. */
export interface ShareReport {
  files: ShareFiles;
  percent: number;
  limit: number;
  commit: string;
  /** Unix time in seconds. */
  timestamp: number;
}

/** The shares that exceed a limit, and the first one after them that does not: it ends the anomaly. */
export function shareReports(steps: readonly HistoryStep[], limits: readonly ShareLimit[]): ShareReport[] {
  return limits.flatMap(({ percent: limit, files = 'product' }) => {
    let wasExceeded = false;
    return steps.flatMap((step): ShareReport[] => {
      const { lines, repeated } = step[files];
      const isExceeded = 100 * repeated > limit * lines;
      const isReported = isExceeded || wasExceeded;
      wasExceeded = isExceeded;
      if (!isReported) return [];
      const percent = lines === 0 ? 0 : (100 * repeated) / lines;
      return [{ files, percent, limit, commit: step.commit, timestamp: Date.parse(step.date) / 1000 }];
    });
  });
}
