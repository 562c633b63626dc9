import { applyEdits, type Edit } from './edits.ts';
import { type SyntaxNode, subtree } from './nodes.ts';
import type { NamedParameter, Plan } from './plan.ts';
import { indentAt, type SourceFile } from './source-file.ts';

/**
 * The code that a copy gives for a parameter. Lines after the first one start with this indentation.
 *
 * @param at index of the copy
 */
export function argumentText(parameter: NamedParameter, at: number, plan: Plan, indent: string): string {
  const copy = plan.copies[at] ?? plan.leader;
  const value = parameter.values[at];
  if (value === undefined) return '';
  const { language } = copy.file;
  const text = indentedCode(copy.file, value, indent, plan);
  const keyword = language === 'python' ? `${parameter.name}=` : '';
  if (parameter.kind !== 'function') return `${keyword}${text}`;
  const locals = parameter.locals.map((local) => plan.localIn(local, at)).join(', ');
  if (language === 'python') return `${keyword}lambda${locals === '' ? '' : ` ${locals}`}: ${text}`;
  if (language === 'php') return `fn(${locals}) => ${text}`;
  return `(${locals}) => ${/^(Object|Sequence)Expression$/.test(value.kind) ? `(${text})` : text}`;
}

/** Lines inside of strings keep their indentation. */
function indentedCode(file: SourceFile, node: SyntaxNode, indent: string, { rules }: Plan): string {
  const { source } = file;
  const code = source.slice(node.start, node.end);
  if (!code.includes('\n')) return code;
  const own = indentAt(source, node.start);
  const strings = subtree(node).filter(({ kind }) => rules.strings.includes(kind));
  const edits: Edit[] = [];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    const start = node.start + at + 1;
    const isText = strings.some((it) => it.start < start && start < it.end);
    if (isText || /^[ \t]*\r?\n/.test(source.slice(start, start + 400))) continue;
    const present = source.startsWith(own, start) ? own.length : indentAt(source, start).length;
    edits.push({ from: at + 1, to: at + 1 + present, text: indent });
  }
  return applyEdits(code, edits);
}
