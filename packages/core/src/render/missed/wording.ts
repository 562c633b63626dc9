import type { Missed, MissedFinding, MissedHunk } from '#missed/model.ts';
import { grouped, plural } from '../terminal/numbers.ts';

const HASH_LENGTH = 10;

/** `1a2b3c4d5e 2026-01-31`. */
export function commitText({ commit, date }: MissedFinding): string {
  return `${commit.slice(0, HASH_LENGTH)} ${date.slice(0, 10)}`;
}

export function placeText({ path, start_line, end_line }: MissedHunk['target']): string {
  return `${path}:${start_line}${end_line > start_line ? `-${end_line}` : ''}`;
}

/** Why a place counts as a copy. */
export function evidenceText({ evidence, similarity }: MissedHunk): string {
  switch (evidence) {
    case 'exact':
      return 'was identical';
    case 'renamed':
      return 'was identical up to renaming';
    case 'similar':
      return `${similarity} % similar around`;
    case 'one-sided':
      return `${similarity} % similar around, equal on one side at most`;
  }
}

/** The last lines of a report: what was looked at, and what is not listed. */
export function summaryOf(result: Missed): string[] {
  const { findings, history, apart, left_out: left, options } = result;
  const apartText = Object.entries(apart).map(([name, count]) => `${grouped(count)} of ${name}`);
  const since = options.since === undefined ? '' : ` since ${options.since}`;
  const lines = [
    `${plural(findings.length, 'change')} missed a copy: ${plural(history.commits, 'commit')} with ${plural(history.hunks, 'change')} of code${since} looked at`,
  ];
  if (apartText.length > 0) lines.push(`apart: ${apartText.join(', ')} (--include)`);
  const reasons: [number, string][] = [
    [left.without_place, 'without a copy'],
    [left.has_change, 'places have the change'],
    [left.not_then, 'places did not match then'],
    [left.superseded, 'changes are gone'],
    [left.unlike, 'with unlike surroundings'],
    [left.uninformative, 'too small'],
    [left.too_many_places, 'fit too many places'],
    [left.moved, 'moves'],
    [left.repeated, 'in too many places of one commit'],
    [left.large, 'too large'],
    [left.in_large_commits, 'in too large commits'],
  ];
  const counted = reasons.flatMap(([count, what]) => (count > 0 ? [`${grouped(count)} ${what}`] : []));
  if (counted.length > 0) lines.push(`not listed: ${counted.join(', ')}`);
  if (left.unparsed_files > 0) lines.push(`${plural(left.unparsed_files, 'version')} of files could not be parsed`);
  if (left.missing_objects > 0) {
    lines.push(
      `${plural(left.missing_objects, 'version')} of files missing, as in a partial clone; nothing was fetched`,
    );
  }
  if (left.other_changes > 0) lines.push(`${plural(left.other_changes, 'file')} became something else, such as a link`);
  if (history.is_shallow) lines.push('the clone is shallow: older commits are missing (git fetch --unshallow)');
  if (history.without_renames) lines.push('renamed files were not followed: git could not read all contents');
  if (history.is_cut) lines.push('older commits were not looked at (--commits)');
  return lines;
}

/** Why there is nothing to list. */
export function emptyReason({ history, runtime }: Missed): string | undefined {
  if (runtime.files === 0) return 'no code to compare: no file of a parsed language at this revision';
  if (history.commits > 0) return undefined;
  return history.seen <= 1
    ? 'no change to compare: the history has at most one commit'
    : 'no change to compare: no commit in the range changes code that exists today';
}
