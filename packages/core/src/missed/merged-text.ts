import { align } from '#relate/align/align.ts';
import { awaitedAsThere } from './awaited.ts';

/** Lines of a file, the first one is 0, the end is exclusive. */
export interface LineWindow {
  start: number;
  end: number;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const ASYNC: ReadonlySet<string> = new Set(['async', 'await']);

/** Unchanged lines that are shown before the first change and after the last one. */
const CONTEXT_LINES = 3;

/** The differences of two texts as lines that start with a blank, `-` or `+`, with some lines around them. */
export function lineDiff(before: readonly string[], after: readonly string[]): string[] {
  const lines: string[] = [];
  let at = 0;
  const upTo = (end: number) => {
    for (; at < end; at++) lines.push(` ${before[at]}`);
  };
  for (const { left, right } of align(before, after)) {
    upTo(left.start);
    for (const line of before.slice(left.start, left.end)) lines.push(`-${line}`);
    for (const line of after.slice(right.start, right.end)) lines.push(`+${line}`);
    at = left.end;
  }
  upTo(before.length);
  const isChanged = (line: string) => !line.startsWith(' ');
  const first = lines.findIndex(isChanged);
  const last = lines.findLastIndex(isChanged);
  return lines.slice(Math.max(0, first - CONTEXT_LINES), last + 1 + CONTEXT_LINES);
}

/** Lines of a change, and of a copy of the changed place. */
export interface MergedTexts {
  /** The changed statements and their context. */
  before: readonly string[];
  /** The same after the change. */
  after: readonly string[];
  /** The same statements as `before` in the copy. */
  other: readonly string[];
}

/**
 * The change of one text in another one that is equal apart from names, layout, comments, `async` and `await`: a merge whose
 * base is the text before the change. It is a merge of lines; where the layouts differ, of statements.
 *
 * @param names those of the copy, by the names of the changed place
 * @param windows lines of `before` and `other` that the change replaces, and the lines of `after` that replace them
 * @returns the differences that it makes in `other`; none if there is a conflict
 */
export function mergedLines(
  texts: MergedTexts,
  names: ReadonlyMap<string, string>,
  windows: { replaced: LineWindow; removed: LineWindow; added: LineWindow } | undefined,
): string[] {
  const { before, after, other } = texts;
  const indent = indentOf(other) - indentOf(before);
  const asThere = (lines: readonly string[]) => lines.map((line) => indented(renamed(line, names), indent));
  const merged = mergedByLines({ before: asThere(before), after: asThere(after), other });
  if (merged !== undefined) return changedLines(other, merged);
  if (windows === undefined) return [];
  const { replaced, removed, added } = windows;
  // Other lines of the change, such as an `else`, would be lost.
  if (compared(spliced(before, replaced, after.slice(added.start, added.end))) !== compared(after)) return [];
  const lines = awaitedAsThere(
    { before, added: asThere(after.slice(added.start, added.end)), other },
    { before: before.slice(replaced.start, replaced.end), other: other.slice(removed.start, removed.end) },
  );
  return lines === undefined ? [] : changedLines(other, spliced(other, removed, lines));
}

/** A merge of lines with three sides; undefined for a conflict. */
function mergedByLines({ before, after, other }: MergedTexts): string[] | undefined {
  const there = new LinePositions(before.map(comparedLine), other.map(comparedLine));
  const merged: string[] = [];
  let at = 0;
  for (const { left, right } of align(before, after)) {
    const window = there.of(left);
    if (window === undefined) return undefined;
    const lines = awaitedAsThere(
      { before, added: after.slice(right.start, right.end), other },
      { before: before.slice(left.start, left.end), other: other.slice(window.start, window.end) },
    );
    if (lines === undefined) return undefined;
    merged.push(...other.slice(at, window.start), ...lines);
    at = window.end;
  }
  return [...merged, ...other.slice(at)];
}

/** Where the lines of one text are in another one. */
class LinePositions {
  readonly #positions: Int32Array;
  readonly #length: number;

  constructor(one: readonly string[], other: readonly string[]) {
    this.#positions = new Int32Array(one.length).fill(-1);
    this.#length = other.length;
    let [at, there] = [0, 0];
    for (const { left, right } of align(one, other)) {
      while (at < left.start) this.#positions[at++] = there++;
      [at, there] = [left.end, right.end];
    }
    while (at < one.length) this.#positions[at++] = there++;
  }

  /** Undefined unless the lines and those around them are there in a row. */
  of({ start, end }: LineWindow): LineWindow | undefined {
    const last = this.#positions.length - 1;
    const first = start === 0 ? -1 : this.#positions[start - 1];
    if (first === undefined || (start > 0 && first < 0)) return undefined;
    for (let at = start; at <= Math.min(end, last); at++) {
      if (this.#positions[at] !== first + 1 + at - start) return undefined;
    }
    return end <= last || first + 1 + end - start === this.#length
      ? { start: first + 1, end: first + 1 + end - start }
      : undefined;
  }
}

/** The differences of two texts; none if they are equal apart from blanks. */
function changedLines(before: readonly string[], after: readonly string[]): string[] {
  return compared(before) === compared(after) ? [] : lineDiff(before, after);
}

function spliced(lines: readonly string[], { start, end }: LineWindow, by: readonly string[]): string[] {
  return [...lines.slice(0, start), ...by, ...lines.slice(end)];
}

function compared(lines: readonly string[]): string {
  return lines.map(comparedLine).join('');
}

/** Without blanks, `async` and `await`. */
function comparedLine(line: string): string {
  return line.replace(/\b(?:async|await)\b|\s/g, '');
}

/** The names of a text by those of another one; undefined if their identifiers do not correspond. */
export function namesBetween(
  one: readonly string[],
  other: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const [left, right] = [identifiersOf(one), identifiersOf(other)];
  if (left.length !== right.length) return undefined;
  const names = new Map<string, string>();
  for (const [at, name] of left.entries()) {
    const its = right[at] ?? name;
    if ((names.get(name) ?? its) !== its) return undefined;
    names.set(name, its);
  }
  return names;
}

function identifiersOf(lines: readonly string[]): string[] {
  return (lines.join('\n').match(IDENTIFIER) ?? []).filter((name) => !ASYNC.has(name));
}

function renamed(line: string, names: ReadonlyMap<string, string>): string {
  return line.replace(IDENTIFIER, (name) => names.get(name) ?? name);
}

function indentOf(lines: readonly string[]): number {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return first.length - first.trimStart().length;
}

function indented(line: string, by: number): string {
  if (line.trim() === '') return line;
  if (by >= 0) return `${(line[0] === '\t' ? '\t' : ' ').repeat(by)}${line}`;
  const blanks = line.length - line.trimStart().length;
  return line.slice(Math.min(blanks, -by));
}
