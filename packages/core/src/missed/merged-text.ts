import { align } from '#relate/align/align.ts';

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

/**
 * The change of one text in another one that is equal apart from names, layout, comments, `async` and `await`: a merge whose
 * base is the text before the change.
 *
 * @param before lines of the changed statements and their context
 * @param after the same after the change
 * @param other lines of the copy, of the same statements as `before`
 * @param removed the lines of `other` that the change replaces, from its first line
 * @param added the lines of `after` that replace them, from its first line
 */
export function mergedLines(
  before: readonly string[],
  after: readonly string[],
  other: readonly string[],
  removed: LineWindow,
  added: LineWindow,
): string[] {
  const names = namesBetween(before, other);
  const indent = indentOf(other) - indentOf(before);
  const lines = after.slice(added.start, added.end).map((line) => indented(renamed(line, names), indent));
  return lineDiff(other, [...other.slice(0, removed.start), ...lines, ...other.slice(removed.end)]);
}

/** The names of a text by those of another one; empty if their identifiers do not correspond. */
function namesBetween(one: readonly string[], other: readonly string[]): ReadonlyMap<string, string> {
  const [left, right] = [identifiersOf(one), identifiersOf(other)];
  const names = new Map<string, string>();
  if (left.length !== right.length) return names;
  for (const [at, name] of left.entries()) {
    const its = right[at] ?? name;
    if ((names.get(name) ?? its) !== its) return new Map();
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
