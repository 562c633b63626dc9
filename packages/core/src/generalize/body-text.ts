import type { DraftRules } from '#languages/draft-rules.ts';
import { type Copy, statementsOf } from './copy.ts';
import { applyEdits, type Edit } from './edits.ts';
import { child, type SyntaxNode, subtree } from './nodes.ts';
import { indentAt, lineStart } from './source-file.ts';

/** The lines of a body with edits, at another indentation. Lines inside of strings keep theirs. */
export function bodyText(copy: Copy, edits: readonly Edit[], indent: string, rules: DraftRules): string {
  const { source } = copy.file;
  const own = indentAt(source, copy.from);
  const moved: Edit[] = [...edits];
  const strings = subtree(copy.body).filter((node) => isLong(node, source, rules));
  for (let at = source.indexOf('\n', copy.from); at >= 0 && at < copy.to; at = source.indexOf('\n', at + 1)) {
    const start = at + 1;
    const isText = strings.some((node) => node.start < start && start < node.end);
    const isBlank = /^[ \t]*\r?\n/.test(source.slice(start, start + 400));
    // The lines of a replaced expression are not in the text.
    const isReplaced = edits.some((edit) => edit.from < start && start <= edit.to);
    if (isText || isBlank || isReplaced) continue;
    const present = source.startsWith(own, start) ? own.length : indentAt(source, start).length;
    if (source.slice(start, start + present) !== indent) moved.push({ from: start, to: start + present, text: indent });
  }
  const inside = moved.filter(({ from, to }) => from >= copy.from && to <= copy.to);
  const shifted = inside.map(({ from, to, text }) => ({ from: from - copy.from, to: to - copy.from, text }));
  return indent + applyEdits(source.slice(copy.from, copy.to), shifted);
}

function isLong(node: SyntaxNode, source: string, rules: DraftRules): boolean {
  return rules.strings.includes(node.kind) && source.slice(node.start, node.end).includes('\n');
}

/** The indentation of one level, as in the file. */
export function indentUnit(copy: Copy): string {
  const { source } = copy.file;
  const outer = indentAt(source, copy.node.start);
  const body = copy.block && child(copy.node, 'body');
  const from = (body && statementsOf(body)[0]?.start) ?? copy.from;
  const inner = indentAt(source, from);
  const isOwnLine = lineStart(source, from) > copy.node.start;
  if (isOwnLine && inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  return copy.file.language === 'javascript' || copy.file.language === 'typescript' ? '  ' : '    ';
}
