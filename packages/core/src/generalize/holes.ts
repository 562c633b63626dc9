import type { DraftRules, ObstacleId } from '#languages/draft-rules.ts';
import type { Alignment } from './align.ts';
import { isCollection, isEvaluatedOnce } from './collections.ts';
import { type Copy, isGiven, isWrittenIn } from './copy.ts';
import { around, isInside, isLocal, positionOf, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import { type Obstacle, obstacleAt } from './obstacle.ts';

/** How a copy gives the value of a parameter. */
export type ArgumentKind = 'literal' | 'name' | 'function';

/** A parameter for expressions that differ. */
export interface Parameter {
  kind: ArgumentKind;
  /** Where the leader has it. */
  places: SyntaxNode[];
  /** The expressions of the copies, in their order. */
  values: SyntaxNode[];
  /** Of a function: variables of the leader that it gets, in order. */
  locals: Variable[];
}

export interface Member {
  copy: Copy;
  alignment: Alignment;
  /** The uppermost expressions of the leader that differ from it. */
  holes: readonly SyntaxNode[];
}

/** The uppermost expressions of the leader that are not the same in all copies; or why one cannot be a parameter. */
export function holesOf(
  leader: Copy,
  { copy, alignment }: Omit<Member, 'holes'>,
  rules: DraftRules,
): SyntaxNode[] | Obstacle {
  const holes = new Set<SyntaxNode>();
  for (const node of alignment.differing) {
    const hole = raised(node, leader, { copy, alignment }, rules);
    if ('id' in hole) return hole;
    holes.add(hole);
  }
  return [...holes];
}

/** The nearest expression around a node that differs which an argument can replace. */
function raised(
  node: SyntaxNode,
  leader: Copy,
  { copy, alignment }: Omit<Member, 'holes'>,
  rules: DraftRules,
): SyntaxNode | Obstacle {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent) {
    const other = alignment.pairs.get(at);
    if (other === undefined) break;
    const isRoot = at === leader.body;
    if (rules.types.includes(at.kind)) return obstacleAt('types', leader.file, at);
    if (rules.assignments.includes(positionOf(at))) return obstacleAt('assignment_target', leader.file, at);
    const isReplaceable = canBeArgument(at, rules) && canBeArgument(other, rules) && seesParameters(at, leader, rules);
    if (isReplaceable && (!isRoot || leader.isExpression)) return at;
    if (isRoot) break;
  }
  const place = nearestStatement(node, leader);
  return obstacleAt('statements', copy.file, alignment.pairs.get(place) ?? copy.body);
}

/** In PHP only arrow functions see the variables of the function around them. */
function seesParameters(node: SyntaxNode, { file, node: owner }: Copy, rules: DraftRules): boolean {
  return file.language !== 'php' || around(node, rules.own_functions) === owner;
}

function nearestStatement(node: SyntaxNode, leader: Copy): SyntaxNode {
  let at = node;
  while (at !== leader.body && at.parent !== undefined && !/[Ss]tatement|Declaration$/.test(at.kind)) at = at.parent;
  return at;
}

function canBeArgument(node: SyntaxNode, rules: DraftRules): boolean {
  if (!rules.expressions.includes(node.kind)) return false;
  const position = positionOf(node);
  const refused = rules.refused_positions;
  if (refused.includes(position) || refused.includes(`${position}:${node.kind}`)) return false;
  const { parent } = node;
  if (parent === undefined) return true;
  if (isAssignable(node, rules)) return false;
  if (refused.includes(parent.kind) && node.field === '') return false;
  // The name of a property, and the value of a pattern.
  if (parent.kind === 'MemberExpression' && node.field === 'property') return isComputed(parent);
  if (parent.kind === 'Property') return node.field === 'value' && parent.parent?.parent?.kind !== 'ObjectPattern';
  if (parent.kind === 'UnaryExpression')
    return !parent.children.some(({ text }) => text === '"delete"' || text === '"typeof"');
  if (parent.kind === 'attribute') return node.field === 'object';
  // A call of a member has a receiver.
  if (rules.callees.includes(position)) return !rules.members.includes(node.kind) && !isCalledThrough(parent);
  return !isInChain(node);
}

/** Whether a call may assign an expression through a parameter by reference. */
function isAssignable({ kind, parent }: SyntaxNode, { references }: DraftRules): boolean {
  if (references === undefined || parent === undefined) return false;
  return references.arguments.includes(parent.kind) && references.kinds.includes(kind);
}

function isComputed(member: SyntaxNode): boolean {
  return member.children.some(({ field, text }) => field === 'computed' && text === 'true');
}

function isCalledThrough({ kind }: SyntaxNode): boolean {
  return kind === 'NewExpression';
}

/** Whether a node is a link of an optional chain. */
function isInChain(node: SyntaxNode): boolean {
  let at = node;
  while (at.parent !== undefined && (at.field === 'object' || at.field === 'callee')) {
    at = at.parent;
    if (at.parent?.kind === 'ChainExpression')
      return node.kind === 'MemberExpression' || node.kind === 'CallExpression';
  }
  return false;
}

/** The uppermost ones of some nodes. */
export function uppermost(nodes: ReadonlySet<SyntaxNode>): SyntaxNode[] {
  const within = (node: SyntaxNode) => {
    for (let at = node.parent; at !== undefined; at = at.parent) if (nodes.has(at)) return true;
    return false;
  };
  return [...nodes].filter((node) => !within(node)).sort((a, b) => a.start - b.start);
}

/** The parameters for some holes; equal expressions in every copy share one. */
export function parametersOf(
  leader: Copy,
  members: readonly Member[],
  holes: readonly SyntaxNode[],
  rules: DraftRules,
): Parameter[] | Obstacle {
  const byValue = new Map<string, Parameter>();
  for (const hole of holes) {
    const values = [hole, ...members.map(({ alignment }) => alignment.pairs.get(hole) ?? hole)];
    const copies = [leader, ...members.map(({ copy }) => copy)];
    const parameter = parameterOf(hole, values, copies, members, rules);
    if ('id' in parameter) return parameter;
    const key = `${parameter.kind}\0${values.map((value) => canonical(value, '')).join('\0')}`;
    const known = byValue.get(key);
    const isOneObject = values.every((value, at) => argumentKind(value, copies[at], false, rules) !== 'function');
    // A list that is given is another object than the next one.
    const isShared = parameter.locals.length === 0 && (parameter.kind === 'function' || isOneObject);
    if (known === undefined || !isShared) byValue.set(known === undefined ? key : `${key}\0${byValue.size}`, parameter);
    else known.places.push(hole);
  }
  return [...byValue.values()];
}

/** A subtree as text. */
function canonical({ kind, text, children, field }: SyntaxNode, position = field): string {
  return children.length === 0
    ? `.${position}:${kind}\u0001${text}`
    : `(${position}:${kind}${children.map((child) => canonical(child)).join('')})`;
}

function parameterOf(
  hole: SyntaxNode,
  values: readonly SyntaxNode[],
  copies: readonly Copy[],
  members: readonly Member[],
  rules: DraftRules,
): Parameter | Obstacle {
  const [first] = copies;
  const isOnce = first !== undefined && isEvaluatedOnce(hole, first.body, rules);
  const kinds = values.map((value, at) => argumentKind(value, copies[at], isOnce, rules));
  const kind = kinds.includes('function') ? 'function' : kinds.includes('name') ? 'name' : 'literal';
  const parameter: Parameter = { kind, places: [hole], values: [...values], locals: [] };
  if (kind !== 'function') return parameter;
  const uses = new Map<Variable, number>();
  for (const [at, value] of values.entries()) {
    const copy = copies[at];
    if (copy === undefined) continue;
    const problem = problemOf(value, copy, rules);
    if (problem !== undefined) return problem;
    const found = localsIn(value, copy);
    for (const local of found) {
      const ofLeader = at === 0 ? local : leaderOf(local, members[at - 1]);
      if (ofLeader === undefined) return obstacleAt('without_counterpart', copy.file, value);
      uses.set(ofLeader, (uses.get(ofLeader) ?? 0) + 1);
    }
  }
  const [leader] = copies;
  for (const [local, count] of uses) {
    if (leader !== undefined && count < values.length && !isGiven(local, leader)) {
      return obstacleAt('may_be_unbound', leader.file, hole);
    }
    parameter.locals.push(local);
  }
  return parameter;
}

function leaderOf(local: Variable, member: Member | undefined): Variable | undefined {
  for (const [leader, its] of member?.alignment.variables ?? []) if (its === local) return leader;
  return undefined;
}

/**
 * Literals and names that always have the same value are given by value, and lists of them, which are new objects, if there
 * is one use; the caller evaluates nothing else.
 */
function argumentKind(value: SyntaxNode, copy: Copy | undefined, isOnce: boolean, rules: DraftRules): ArgumentKind {
  if (isLiteral(value, rules)) return 'literal';
  if (isClassConstant(value)) return 'name';
  const { variable } = nameIn(value) ?? {};
  if (variable === undefined) {
    const isPart = (part: SyntaxNode) => argumentKind(part, copy, false, rules) !== 'function';
    return isOnce && isCollection(value, isPart) ? 'name' : 'function';
  }
  if (copy === undefined) return 'function';
  if (isLocal(variable, copy.node)) return isCapturable(variable, copy) ? 'name' : 'function';
  return variable.uses.filter((use) => use.writes).length <= 1 ? 'name' : 'function';
}

/** The leaf of a name; an identifier of ESTree is a node around it. */
export function nameIn(value: SyntaxNode): SyntaxNode | undefined {
  if (value.variable !== undefined && value.role === 'variable') return value;
  const [only] = value.children;
  return value.kind === 'Identifier' && value.children.length === 1 && only?.role === 'variable' ? only : undefined;
}

/** `Row::LIMIT` of PHP; `static` depends on the call. */
export function isClassConstant({ kind, children }: SyntaxNode): boolean {
  if (kind !== 'class_constant_access_expression') return false;
  const [scope] = children;
  return scope !== undefined && /^(name|qualified_name)$/.test(scope.kind) && scope.text !== 'static';
}

export function isLiteral(value: SyntaxNode, rules: DraftRules): boolean {
  if (value.kind === rules.negative) return signed(value, rules);
  if (!rules.literals.includes(value.kind))
    return value.kind === 'Identifier' && value.children[0]?.text === 'undefined';
  // A regular expression is an object with a state.
  if (value.children.some(({ field }) => field === 'regex')) return false;
  return subtree(value).every((node) => rules.literal_parts.includes(node.kind));
}

/** A sign before a number. */
function signed(value: SyntaxNode, rules: DraftRules): boolean {
  const number = value.children.at(-1);
  const isMinus = value.children.some(({ kind, text }) => kind === "'-" || text === '"-"');
  return isMinus && number !== undefined && rules.literals.includes(number.kind) && /^-?[\d.]/.test(leafText(number));
}

function leafText(node: SyntaxNode): string {
  return node.children.length === 0 ? node.text : (node.children[0]?.text ?? '');
}

/** A parameter that nothing in the body assigns. */
function isCapturable(variable: Variable, copy: Copy): boolean {
  return isGiven(variable, copy) && !isWrittenIn(variable, copy.body);
}

/** The local variables that a function for an expression must get, in order. */
function localsIn(value: SyntaxNode, copy: Copy): Set<Variable> {
  const found = new Set<Variable>();
  for (const { variable } of subtree(value)) {
    if (variable === undefined || !isLocal(variable, copy.node) || isCapturable(variable, copy)) continue;
    if (typeof variable.scope === 'object' && isInside(variable.scope, value)) continue;
    found.add(variable);
  }
  return found;
}

/** Why an expression cannot be moved into a function. */
function problemOf(value: SyntaxNode, copy: Copy, rules: DraftRules): Obstacle | undefined {
  const own = [...rules.own_functions, ...rules.inner_functions];
  const isSuspended = subtree(value, (it) => own.includes(it.kind)).some((it) => rules.suspends.includes(it.kind));
  if (isSuspended) return obstacleAt('hole_suspends', copy.file, value);
  const isPassed = subtree(value).some((it) => {
    return (
      isAssignable(it, rules) &&
      subtree(it).some(({ variable }) => variable !== undefined && isLocal(variable, copy.node))
    );
  });
  if (isPassed) return obstacleAt('by_reference', copy.file, value);
  const id: ObstacleId | undefined = subtree(value).some(
    ({ writes, variable }) =>
      writes && variable !== undefined && !(typeof variable.scope === 'object' && isInside(variable.scope, value)),
  )
    ? 'hole_writes'
    : undefined;
  return id && obstacleAt(id, copy.file, value);
}
