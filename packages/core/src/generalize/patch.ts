import type { Edit } from './edits.ts';
import { applyEdits } from './edits.ts';
import type { SourceFile } from './source-file.ts';

const CONTEXT = 3;
const NO_NEWLINE = '\\ No newline at end of file';

interface Change {
  /** Lines of the source, the second one exclusive. */
  from: number;
  to: number;
  lines: string[];
}

/** The lines of files, which several patches change. */
const known = new WeakMap<SourceFile, FileLines>();

interface FileLines {
  /** With their ends. */
  lines: readonly string[];
  starts: readonly number[];
}

function linesIn(file: SourceFile): FileLines {
  const its = known.get(file) ?? fileLines(file.source);
  known.set(file, its);
  return its;
}

function fileLines(source: string): FileLines {
  const lines = linesOf(source);
  let offset = 0;
  const starts = lines.map((line) => {
    offset += line.length;
    return offset - line.length;
  });
  return { lines, starts };
}

/** A patch of one file for `git apply`. */
export function patchOf(file: SourceFile, edits: readonly Edit[]): string {
  const { path, source } = file;
  const { lines: before, starts } = linesIn(file);
  const changes = changesOf(source, before, starts, edits);
  if (changes.length === 0) return '';
  const [a, b] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  let shift = 0;
  const hunks = hunksOf(changes).map((hunk) => {
    const text = hunkText(before, hunk, shift);
    shift += hunk.reduce((sum, { from, to, lines }) => sum + lines.length - (to - from), 0);
    return text;
  });
  return `diff --git ${a} ${b}\n--- ${a}${tab(a)}\n+++ ${b}${tab(b)}\n${hunks.join('')}`;
}

/** A path with a blank ends with a tab, as Git writes it. */
function tab(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? '\t' : '';
}

/** As Git quotes a path with control characters, quotes, backslashes or bytes that are not ASCII. */
function quoted(name: string): string {
  if (/^[ !#-[\]-~]*$/.test(name)) return name;
  const bytes = [...Buffer.from(name)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') return `\\${character}`;
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, '0')}` : character;
  });
  return `"${bytes.join('')}"`;
}

/** The lines with their ends. */
function linesOf(source: string): string[] {
  return source === '' ? [] : (source.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

function changesOf(
  source: string,
  before: readonly string[],
  starts: readonly number[],
  edits: readonly Edit[],
): Change[] {
  const lineAt = (at: number) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  };
  const changes: (Change & { edits: Edit[] })[] = [];
  for (const edit of edits.toSorted((x, y) => x.from - y.from || x.to - y.to)) {
    const from = lineAt(edit.from);
    const to = lineAt(edit.to) + 1;
    const last = changes.at(-1);
    if (last !== undefined && from < last.to) {
      last.to = Math.max(last.to, to);
      last.edits.push(edit);
    } else changes.push({ from, to, lines: [], edits: [edit] });
  }
  for (const change of changes) {
    const start = starts[change.from] ?? 0;
    const end = starts[change.to] ?? source.length;
    const moved = change.edits.map(({ from, to, text }) => ({ from: from - start, to: to - start, text }));
    change.lines = linesOf(applyEdits(source.slice(start, end), moved));
    trim(change, before);
  }
  return changes.filter(({ from, to, lines }) => to > from || lines.length > 0);
}

/** Without equal lines at both ends. */
function trim(change: Change, before: readonly string[]): void {
  while (change.from < change.to && change.lines.length > 0 && before[change.from] === change.lines[0]) {
    change.from++;
    change.lines.shift();
  }
  while (change.from < change.to && change.lines.length > 0 && before[change.to - 1] === change.lines.at(-1)) {
    change.to--;
    change.lines.pop();
  }
}

function hunksOf(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    if (last !== undefined && change.from - (last.at(-1)?.to ?? 0) <= 2 * CONTEXT) last.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function hunkText(before: readonly string[], hunk: readonly Change[], shift: number): string {
  const start = Math.max(0, (hunk[0]?.from ?? 0) - CONTEXT);
  const end = Math.min(before.length, (hunk.at(-1)?.to ?? 0) + CONTEXT);
  const lines: string[] = [];
  let [at, added] = [start, 0];
  const write = (mark: string, line: string) => {
    lines.push(line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n${NO_NEWLINE}\n`);
  };
  for (const { from, to, lines: now } of hunk) {
    for (; at < from; at++) write(' ', before[at] ?? '');
    for (; at < to; at++) write('-', before[at] ?? '');
    for (const line of now) write('+', line);
    added += now.length - (to - from);
  }
  for (; at < end; at++) write(' ', before[at] ?? '');
  const count = end - start;
  const position = (first: number, length: number) => `${length === 0 ? first : first + 1},${length}`;
  return `@@ -${position(start, count)} +${position(start + shift, count + added)} @@\n${lines.join('')}`;
}
