import { compareBytes } from '@analyzer/contracts/order';
import type { Copy, GroupFinding } from './model.ts';
import { otherCopies } from './same-place.ts';

/** Findings of one paste: all have their new copies in the same files, and their other copies in the same other files. */
export interface Paste {
  /** Paths of the files with the new copies, in order; with more than one path if `from` is empty. */
  into: readonly [string, ...string[]];
  /** Paths of the files with the other copies, in order; empty if all copies are new. */
  from: readonly string[];
  /** The most important finding, whose id is that of the entry. */
  lead: GroupFinding;
  /** With `lead`, in the order of their lines in the first file. */
  findings: readonly GroupFinding[];
}

/** Fewer findings are shown one by one. */
const MIN_FINDINGS = 3;

/**
 * Findings in order, where those of one paste are one entry at the first of them: a pasted file is not an entry for each of its
 * functions. All views show these entries; they do not change the number of findings.
 *
 * @param findings of which those of one place are joined
 */
export function withPastes(findings: readonly GroupFinding[]): (GroupFinding | Paste)[] {
  const keys = new Map<GroupFinding, string>();
  const pastes = new Map<string, { files: Files; findings: GroupFinding[] }>();
  for (const finding of findings) {
    const files = filesOf(finding);
    if (files === undefined) continue;
    const key = JSON.stringify([finding.change, files]);
    keys.set(finding, key);
    const paste = pastes.get(key);
    if (paste === undefined) pastes.set(key, { files, findings: [finding] });
    else paste.findings.push(finding);
  }
  return findings.flatMap((finding): (GroupFinding | Paste)[] => {
    const paste = pastes.get(keys.get(finding) ?? '');
    if (paste === undefined || paste.findings.length < MIN_FINDINGS) return [finding];
    if (paste.findings[0] !== finding) return [];
    const [first] = paste.files.into;
    const sorted = paste.findings.toSorted((a, b) => lineIn(first, a) - lineIn(first, b));
    return [{ ...paste.files, lead: finding, findings: sorted }];
  });
}

type Files = Pick<Paste, 'into' | 'from'>;

/** The files of a finding; undefined if it has both kinds of copies in one file, or if it is uncertain which ones are new. */
function filesOf(finding: GroupFinding): Files | undefined {
  const { family, fresh, listed } = finding;
  if (fresh.length > family.copies.length - listed) return undefined;
  const isFresh = new Set(fresh);
  const [first, ...others] = pathsOf(fresh);
  const from = pathsOf(family.copies.filter((copy) => !isFresh.has(copy)));
  if (first === undefined || others.length + from.length === 0) return undefined;
  const into: Files['into'] = [first, ...others];
  if (from.some((path) => into.includes(path))) return undefined;
  const isElsewhere = otherCopies(finding).some(({ path }) => !into.includes(path) && !from.includes(path));
  return isElsewhere ? undefined : { into, from };
}

function pathsOf(copies: readonly Copy[]): string[] {
  return [...new Set(copies.map(({ path }) => path))].sort(compareBytes);
}

function lineIn(path: string, { fresh }: GroupFinding): number {
  return fresh.find((copy) => copy.path === path)?.start_line ?? 0;
}
