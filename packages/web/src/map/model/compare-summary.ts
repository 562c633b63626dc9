import type { Comparison } from './rows.ts';
import { count } from './words.ts';

/** What differs between two copies, in one line. */
export function summary(comparison: Comparison): string {
  const layout =
    comparison.layoutOnly > 0 ? `; ${count(comparison.layoutOnly, 'line')} with other comments or layout` : '';
  if (comparison.lines !== undefined) {
    const { changed, onlyLeft, onlyRight } = comparison.lines;
    const parts = [
      [changed, 'changed'],
      [onlyLeft, 'only on the left'],
      [onlyRight, 'only on the right'],
    ].flatMap(([lines, words]) => (lines === 0 ? [] : [`${lines} ${words}`]));
    return `Compared line by line: ${parts.length === 0 ? 'no difference' : parts.join(', ')}${layout}`;
  }
  if (comparison.differing === 0) return `The same code, token by token${layout}`;
  return `${count(comparison.differing, 'token differs', 'tokens differ')}${layout}`;
}
