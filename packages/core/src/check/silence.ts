import { ignoreComments } from './ignore-comments.ts';
import type { Check, Copy, GroupFinding, SilencedFinding } from './model.ts';

/**
 * Applies the comments in the source that silence copies: a silenced copy leaves its finding, and a finding without a new
 * copy, or with no more copies than allowed, does not count.
 *
 * @param texts of the files of findings, by path
 */
export function silence(check: Check, texts: ReadonlyMap<string, string>): Check {
  const ignored = new Map(
    check.scan.entries.flatMap((entry) => {
      const text = texts.get(entry.path);
      if (entry.kind !== 'file' || text === undefined) return [];
      return [[entry.path, ignoreComments(text, entry.facts?.declarations ?? [])] as const];
    }),
  );
  const commentOf = ({ path, start_line, end_line }: Copy) =>
    ignored.get(path)?.ranges.find(({ start, end }) => start <= start_line && end_line <= end);
  const silenced: SilencedFinding[] = [];
  const groups = check.groups.flatMap((finding): GroupFinding[] => {
    const comments = finding.family.copies.flatMap((copy) => {
      const comment = commentOf(copy);
      return comment === undefined ? [] : [{ path: copy.path, line: comment.line, reason: comment.reason }];
    });
    if (comments.length === 0) return [finding];
    const counts = (copy: Copy) => commentOf(copy) === undefined;
    const copies = finding.family.copies.filter(counts);
    const fresh = finding.fresh.filter(counts);
    if (fresh.length > 0 && copies.length > Math.max(1, finding.listed)) {
      return [{ ...finding, family: { ...finding.family, copies }, unlisted: finding.unlisted.filter(counts), fresh }];
    }
    silenced.push({ finding, comments });
    return [];
  });
  const problems = [...ignored].flatMap(([path, its]) => its.problems.map((problem) => ({ path, ...problem })));
  return { ...check, groups, silenced, ignore_problems: problems };
}
