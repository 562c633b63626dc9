import { compareLines } from './compare-lines.ts';
import { align, type Comparison, cut, indentOf, type Row, type Side } from './rows.ts';

/** A block with lines around it. */
export interface BlockCopy {
  /** Number of the first line of the text. */
  firstLine: number;
  text: string;
  /** Lines of the block, inclusive. */
  startLine: number;
  endLine: number;
}

/** Compares two blocks line by line; the lines around them are next to each other without a comparison. */
export function compareBlocks(left: BlockCopy, right: BlockCopy): Comparison {
  const [a, b] = [partsOf(left), partsOf(right)];
  const comparison = compareLines(a.block, b.block);
  const rows = comparison.rows.map(({ left: l, right: r, same }): Row => {
    return { same, ...(l && { left: indented(l, a.indent) }), ...(r && { right: indented(r, b.indent) }) };
  });
  const around = (one: Side[], other: Side[]): Row[] =>
    align(one.map(String), other.map(String), [], 'together').map(([l, r]): Row => {
      const [own, its] = [one[l ?? -1], other[r ?? -1]];
      return { same: false, around: true, ...(own && { left: own }), ...(its && { right: its }) };
    });
  // The last lines before both blocks are in one row.
  const before = around(a.before.toReversed(), b.before.toReversed()).reverse();
  return { ...comparison, rows: [...before, ...rows, ...around(a.after, b.after)] };
}

function partsOf({ firstLine, text, startLine, endLine }: BlockCopy) {
  const lines = text.split('\n');
  const indent = indentOf(text);
  const [from, to] = [startLine - firstLine, endLine - firstLine + 1];
  const sides = (start: number, end: number): Side[] =>
    lines.slice(start, end).map((line, at) => ({ line: firstLine + start + at, pieces: cut(line.slice(indent)) }));
  const block = lines.slice(from, to).join('\n');
  return {
    before: sides(0, from),
    block: { name: '', text: block, firstLine: startLine, tokens: null },
    /** Of the block in the text. */
    indent: (lines[from] ?? '').slice(indent, indentOf(block)),
    after: sides(to, lines.length),
  };
}

function indented({ line, pieces }: Side, indent: string): Side {
  return { line, pieces: indent === '' || pieces.length === 0 ? pieces : [{ text: indent }, ...pieces] };
}
