import { type IntendedMirror, MirrorSides } from '#lists/intended-mirror.ts';
import type { Check, GroupFinding } from './model.ts';

/**
 * Leaves out findings in intended mirrors: on the largest side of the mirror, and outside, there are no more copies than
 * before. A function that was copied within one side, or into the mirror from outside to both sides, stays a finding.
 */
export function withoutMirrors(check: Check, mirrors: readonly IntendedMirror[]): Check {
  if (mirrors.length === 0) return check;
  const paths = check.scan.entries.flatMap(({ kind, path }) => (kind === 'file' ? [path] : []));
  const reports = mirrors.map((mirror) => {
    const sides = new MirrorSides(mirror);
    const absent = sides.empty(paths).flatMap((index) => mirror.between[index] ?? []);
    return { sides, report: { mirror, findings: 0, absent } };
  });
  const groups = check.groups.filter((finding) => {
    const its = reports.find(({ sides }) => isIntended(finding, sides));
    if (its !== undefined) its.report.findings++;
    return its === undefined;
  });
  return { ...check, groups, mirrors: reports.map(({ report }) => report) };
}

function isIntended({ family, fresh }: GroupFinding, sides: MirrorSides): boolean {
  const isFresh = new Set(fresh);
  const pathsOf = (copies: GroupFinding['fresh']) => copies.map(({ path }) => path);
  if (fresh.some(({ path }) => sides.sideOf(path) === undefined)) return false;
  const before = family.copies.filter((copy) => !isFresh.has(copy));
  return sides.countOf(pathsOf(family.copies)) <= Math.max(1, sides.countOf(pathsOf(before)));
}
