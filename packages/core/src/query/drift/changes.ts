import type { Changes } from '@analyzer/contracts/query/common';
import { leavesOf } from '#index/leaves/leaves.ts';
import type { Snapshot } from '#index/port.ts';
import { describeChanges } from '../describe/changes.ts';
import type { Pair } from './pair.ts';

/** The aligned changes of a pair; undefined where the index does not have the tokens of both. */
export function changesOf(snapshot: Snapshot, [a, b]: Pair): Changes | undefined {
  const first = leavesOf(snapshot, a.id);
  const second = first && leavesOf(snapshot, b.id);
  return first && second && describeChanges(first, second);
}
