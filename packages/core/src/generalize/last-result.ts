import type { Copy } from './copy.ts';
import type { Edit } from './edits.ts';
import { nameIn } from './holes.ts';
import { child, isInside, type SyntaxNode } from './nodes.ts';

const ASSIGNMENTS = /^(assignment|assignment_expression|AssignmentExpression|VariableDeclarator)$/;

/** The assignment of a statement that only assigns one name. */
export function nameAssigned(statement: SyntaxNode | undefined): { name: SyntaxNode; value: SyntaxNode } | undefined {
  let at = statement;
  while (at !== undefined && !ASSIGNMENTS.test(at.kind)) {
    const parts: SyntaxNode[] = at.children.filter(({ kind, field }) => !kind.startsWith("'") && field !== 'kind');
    at = parts.length === 1 ? parts[0] : undefined;
  }
  const target = child(at, 'left') ?? child(at, 'id');
  const value = child(at, 'right') ?? child(at, 'init');
  const name = target && nameIn(target);
  const operator = child(at, 'operator')?.text ?? '"="';
  return name === undefined || value === undefined || operator !== '"="' ? undefined : { name, value };
}

/** Returns the value of the last statement at once, if that only assigns the one result. */
export function lastResultEdit({ file, body, block }: Copy): Edit | undefined {
  const [result, ...others] = block?.results ?? [];
  const last = body.children.at(-1);
  const assigned = nameAssigned(last);
  if (last === undefined || assigned === undefined || others.length > 0) return undefined;
  const { name, value } = assigned;
  if (result === undefined || name.variable !== result) return undefined;
  const isUsedBefore = result.uses.some((use) => use !== name && isInside(use, body));
  const between = /^\s*=\s*/.exec(file.source.slice(name.end, value.start))?.[0];
  const isPlain = between !== undefined && /^[(\s]*$/.test(file.source.slice(name.end + between.length, value.start));
  if (!isPlain || isUsedBefore) return undefined;
  return { from: last.start, to: name.end + between.length, text: 'return ' };
}
