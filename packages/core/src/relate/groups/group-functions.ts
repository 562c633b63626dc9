import { compareBytes } from '@analyzer/contracts/order';
import type { Group } from '../model.ts';
import { linkGroups } from './link-groups.ts';
import { findCopies, type GroupedFile, numberDeclarations } from './occurrences.ts';

/**
 * The clone groups of a project: functions and methods with equal fingerprints. A fingerprint includes parser and
 * language, so no group mixes them.
 *
 * @param minNodes minimum number of syntax nodes of an occurrence
 * @returns highest score first, then by id
 */
export function groupFunctions(files: readonly GroupedFile[], minNodes: number): Group[] {
  const { parents, ids } = numberDeclarations(files);
  const copies = findCopies(files, minNodes);
  const summaries = linkGroups(copies, parents);
  const groups = copies.map(({ occurrences }, index): Group => {
    const summary = summaries[index];
    if (summary === undefined) throw new RangeError('a group has no head');
    return { ...summary, occurrences: occurrences.map(({ declaration }) => ids[declaration] ?? '').sort(compareBytes) };
  });
  return groups.sort((a, b) => b.score - a.score || compareBytes(a.id, b.id));
}
