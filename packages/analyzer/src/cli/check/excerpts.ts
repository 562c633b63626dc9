import { resolve } from 'node:path';
import { compareLines, countDifferences, renamesOfTexts, sideBySide } from '@analyzer/core/check/compare-lines.ts';
import type { Check, Copy, Excerpt, GroupFinding, Sides } from '@analyzer/core/check/model.ts';
import { originalsOf } from '@analyzer/core/check/original.ts';
import type { Rename } from '@analyzer/core/check/renames.ts';
import type { FileEntry } from '@analyzer/core/scan/model.ts';
import { type Quote, quoter } from '@analyzer/core/scan/quote.ts';

/** Findings with an excerpt, lines of each, and copies among which its original is searched. */
const MAX_FINDINGS = 50;
const MAX_LINES = 14;
const MAX_ORIGINALS = 8;
/** Findings whose copies are shown side by side. */
const MAX_SIDES = 3;

/**
 * What differs between the first new copy of a finding and its original, the earlier copy with the fewest differences, by
 * the id of the finding. A finding has none if nothing differs, or if a file was changed after it was scanned.
 */
export function excerptsOf(check: Findings, path: string, signal: AbortSignal): Promise<Map<string, Excerpt>> {
  return byFinding(check, MAX_FINDINGS, path, signal, async (finding, linesOf) => {
    const { kind } = finding.family.shown;
    if (kind === 'function-body' || kind === 'block') return undefined;
    const quoted = await quotedCopy(finding, linesOf);
    if (quoted === undefined) return undefined;
    const { original, copy, before, after } = quoted;
    const renames = renamesOf(finding, before, after);
    const { lines, isCut } = compareLines(before, after, MAX_LINES, renames);
    return lines.length === 0 && renames.length === 0 ? undefined : { original, copy, renames, lines, isCut };
  });
}

/** The first new copy of the first findings next to its original, by the id of the finding. */
export function sidesOf(check: Findings, path: string, signal: AbortSignal): Promise<Map<string, Sides>> {
  return byFinding(check, MAX_SIDES, path, signal, async (finding, linesOf) => {
    const quoted = await quotedCopy(finding, linesOf);
    if (quoted === undefined) return undefined;
    const { original, copy, before, after } = quoted;
    const renames = renamesOf(finding, before, after);
    return { original, copy, renames, rows: sideBySide(before, after, renames) };
  });
}

/** Only of code that is identical up to renaming: other names are changes. */
function renamesOf({ family }: GroupFinding, before: readonly string[], after: readonly string[]): Rename[] {
  const { kind } = family.shown;
  return kind === 'function-shape' || kind === 'block-shape' ? renamesOfTexts(before, after) : [];
}

type Findings = Pick<Check, 'groups' | 'scan'>;
type LinesOf = (copy: Copy) => Promise<string[] | undefined>;

async function byFinding<T>(
  { groups, scan }: Findings,
  most: number,
  path: string,
  signal: AbortSignal,
  itsOf: (finding: GroupFinding, linesOf: LinesOf) => Promise<T | undefined>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  const files = new Map(scan.entries.flatMap((entry) => (entry.kind === 'file' ? [[entry.path, entry] as const] : [])));
  const quote = quoter(new Map([['', resolve(path)]]), signal);
  for (const finding of groups.slice(0, most)) {
    const its = await itsOf(finding, (copy) => linesOfCopy(copy, files, quote));
    if (its !== undefined) found.set(finding.family.shown.id, its);
  }
  return found;
}

interface QuotedCopy {
  original: Copy;
  copy: Copy;
  before: string[];
  after: string[];
}

/** The first new copy, and the earlier one with the fewest differences. */
async function quotedCopy(finding: GroupFinding, linesOf: LinesOf): Promise<QuotedCopy | undefined> {
  const [copy] = finding.fresh;
  const after = copy === undefined ? undefined : await linesOf(copy);
  if (copy === undefined || after === undefined) return undefined;
  let best: { original: Copy; before: string[]; differences: number } | undefined;
  for (const original of originalsOf(finding).slice(0, MAX_ORIGINALS)) {
    const before = await linesOf(original);
    if (before === undefined) continue;
    const differences = countDifferences(before, after);
    if (best === undefined || differences < best.differences) best = { original, before, differences };
  }
  return best && { original: best.original, copy, before: best.before, after };
}

async function linesOfCopy(
  { path, start_line, end_line }: Copy,
  files: ReadonlyMap<string, FileEntry>,
  quote: Quote,
): Promise<string[] | undefined> {
  const { sha256, language = '' } = files.get(path) ?? {};
  if (sha256 === undefined) return undefined;
  const quoted = await quote({ project: '', path, language, startLine: start_line, endLine: end_line, sha256 });
  return 'text' in quoted ? quoted.text.split('\n') : undefined;
}
