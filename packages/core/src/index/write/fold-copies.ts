import type { CopyGroup } from '#relate/copies/copy-groups.ts';
import { foldGroups, type OccurrenceRange } from '#relate/copies/fold-groups.ts';
import type { GroupSummary } from '#relate/groups/link-groups.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import type { Group } from '#relate/model.ts';
import type { StoredFile } from './compared-files.ts';

/**
 * Folds all listed groups, as a scan does.
 *
 * @param summaries aligned with the groups of functions
 * @returns by id of a folded group: the id of the group that has each of its occurrences in a different one of its own
 */
export function foldCopies(
  copies: readonly Copies[],
  summaries: readonly GroupSummary[],
  others: readonly CopyGroup[],
  files: readonly StoredFile[],
): Map<string, string> {
  const ranges = new Map<string, OccurrenceRange[]>();
  const groups: Group[] = [];
  const rangeOf = (file: number, declaration: number): OccurrenceRange => {
    const { start_byte = 0, end_byte = 0 } = files[file]?.declarations[declaration] ?? {};
    return { file, start: start_byte, end: end_byte };
  };
  for (const [index, summary] of summaries.entries()) {
    groups.push({ ...summary, occurrences: [] });
    const its = (copies[index]?.occurrences ?? []).map(({ declaration: node }) => {
      const file = fileOf(files, node);
      return rangeOf(file, node - (files[file]?.node ?? 0) - 1);
    });
    ranges.set(summary.id, its);
  }
  for (const { id, kind, nodes, score, members } of others) {
    const similarity = members.flatMap((member) => member.similarity ?? []);
    groups.push({ id, kind, nodes, score, occurrences: [], ...(kind === 'near' && { similarity }) });
    const its = members.map(({ file, declaration, range }) => {
      return range === undefined ? rangeOf(file, declaration) : { file, start: range.startByte, end: range.endByte };
    });
    ranges.set(id, its);
  }
  return foldGroups(groups, ({ id }) => ranges.get(id) ?? []);
}

/** The number of the file whose declarations include a node. */
function fileOf(files: readonly StoredFile[], node: number): number {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((files[middle]?.node ?? 0) < node) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
