import { DEPRECATION_WORDS } from '#languages/missed-rules.ts';
import { classOfHunk, hasWord, isStyle } from './classify.ts';
import type { Candidate } from './commit-search.ts';
import type { Version, Versions } from './contents.ts';
import { type LineWindow, lineDiff, mergedLines, namesBetween } from './merged-text.ts';
import type { MissedHunk } from './model.ts';
import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';
import { merges } from './weigh.ts';
import type { Window } from './window.ts';

export interface HunkContext {
  vocabulary: Vocabulary;
  contents: Versions;
  /** The path of a changed file as it is shown. */
  pathOf(path: string): string;
  /** The version of a file of today. */
  versionOf(path: string): Version | undefined;
}

/** A place with the change, and what the change would be there. */
export async function describeHunk(
  candidate: Candidate,
  target: string,
  subject: string,
  { vocabulary, contents, pathOf, versionOf }: HunkContext,
): Promise<MissedHunk> {
  const { file, old, now, hunk, place } = candidate;
  const version = versionOf(target);
  const [before, after, other] = [
    await linesAt(contents, file.before),
    await linesAt(contents, file.after),
    version === undefined ? [] : await linesAt(contents, version),
  ];
  const { matched } = place;
  const shift = { start: matched.start - hunk.before.start, end: matched.end - hunk.before.end };
  const origin = { start: hunk.after.start + shift.start, end: hunk.after.end + shift.end };
  const lines = {
    before: linesOf(old, matched),
    after: linesOf(now, origin),
    other: linesOf(place.statements, place.window),
  };

  const texts = {
    before: within(before, lines.before),
    after: within(after, lines.after),
    other: within(other, lines.other),
  };
  const windows = wholeLines(candidate);
  const names = place.renaming.isIdentity ? new Map() : namesBetween(texts.before, texts.other);
  const merged =
    names === undefined || !merges(candidate, vocabulary)
      ? []
      : mergedLines(
          texts,
          names,
          windows && {
            replaced: relative(old, windows.replaced, lines.before),
            removed: relative(place.statements, windows.removed, lines.other),
            added: relative(now, windows.added, lines.after),
          },
        );
  const change = changedLines(lineDiff(texts.before, texts.after), () =>
    lineDiff(within(before, wholeLinesOf(old, matched)), within(after, wholeLinesOf(now, origin))),
  );
  const added = change.filter((line) => line.startsWith('+')).join('\n');
  return {
    origin: locationOf(pathOf(file.after.path), lines.after),
    target: locationOf(target, lines.other),
    class: hasWord(added, DEPRECATION_WORDS)
      ? 'deprecations'
      : isStyle(subject) || isDocumentation(candidate, before, after)
        ? 'style'
        : classOfHunk(vocabulary, old, now, hunk),
    evidence: place.evidence,
    similarity: place.similarity,
    merges: merged.length > 0,
    change,
    merged,
  };
}

/** Whether all changed statements are strings of several lines, such as those after the fields of a class in Python. */
function isDocumentation({ old, now, hunk }: Candidate, before: readonly string[], after: readonly string[]): boolean {
  const isString = (lines: readonly string[]) => (line: number) => /^\s*[rRuU]?(?:"""|''')/.test(lines[line - 1] ?? '');
  const removed = old.startLine.subarray(hunk.removed.start, hunk.removed.end);
  const added = now.startLine.subarray(hunk.added.start, hunk.added.end);
  return removed.every(isString(before)) && added.every(isString(after));
}

/** A change in the last lines of a statement, which are after those in it, is seen in all its lines. */
function changedLines(change: string[], inWhole: () => string[]): string[] {
  return change.some((line) => !line.startsWith(' ')) ? change : inWhole();
}

async function linesAt(contents: Versions, version: Version): Promise<string[]> {
  return new TextDecoder().decode(await contents.bytesOf(version)).split(/\r?\n/);
}

/**
 * The statements that the change replaces, in the changed file and in the copy, and those that replace them, with unchanged ones
 * of the same lines.
 *
 * @returns undefined if more than the context is in these lines
 */
function wholeLines({
  old,
  now,
  hunk,
  place,
}: Candidate): Record<'replaced' | 'removed' | 'added', Window> | undefined {
  if (place.around !== undefined) return undefined;
  const by = place.window.start - place.matched.start;
  const replaced = { ...hunk.removed };
  const removed = { start: replaced.start + by, end: replaced.end + by };
  const added = { ...hunk.added };
  const isCut = (end: 'start' | 'end') =>
    isInLine(now, added[end], added) ||
    isInLine(place.statements, removed[end], removed) ||
    isInLine(old, replaced[end], replaced);
  while (isCut('start')) {
    if (removed.start === place.window.start) return undefined;
    for (const window of [replaced, removed, added]) window.start--;
  }
  while (isCut('end')) {
    if (removed.end === place.window.end) return undefined;
    for (const window of [replaced, removed, added]) window.end++;
  }
  return { replaced, removed, added };
}

/** Whether the statements before and at a position share a line; an empty window has no lines. */
function isInLine({ startLine, endLine, length }: Statements, at: number, { start, end }: Window): boolean {
  if (start === end || at === 0 || at === length) return false;
  return (endLine[at - 1] ?? 0) >= (startLine[at] ?? 0);
}

/** Lines of some statements, from 0: of a statement that is not completely among them only its own code. */
function linesOf({ startLine, endLine, lastLine, end: ends }: Statements, { start, end }: Window): LineWindow {
  if (start >= end) return { start: 0, end: 0 };
  let last = startLine[start] ?? 1;
  for (let at = start; at < end; at++) {
    const isComplete = (ends[at] ?? 0) <= end;
    last = Math.max(last, (isComplete ? lastLine[at] : endLine[at]) ?? 0);
  }
  return { start: (startLine[start] ?? 1) - 1, end: last };
}

/** The same with all statements in them. */
function wholeLinesOf({ startLine, lastLine }: Statements, { start, end }: Window): LineWindow {
  if (start >= end) return { start: 0, end: 0 };
  return { start: (startLine[start] ?? 1) - 1, end: Math.max(...lastLine.subarray(start, end)) };
}

/** The lines of some statements in a window; without statements where they would be. */
function relative(file: Statements, statements: Window, { start, end }: LineWindow): LineWindow {
  if (statements.start < statements.end) {
    const its = linesOf(file, statements);
    return { start: its.start - start, end: its.end - start };
  }
  const previous = statements.start > 0 ? (file.endLine[statements.start - 1] ?? 0) : 0;
  const at = Math.min(Math.max(previous, start), end) - start;
  return { start: at, end: at };
}

function within(lines: readonly string[], { start, end }: LineWindow): readonly string[] {
  return lines.slice(start, end);
}

function locationOf(path: string, { start, end }: LineWindow): { path: string; start_line: number; end_line: number } {
  return { path, start_line: start + 1, end_line: Math.max(start + 1, end) };
}
