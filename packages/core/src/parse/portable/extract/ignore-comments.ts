import type { IgnoreComment } from '../../facts.ts';
import type { FlatTree } from '../flat-tree.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import { cut } from './cut.ts';
import type { Positions } from './positions.ts';

const MARK = 'analyzer-ignore-';
const BLANKS = ' \t\r\f\v';
/** What is before the mark in its line: blanks and the start of a comment. */
const START = /^[ \t\r\f\v/*#]*$/;
const KIND = /^[a-z-]+/;

/** The comments of a file that silence copies. The same words in a string, or after code, are not such a comment. */
export function ignoreComments(
  tree: FlatTree,
  { comments }: Pick<CompiledFacts, 'comments'>,
  positions: Positions,
): IgnoreComment[] {
  const { source } = tree;
  const marks = marksAlone(source);
  if (marks.length === 0) return [];
  const hasComments = comments.kinds.size > 0;
  const isIn = rangesOf(tree, hasComments ? comments.kinds : comments.notIn);
  return marks.flatMap((at) => {
    const written = source.slice(at + MARK.length, lineEnd(source, at));
    const kind = KIND.exec(written)?.[0];
    if (kind === undefined || isIn(at) !== hasComments) return [];
    return [{ line: positions.line(at), kind: cut(kind), reason: cut(reasonOf(written.slice(kind.length))) }];
  });
}

/** Offsets of the marks without code before them in their lines. */
function marksAlone(source: string): number[] {
  const marks: number[] = [];
  for (let at = source.indexOf(MARK); at >= 0; at = source.indexOf(MARK, at + 1)) {
    if (START.test(source.slice(source.lastIndexOf('\n', at) + 1, at))) marks.push(at);
  }
  return marks;
}

/** The words after a colon, without the end of the comment. */
function reasonOf(rest: string): string {
  let text = trimmed(rest);
  if (text.endsWith('*/')) text = trimmed(text.slice(0, -2));
  return text.startsWith(':') ? trimmed(text.slice(1)) : '';
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANKS.includes(text.charAt(start))) start++;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}

/** Whether an offset is in a node of some kinds, which do not overlap. */
function rangesOf({ count, kind, start, end }: FlatTree, kinds: ReadonlySet<number>): (offset: number) => boolean {
  const nodes: number[] = [];
  for (let node = 0; node < count; node++) if (kinds.has(kind[node] ?? 0)) nodes.push(node);
  nodes.sort((a, b) => (start[a] ?? 0) - (start[b] ?? 0));
  return (offset) => {
    let [low, high] = [0, nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((start[nodes[middle] ?? 0] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset < (end[nodes[low - 1] ?? -1] ?? 0);
  };
}
