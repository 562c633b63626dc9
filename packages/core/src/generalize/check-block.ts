import { type Copy, statementsOf } from './copy.ts';
import { nameIn } from './holes.ts';
import { nameAssigned } from './last-result.ts';
import { child, isInside, isLocal, type SyntaxNode, subtree } from './nodes.ts';

/** A statement that is a call, or takes its value. */
export interface CallForm {
  statement: SyntaxNode;
  /** The names that get the value, in order. */
  targets: SyntaxNode[];
  isReturned: boolean;
  isAwaited: boolean;
}

/** @returns undefined if the call is a part of other code */
export function formOf(call: SyntaxNode): CallForm | undefined {
  let at = call;
  const isAwaited = at.parent !== undefined && /^(await|AwaitExpression)$/.test(at.parent.kind);
  if (isAwaited && at.parent !== undefined) at = at.parent;
  const { parent } = at;
  if (parent === undefined) return undefined;
  const form = { isReturned: false, isAwaited, targets: [] };
  if (/^(expression_statement|ExpressionStatement)$/.test(parent.kind)) return { ...form, statement: parent };
  if (/^(return_statement|ReturnStatement)$/.test(parent.kind)) return { ...form, statement: parent, isReturned: true };
  if (!/^(assignment|assignment_expression|AssignmentExpression|VariableDeclarator)$/.test(parent.kind))
    return undefined;
  const target = child(parent, 'left') ?? child(parent, 'id');
  const operator = child(parent, 'operator')?.text ?? '"="';
  const holder = parent.kind === 'VariableDeclarator' ? parent.parent : parent;
  const statement = holder?.parent;
  const isOnly = parent.kind !== 'VariableDeclarator' || holder?.children.length === 1;
  const targets = target === undefined ? undefined : namesIn(target);
  if (statement === undefined || targets === undefined || operator !== '"="' || !isOnly) return undefined;
  return { ...form, statement, targets };
}

/** The names of a target, which is a name or a flat list of names. */
function namesIn(target: SyntaxNode): SyntaxNode[] | undefined {
  const own = nameIn(target);
  if (own !== undefined) return [own];
  if (
    !/^(pattern_list|ArrayPattern|list_literal|expression_list|tuple|ArrayExpression|array_creation_expression)$/.test(
      target.kind,
    )
  )
    return undefined;
  const items = target.children.flatMap((it) => (it.kind === '[]' ? it.children : [it]));
  const names = items
    .filter(({ kind }) => !kind.startsWith("'"))
    .map((it) => nameIn(it.kind === 'array_element_initializer' ? (it.children[0] ?? it) : it));
  return names.every((it) => it !== undefined) ? names.filter((it) => it !== undefined) : undefined;
}

/** The names that the last statement of a function returns, for a call that takes them. @returns undefined if they do not fit */
export function resultsIn(
  statements: readonly SyntaxNode[],
  { targets, isReturned }: CallForm,
): { names: SyntaxNode[]; after: number } | undefined {
  if (isReturned || targets.length === 0) return { names: [], after: 0 };
  const last = statements.at(-1);
  if (last === undefined || !/^(return_statement|ReturnStatement)$/.test(last.kind)) return undefined;
  const [returned] = last.children.filter(({ kind }) => !kind.startsWith("'"));
  const value = returned?.kind === 'TSAsExpression' ? child(returned, 'expression') : returned;
  const names = value && namesIn(value);
  return names?.length === targets.length ? { names, after: 1 } : undefined;
}

/** A function whose last statement returns what that of the run assigns. @param count of the statements of the run */
export function directResult(
  statements: readonly SyntaxNode[],
  last: SyntaxNode | undefined,
  { targets, isReturned }: CallForm,
  count: number,
): { value: SyntaxNode; assigned: { name: SyntaxNode; value: SyntaxNode } } | undefined {
  const assigned = nameAssigned(last);
  const own = statements.slice(statements.findIndex((it) => !isBareDeclaration(it)));
  const returned = own.at(-1);
  const isDirect = targets.length === 1 && !isReturned && (own.length === count || statements.length === count);
  if (assigned === undefined || returned === undefined || !isDirect) return undefined;
  if (!/^(return_statement|ReturnStatement)$/.test(returned.kind)) return undefined;
  const [value] = returned.children.filter(({ kind }) => !kind.startsWith("'"));
  return value && { value, assigned };
}

/** `let a, b;` */
export function isBareDeclaration({ kind, children }: SyntaxNode): boolean {
  const list = children.find(({ field }) => field === 'declarations');
  return kind === 'VariableDeclaration' && list?.children.every((it) => child(it, 'init') === undefined) === true;
}

export function isAsync({ children }: SyntaxNode): boolean {
  return children.some(({ kind, field, text }) => kind === "'async" || (field === 'async' && text === 'true'));
}

/**
 * Whether a variable that the run and the code around it share is neither an argument nor a result, as far as the order of the
 * text shows it: a variable that is not an argument is assigned at its first use in the run, and one that is not a result at its
 * first use after the run.
 */
export function carriedProblem(
  { body, node }: Copy,
  given: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  isReturned: boolean,
): string | undefined {
  const seen = new Set<string>();
  for (const use of subtree(body)) {
    const { variable } = use;
    if (variable === undefined || use.role !== 'variable' || !isLocal(variable, node)) continue;
    const isInner = typeof variable.scope === 'object' && isInside(variable.scope, body);
    if (isInner || seen.has(variable.name)) continue;
    seen.add(variable.name);
    const isDeclared = variable.uses.some((it) => it.binds && isInside(it, body));
    if (!given.has(variable.name) && !use.writes && !isDeclared) return `${variable.name} is read and not given`;
    const isWritten = variable.uses.some((it) => it.writes && isInside(it, body));
    if (isReturned || !isWritten || taken.has(variable.name)) continue;
    const after = variable.uses.filter((it) => it.start >= body.end).sort((a, b) => a.start - b.start);
    const [next] = after;
    if (next !== undefined && !next.writes && !isInOtherBranch(next, body))
      return `${variable.name} is read after it and not returned`;
  }
  return undefined;
}

/** Whether code is in a branch that does not run after the statements: another one of an `if` or a `try` around them. */
function isInOtherBranch(use: SyntaxNode, body: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = use; at !== undefined; at = at.parent) {
    const isBranch = /^(elif_clause|else_clause|else_if_clause)$/.test(at.kind) || at.field === 'alternate';
    const [first] = statementsOf(body);
    if (
      isBranch &&
      at.parent !== undefined &&
      first !== undefined &&
      isInside(first, at.parent) &&
      !isInside(first, at)
    )
      return true;
  }
  return false;
}
