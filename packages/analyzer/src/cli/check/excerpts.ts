import { resolve } from 'node:path';
import { compareLines, countDifferences } from '@analyzer/core/check/compare-lines.ts';
import type { Check, Copy, Excerpt, GroupFinding } from '@analyzer/core/check/model.ts';
import { originalsOf } from '@analyzer/core/check/original.ts';
import type { FileEntry } from '@analyzer/core/scan/model.ts';
import { type Quote, quoter } from '@analyzer/core/scan/quote.ts';

/** Findings with an excerpt, lines of each, and copies among which its original is searched. */
const MAX_FINDINGS = 50;
const MAX_LINES = 14;
const MAX_ORIGINALS = 8;

/**
 * What differs between the first new copy of a finding and its original, the earlier copy with the fewest differences, by
 * the id of the finding. A finding has none if nothing differs, or if a file was changed after it was scanned.
 */
export async function excerptsOf(
  { groups, scan }: Pick<Check, 'groups' | 'scan'>,
  path: string,
  signal: AbortSignal,
): Promise<Map<string, Excerpt>> {
  const excerpts = new Map<string, Excerpt>();
  const files = new Map(scan.entries.flatMap((entry) => (entry.kind === 'file' ? [[entry.path, entry] as const] : [])));
  const quote = quoter(new Map([['', resolve(path)]]), signal);
  for (const finding of groups.slice(0, MAX_FINDINGS)) {
    const excerpt = await excerptOf(finding, files, quote);
    if (excerpt !== undefined) excerpts.set(finding.family.shown.id, excerpt);
  }
  return excerpts;
}

async function excerptOf(
  finding: GroupFinding,
  files: ReadonlyMap<string, FileEntry>,
  quote: Quote,
): Promise<Excerpt | undefined> {
  const { kind } = finding.family.shown;
  if (kind === 'function-body' || kind === 'block') return undefined;
  const [copy] = finding.fresh;
  const after = copy === undefined ? undefined : await linesOf(copy, files, quote);
  if (copy === undefined || after === undefined) return undefined;
  let best: { original: Copy; before: string[]; differences: number } | undefined;
  for (const original of originalsOf(finding).slice(0, MAX_ORIGINALS)) {
    const before = await linesOf(original, files, quote);
    if (before === undefined) continue;
    const differences = countDifferences(before, after);
    if (best === undefined || differences < best.differences) best = { original, before, differences };
  }
  if (best === undefined) return undefined;
  const { lines, isCut } = compareLines(best.before, after, MAX_LINES);
  return lines.length === 0 ? undefined : { original: best.original, copy, lines, isCut };
}

async function linesOf(
  { path, start_line, end_line }: Copy,
  files: ReadonlyMap<string, FileEntry>,
  quote: Quote,
): Promise<string[] | undefined> {
  const { sha256, language = '' } = files.get(path) ?? {};
  if (sha256 === undefined) return undefined;
  const quoted = await quote({ project: '', path, language, startLine: start_line, endLine: end_line, sha256 });
  return 'text' in quoted ? quoted.text.split('\n') : undefined;
}
