import type { FlatTree } from '../flat-tree.ts';
import { children } from './stream-edits.ts';
import type { HereDocumentRule } from './stream-rules.ts';

const SPACE = 32;
const TAB = 9;
const LF = 10;

/** The normalized text of a leaf of a here-document: without the indentation that its form removes. */
export function hereDocumentText(tree: FlatTree, leaf: number, text: string, rule: HereDocumentRule): string {
  const parent = tree.parent[leaf] ?? 0;
  const isBody = rule.bodies.has(tree.kind[parent] ?? 0);
  const document = isBody ? (tree.parent[parent] ?? 0) : parent;
  if (!text.includes('\n') && !beginsLine(tree.source, tree.start[leaf] ?? 0)) return text;
  for (const child of children(tree, document)) {
    const kind = tree.kind[child];
    if (kind === rule.tabs) return withoutTabs(tree.source, tree.start[leaf] ?? 0, text);
    if (kind === rule.closing) return withoutIndent(tree.source, tree.start[leaf] ?? 0, text, indent(tree, child));
  }
  return text;
}

/** Whether there are only blanks between the start of a line and a position. */
function beginsLine(source: string, position: number): boolean {
  return source.charCodeAt(lastNonBlank(source, position)) === LF;
}

function lastNonBlank(source: string, position: number): number {
  let at = position - 1;
  while (at >= 0 && (source.charCodeAt(at) === SPACE || source.charCodeAt(at) === TAB)) at--;
  return at;
}

/** Number of blanks before the closing mark. */
function indent(tree: FlatTree, closing: number): number {
  const start = tree.start[closing] ?? 0;
  const before = lastNonBlank(tree.source, start);
  return tree.source.charCodeAt(before) === LF ? start - before - 1 : 0;
}

/** Removes leading tabs of every line that starts in the text or directly before it; a joined line does not start. */
function withoutTabs(source: string, start: number, text: string): string {
  let before = start - 1;
  while (source.charCodeAt(before) === TAB) before--;
  const isFresh = source.charCodeAt(before) === LF && source[before - 1] !== '\\';
  const rest = isFresh ? text.replace(/^\t+/, '') : text;
  return rest.replace(/(?<!\\)\n\t+/g, '\n');
}

/** Removes up to `width` blanks of every line that starts in the text, or before it within the indentation. */
function withoutIndent(source: string, start: number, text: string, width: number): string {
  if (width === 0) return text;
  let out = '';
  const before = lastNonBlank(source, start);
  let left = source.charCodeAt(before) === LF ? Math.max(0, width - (start - before - 1)) : 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (left > 0 && (unit === SPACE || unit === TAB)) {
      left--;
      continue;
    }
    left = unit === LF ? width : 0;
    out += text[i];
  }
  return out;
}
