import type { Growth, HistoryStep } from './model.ts';

const MOST = 5;

/** The steps after which there were most more repeated lines of product code. */
export function mostAdded(steps: readonly HistoryStep[]): Growth[] {
  return steps
    .flatMap(({ change, commit, date, subject, commits }): Growth[] => {
      const lines = change === undefined ? 0 : change.product.added - change.product.removed;
      return lines > 0 ? [{ commit, date, subject, commits, lines }] : [];
    })
    .sort((a, b) => b.lines - a.lines)
    .slice(0, MOST);
}
