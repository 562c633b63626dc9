import { type DraftRules, isObstacle } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';
import type { NodeTest } from './node-test.ts';
import { around, child, isInside, isLocal, type SyntaxNode, subtree } from './nodes.ts';
import { type Obstacle, obstacleAt } from './obstacle.ts';

/** What in the body of a copy depends on the function that contains it. */
export function innerObstacle(copy: Copy, rules: DraftRules, isMember: boolean): Obstacle | undefined {
  const marks = rules.references?.marks ?? [];
  const body = child(copy.node, 'body');
  for (const node of subtree(copy.node, (it) => it === body)) {
    if (marks.includes(node.kind)) return obstacleAt('by_reference', copy.file, node);
  }
  const expected = expectedError(copy);
  if (expected !== undefined) return expected;
  const types = typeParametersOf(copy, isMember);
  for (const node of copy.body.nodesThat(interests(rules, copy.file.language))) {
    if (node.role === 'type' && types.has(node.text)) return obstacleAt('type_parameters', copy.file, node);
    const id = obstacleOf(node, copy, rules, isMember);
    if (id !== undefined && isObstacle(id)) return obstacleAt(id, copy.file, node);
  }
  return undefined;
}

export const EXPECTED_ERROR = '@ts-expect-error';

/** A comment of TypeScript that is an error itself where the function has no error after it. */
function expectedError({ file, body }: Copy): Obstacle | undefined {
  const at = file.language === 'typescript' ? file.source.slice(body.start, body.end).indexOf(EXPECTED_ERROR) : -1;
  if (at < 0) return undefined;
  return { id: 'expected_error', path: file.path, line: file.offsets.line(body.start + at), text: EXPECTED_ERROR };
}

/** Names of the type parameters of the copy and of the functions and classes around it, without those of the class of a method. */
function typeParametersOf({ node, owner, file }: Copy, isMember: boolean): Set<string> {
  const names = new Set<string>();
  if (file.language !== 'typescript') return names;
  for (let at: SyntaxNode | undefined = node; at !== undefined && !(isMember && at === owner); at = at.parent) {
    const list = child(at, 'typeParameters');
    for (const { role, text } of list === undefined ? [] : subtree(list)) if (role === 'type') names.add(text);
  }
  return names;
}

function obstacleOf(node: SyntaxNode, copy: Copy, rules: DraftRules, isMember: boolean): string | undefined {
  if (rules.kinds[node.kind] !== undefined) return rules.kinds[node.kind];
  if (node.children.length === 0 && rules.names[node.text] !== undefined) {
    // A function inside has arguments of its own.
    return around(node, rules.own_functions) === copy.node || !rules.own_functions.includes(copy.node.kind)
      ? rules.names[node.text]
      : undefined;
  }
  if (isCall(node, rules)) {
    const callee = child(node, 'function') ?? child(node, 'callee');
    const called = callee === undefined ? '' : copy.file.source.slice(callee.start, callee.end);
    if (Object.hasOwn(rules.calls, called) && !isShadowed(callee, copy)) return rules.calls[called];
  }
  if (isPrivate(node, copy) && !isMember) return 'private_name';
  if (copy.file.language === 'python' && isShadowedOutside(node)) return 'shadowed';
  if (node.kind === 'MetaProperty') return 'own_frame';
  if (node.kind === 'Directive' || node.field === 'directive') return 'directive';
  const { variable } = node;
  if (variable === undefined || !node.writes || node.role !== 'variable') return undefined;
  const isOuter = typeof variable.scope === 'object' && !isLocal(variable, copy.node);
  return isOuter ? 'outer_write' : undefined;
}

const known = new WeakMap<DraftRules, NodeTest>();

/** Which nodes can be an obstacle, by what is in the columns of a tree. */
function interests(rules: DraftRules, language: string): NodeTest {
  const found = known.get(rules) ?? {
    kinds: new Set([
      ...Object.keys(rules.kinds),
      ...rules.callees.map((position) => position.split('.')[0] ?? ''),
      ...['MetaProperty', 'Directive', 'PrivateIdentifier'],
    ]),
    fields: new Set(['directive']),
    text: (text: string) => rules.names[text] !== undefined || text.startsWith('__'),
    roles: new Set(['type']),
    isWritten: true,
    isOfInnerScope: language === 'python',
  };
  known.set(rules, found);
  return found;
}

const calls = new WeakMap<DraftRules, ReadonlySet<string>>();

function isCall({ kind }: SyntaxNode, rules: DraftRules): boolean {
  const known = calls.get(rules) ?? new Set(rules.callees.map((position) => position.split('.')[0] ?? ''));
  calls.set(rules, known);
  return known.has(kind);
}

function isShadowed(callee: SyntaxNode | undefined, copy: Copy): boolean {
  return callee?.variable !== undefined && isLocal(callee.variable, copy.node);
}

/**
 * Python evaluates the first iterable of a comprehension, defaults and annotations around the scope that binds the names
 * of the node; the scopes of facts have them inside.
 */
function isShadowedOutside({ variable, binds, parent }: SyntaxNode): boolean {
  const scope = variable?.scope;
  if (typeof scope !== 'object' || binds || parent === undefined) return false;
  if (scope.kind === 'lambda' || scope.kind === 'function_definition') {
    const list = child(scope, 'parameters');
    return list !== undefined && isInside(parent, list);
  }
  const clause = scope.children.find(({ kind }) => kind === 'for_in_clause');
  const iterable = child(clause, 'right');
  return iterable !== undefined && (isInside(parent, iterable) || iterable.variable === variable);
}

/** `#x` of JavaScript; in a class of Python `__x`. */
function isPrivate(node: SyntaxNode, { file, owner, node: its }: Copy): boolean {
  if (node.kind === 'PrivateIdentifier' || node.parent?.kind === 'PrivateIdentifier') return true;
  const isMangled = file.language === 'python' && node.kind === 'identifier' && /^__.*(?<!__)$/.test(node.text);
  return isMangled && (owner !== undefined || around(its, ['class_definition']) !== undefined);
}
