import { type MapTokens, ROLE_LETTERS } from '@analyzer/contracts/pages/map';
import { compareLines } from './compare-lines.ts';
import { commonPairs } from './line-diff.ts';
import { align, type Comparison, type Copy, cut, indentOf, linesOf, type Row, type Side, type Span } from './rows.ts';

/**
 * Compares two copies side by side. Token records of one group correspond token by token, so rows are aligned by tokens
 * and exactly the differing tokens are marked; differences of comments and layout are not marked.
 *
 * @param texts the table that tokens refer to
 */
export function compare(left: Copy, right: Copy, texts: readonly string[]): Comparison {
  const [a, b] = [linesOf(left), linesOf(right)];
  if (left.tokens === null || right.tokens === null || left.tokens.roles !== right.tokens.roles) {
    return compareLines(left, right);
  }
  const differing = differingTokens(left.tokens, right.tokens);
  const marks = {
    left: marksOf(a, left.tokens, differing, texts, indentOf(left.text)),
    right: marksOf(b, right.tokens, differing, texts, indentOf(right.text)),
  };
  if (left.name !== right.name) {
    markName(a, left, left.tokens, marks.left);
    markName(b, right, right.tokens, marks.right);
  }
  const rows = align(a, b, pairsByTokens(left.tokens, right.tokens, a, b), 'together').map(([l, r]) => {
    const same = l !== undefined && r !== undefined && a[l] === b[r];
    const row: Row = { same };
    if (l !== undefined) row.left = { line: left.firstLine + l, pieces: cut(a[l] ?? '', marks.left.get(l)) };
    if (r !== undefined) row.right = { line: right.firstLine + r, pieces: cut(b[r] ?? '', marks.right.get(r)) };
    return row;
  });
  const marked = (side: Side | undefined): boolean => side?.pieces.some((piece) => piece.mark !== undefined) ?? false;
  return {
    rows,
    differing: differing.length,
    replaced: replacements(left.tokens, right.tokens, differing, texts),
    layoutOnly: rows.filter((row) => !row.same && !marked(row.left) && !marked(row.right)).length,
    by: 'tokens',
  };
}

function differingTokens(left: MapTokens, right: MapTokens): number[] {
  return left.text.flatMap((text, i) => (text === right.text[i] ? [] : [i]));
}

function replacements(left: MapTokens, right: MapTokens, differing: number[], texts: readonly string[]) {
  const counted = new Map<string, { left: string; right: string; times: number }>();
  for (const i of differing) {
    const l = left.text[i] ?? -1;
    const r = right.text[i] ?? -1;
    const known = counted.get(`${l} ${r}`);
    if (known === undefined) counted.set(`${l} ${r}`, { left: texts[l] ?? '', right: texts[r] ?? '', times: 1 });
    else known.times++;
  }
  return [...counted.values()].sort((x, y) => y.times - x.times);
}

/** Ranges of the differing tokens by line, in UTF-16 units. */
function marksOf(
  lines: readonly string[],
  tokens: MapTokens,
  differing: number[],
  texts: readonly string[],
  indent: number,
) {
  const marks = new Map<number, Span[]>();
  for (const i of differing) {
    const line = tokens.line[i] ?? 0;
    const from = unitOf(lines[line] ?? '', (tokens.column[i] ?? 1) - indent);
    const span: Span = {
      from,
      to: from + lengthAt(lines, line, from, texts[tokens.text[i] ?? -1] ?? ''),
      mark: 'differs',
    };
    addSpan(marks, line, span);
  }
  return marks;
}

function addSpan(marks: Map<number, Span[]>, line: number, span: Span): void {
  const list = marks.get(line);
  if (list === undefined) marks.set(line, [span]);
  else list.push(span);
}

/**
 * Marks the function's own name: on the first line that contains it as a word (decorators may come before), and at
 * recursive references, which have a role of their own.
 */
function markName(lines: readonly string[], { name, text }: Copy, tokens: MapTokens, marks: Map<number, Span[]>): void {
  const mark = (line: number, from: number): void => {
    if (from >= 0) addSpan(marks, line, { from, to: from + name.length, mark: 'name' });
  };
  const declared = lines.findIndex((line) => wordIn(line, name) >= 0);
  mark(declared, wordIn(lines[declared] ?? '', name));
  const indent = indentOf(text);
  tokens.line.forEach((line, i) => {
    if (tokens.roles[i] !== ROLE_LETTERS.self) return;
    const source = lines[line] ?? '';
    const from = unitOf(source, (tokens.column[i] ?? 1) - indent);
    mark(line, source.startsWith(name, from) ? from : -1);
  });
}

/** @returns the index of a name as a complete word in a line; -1 if absent */
function wordIn(line: string, name: string): number {
  for (let at = line.indexOf(name); at >= 0 && name !== ''; at = line.indexOf(name, at + 1)) {
    if (!NAME_PART.test(line[at - 1] ?? '') && !NAME_PART.test(line[at + name.length] ?? '')) return at;
  }
  return -1;
}

const NAME_PART = /[\p{L}\p{N}_$]/u;

/** Converts a column in scalar values to UTF-16 units. */
function unitOf(line: string, column: number): number {
  let unit = 0;
  for (let scalar = 1; scalar < column && unit < line.length; scalar++) {
    unit += (line.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return unit;
}

const WORD = /[\p{L}\p{N}_$.-]+|\s*\S/uy;
const QUOTED = /(?:[A-Za-z]{0,2})("""|'''|["'`])(?:\\.|(?!\1)[^\\])*(?:\1|$)/uy;

/** Length of a token in the source: its text in the record may be normalized (`.5` as `0.5`). */
function lengthAt(lines: readonly string[], line: number, from: number, text: string): number {
  const source = lines[line] ?? '';
  if (text !== '' && source.startsWith(text, from)) return text.length;
  for (const pattern of [QUOTED, WORD]) {
    pattern.lastIndex = from;
    const match = pattern.exec(source);
    if (match !== null) return match[0].length;
  }
  return 1;
}

/** Pairs lines that start with the same token. */
function pairsByTokens(left: MapTokens, right: MapTokens, a: readonly string[], b: readonly string[]) {
  const pairs: [number, number][] = [[0, 0]];
  let l = 0;
  let r = 0;
  const pair = (x: number, y: number): void => {
    if (x <= l || y <= r) return;
    pairs.push([x, y]);
    l = x;
    r = y;
  };
  left.line.forEach((line, i) => {
    pairBetween(a, b, [l, line], [r, right.line[i] ?? 0], pair);
    pair(line, right.line[i] ?? 0);
  });
  pairBetween(a, b, [l, a.length], [r, b.length], pair);
  return pairs;
}

/** Between two pairs of lines with tokens, pairs equal comments and blank lines. */
function pairBetween(
  a: readonly string[],
  b: readonly string[],
  [fromA, toA]: [number, number],
  [fromB, toB]: [number, number],
  pair: (x: number, y: number) => void,
): void {
  if (toA - fromA < 2 || toB - fromB < 2) return;
  for (const [x, y] of commonPairs(a.slice(fromA + 1, toA), b.slice(fromB + 1, toB)))
    pair(fromA + 1 + x, fromB + 1 + y);
}
