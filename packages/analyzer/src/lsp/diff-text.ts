import { lineDiff } from '@analyzer/core/missed/merged-text.ts';
import type { MissedEdit } from '@analyzer/core/missed/model.ts';
import { placeText } from '@analyzer/core/render/missed/wording.ts';

/** Lines of a file with their title. */
export interface TitledLines {
  title: string;
  lines: readonly string[];
}

/** Maximum number of lines of a side. */
const COMPARED = 2000;

/** The differences of two copies. */
export function comparisonText(one: TitledLines, other: TitledLines): string {
  const [left, right] = [one.lines.slice(0, COMPARED), other.lines.slice(0, COMPARED)];
  const isEqual = left.join('\n') === right.join('\n');
  const body = isEqual ? left.map((line) => ` ${line}`) : lineDiff(left, right);
  const note = isEqual ? ['@@ no difference @@'] : ['@@ @@'];
  return lined([`--- ${one.title}`, `+++ ${other.title}`, ...note, ...body]);
}

/** An edit in one of the copies that lack it; undefined if there is no such copy. */
export function mergeText({ edited, copies, hunks }: MissedEdit, at: number): string | undefined {
  const copy = copies[at];
  if (copy === undefined) return undefined;
  const its = hunks.filter(({ target }) => {
    return target.path === copy.path && copy.start_line <= target.start_line && target.end_line <= copy.end_line;
  });
  const bodies = its.flatMap(({ target, merged }) => [`@@ ${placeText(target)} @@`, ...merged]);
  return lined([`--- ${copy.path}`, `+++ ${copy.path} with the change of ${placeText(edited)}`, ...bodies]);
}

function lined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
