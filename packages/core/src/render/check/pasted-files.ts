import type { GroupFinding } from '#check/model.ts';

/** Findings whose only new copies are in one file, of code in one other file. */
export interface PastedFile {
  copy: string;
  original: string;
  /** In the order of their lines in the copy. */
  findings: readonly [GroupFinding, ...GroupFinding[]];
}

/** Fewer findings are shown one by one. */
const MIN_FINDINGS = 3;

/**
 * Findings in order, where those of one pair of files are one entry at the first of them: a pasted file is not a finding for
 * each of its functions.
 *
 * @param isShort whether a finding has nothing else to show
 */
export function withPastedFiles(
  findings: readonly GroupFinding[],
  isShort: (finding: GroupFinding) => boolean,
): (GroupFinding | PastedFile)[] {
  const byFiles = new Map<string, GroupFinding[]>();
  const keyOf = (finding: GroupFinding) => (isShort(finding) ? filesOf(finding)?.join('\n') : undefined);
  for (const finding of findings) {
    const key = keyOf(finding);
    if (key === undefined) continue;
    const its = byFiles.get(key);
    if (its === undefined) byFiles.set(key, [finding]);
    else its.push(finding);
  }
  return findings.flatMap((finding): (GroupFinding | PastedFile)[] => {
    const its = byFiles.get(keyOf(finding) ?? '') ?? [];
    if (its.length < MIN_FINDINGS) return [finding];
    if (its[0] !== finding) return [];
    const [copy = '', original = ''] = filesOf(finding) ?? [];
    const [first = finding, ...others] = its.toSorted((a, b) => lineOf(a) - lineOf(b));
    return [{ copy, original, findings: [first, ...others] }];
  });
}

/** The file of the new copy and that of the other one; undefined for other findings. */
function filesOf({ family, fresh, also }: GroupFinding): [copy: string, original: string] | undefined {
  const [added, ...more] = fresh;
  const [known, ...others] = family.copies.filter((copy) => copy !== added);
  if (added === undefined || known === undefined || also !== undefined || more.length + others.length > 0)
    return undefined;
  return added.path === known.path ? undefined : [added.path, known.path];
}

function lineOf({ fresh }: GroupFinding): number {
  return fresh[0]?.start_line ?? 0;
}
