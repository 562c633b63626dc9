import { IgnoredCode, uselessComments } from '#lists/ignored-code.ts';
import type { Check, Copy, GroupFinding, SilencedFinding } from './model.ts';

/**
 * Applies the comments in the source that silence copies: a silenced copy leaves its finding, and a finding without a new
 * copy, or with no more copies than allowed, does not count.
 *
 * @param reportsAll also comments without effect in files without findings, and those that silence no copy
 */
export function silence(check: Check, reportsAll = false): Check {
  const code = new IgnoredCode(check.scan);
  if (code.files.size === 0) return { ...check, silenced: [], ignore_problems: [] };
  const silenced: SilencedFinding[] = [];
  const groups = check.groups.flatMap((finding): GroupFinding[] => {
    const comments = finding.family.copies.flatMap((copy) => {
      const comment = code.commentOf(copy);
      return comment === undefined ? [] : [{ path: copy.path, line: comment.line, reason: comment.reason }];
    });
    if (comments.length === 0) return [finding];
    const counts = (copy: Copy) => code.commentOf(copy) === undefined;
    const copies = finding.family.copies.filter(counts);
    const fresh = finding.fresh.filter(counts);
    if (fresh.length > 0 && copies.length > Math.max(1, finding.listed)) {
      return [{ ...finding, family: { ...finding.family, copies }, unlisted: finding.unlisted.filter(counts), fresh }];
    }
    silenced.push({ finding, comments });
    return [];
  });
  const elsewhere = check.elsewhere?.filter((finding) => code.commentOf(finding) === undefined);
  const result = { ...check, groups, ...(elsewhere && { elsewhere }), silenced };
  if (reportsAll) return { ...result, ignore_problems: uselessComments(check.scan, check.elsewhere) };
  const copies = check.groups.flatMap(({ family }) => family.copies);
  const paths = new Set([...copies, ...(check.elsewhere ?? [])].map(({ path }) => path));
  const problems = [...code.files].flatMap(([path, its]) => {
    return paths.has(path) ? its.problems.map((problem) => ({ path, ...problem })) : [];
  });
  return { ...result, ignore_problems: problems };
}
