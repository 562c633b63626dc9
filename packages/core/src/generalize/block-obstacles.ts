import { DRAFT_LIMITS, type DraftRules } from '#languages/draft-rules.ts';
import type { Block, Copy } from './copy.ts';
import type { RunVariables } from './flow/liveness.ts';
import type { Closure, Flow } from './flow/steps.ts';
import { around, child, isInside, isLocal, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import { type Obstacle, obstacleAt } from './obstacle.ts';

/** What in a run of statements, or around it, does not let it become a function. */
export function blockObstacle(
  copy: Copy & { block: Block },
  flow: Flow,
  known: RunVariables,
  rules: DraftRules,
): Obstacle | undefined {
  const { file, body, block } = copy;
  const own = [...rules.functions, ...rules.own_functions, ...rules.inner_functions];
  const isYield = ({ kind }: SyntaxNode) => /^(yield|yield_expression|YieldExpression)$/.test(kind);
  const left = flow.jumps[0] ?? subtree(body, (it) => own.includes(it.kind)).find(isYield) ?? earlyReturn(flow, copy);
  if (left !== undefined) return obstacleAt('block_exit', file, left);
  const useOf = (variable: Variable) => variable.uses.find((use) => isInside(use, body)) ?? body;
  const [lost] = known.lost;
  if (lost !== undefined) return obstacleAt('lost_write', file, useOf(lost));
  const shared = flow.closures.find((it) => isShared(it, copy, known));
  if (shared !== undefined) return obstacleAt('shared_closure', file, useOf(shared.variable));
  const nodes = subtree(body);
  const local = nodes.find((it) => isLocalType(it, body));
  if (local !== undefined) return obstacleAt('local_type', file, local);
  const outer = outerWrite(copy, nodes) ?? importedName(copy);
  if (outer !== undefined) return obstacleAt('outer_write', file, outer);
  const reference = file.language === 'php' ? referenceIn(copy, known) : undefined;
  if (reference !== undefined) return obstacleAt('by_reference', file, reference);
  const isScript = file.language === 'javascript' || file.language === 'typescript';
  const bound = isScript ? undefined : known.bound();
  const unbound =
    bound &&
    ([...block.inputs].find((it) => !bound.before.has(it)) ??
      block.results.find((it) => !bound.after.has(it) && !block.inputs.has(it)));
  if (unbound !== undefined) return obstacleAt('unbound', file, useOf(unbound));
  const declared = isScript ? declaredForOthers(copy) : undefined;
  if (declared !== undefined) return obstacleAt('declares', file, declared);
  const proof = file.language === 'typescript' ? lostProof(copy) : undefined;
  if (proof !== undefined) return obstacleAt('lost_proof', file, proof);
  const isMuch = block.results.length > DRAFT_LIMITS.max_results || block.inputs.size > DRAFT_LIMITS.max_inputs;
  return isMuch ? obstacleAt('too_many_names', file, body) : undefined;
}

/** A component or type that a function around the run declares: an argument cannot give it. */
function isLocalType({ variable, role, parent }: SyntaxNode, body: SyntaxNode): boolean {
  const isType = role !== 'variable' || parent?.kind === 'JSXIdentifier';
  if (!isType || variable === undefined || typeof variable.scope !== 'object') return false;
  return !isInside(variable.scope, body) && !variable.uses.some((use) => use.binds && isInside(use, body));
}

/** A return of a run after which the function may go on. */
function earlyReturn({ returns, isEndReached }: Flow, { body, node }: Copy): SyntaxNode | undefined {
  return isEndReached && !isLast(body.children.at(-1), node) ? returns[0] : undefined;
}

/** Whether nothing is evaluated after a statement of a function, as it is in no loop or `try`. */
function isLast(statement: SyntaxNode | undefined, owner: SyntaxNode): boolean {
  for (let at = statement; at !== undefined; at = at.parent) {
    const { parent } = at;
    if (parent === owner) return true;
    const isList = parent !== undefined && LISTS.test(parent.kind);
    const siblings = parent?.children.filter(({ kind }) => !kind.startsWith("'"));
    if (isList ? siblings?.at(-1) !== at : !BRANCHES.test(parent?.kind ?? '')) return false;
  }
  return false;
}

const LISTS = /^(\[\]|block|BlockStatement|compound_statement|colon_block|else_clause)$/;
const BRANCHES = /^(if_statement|IfStatement|elif_clause|else_if_clause)$/;

/** Whether a function that is called later shares a variable with the run that one of them assigns. */
function isShared({ node, variable, writes, isInRun }: Closure, copy: Copy, known: RunVariables): boolean {
  const { body } = copy;
  const { scope } = variable;
  if (typeof scope === 'object' && isInside(scope, body)) return false;
  const isOfRun = variable.uses.every((use) => isInside(use, body));
  if (isOfRun) return !known.written.has(variable) && !writes;
  if (isInRun) {
    const assigned = variable.uses.filter((use) => use.writes);
    const isRepeated = assigned.some((use) => around(use, LOOPS) !== undefined && copy.file.language !== 'javascript');
    return writes || assigned.length > 1 || isRepeated;
  }
  if (!known.used.has(variable)) return false;
  if (writes) return true;
  const isLater =
    node.start >= body.end &&
    node.kind !== 'FunctionDeclaration' &&
    around(body.children[0] ?? body, LOOPS) === undefined;
  return known.written.has(variable) && !isLater;
}

const LOOPS = [
  'for_statement',
  'while_statement',
  'do_statement',
  'foreach_statement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
];

/** An assignment of a variable of the module or of a function around that of the run. */
function outerWrite({ node, file }: Copy, nodes: readonly SyntaxNode[]): SyntaxNode | undefined {
  return nodes.find((it) => {
    const { variable } = it.writes ? it : {};
    if (variable === undefined || it.role !== 'variable' || isLocal(variable, node)) return false;
    return file.language === 'python' || file.language === 'php' || variable.scope !== 'file';
  });
}

/** An import of Python that the run shares with the rest of its function. */
function importedName({ body, node, file }: Copy): SyntaxNode | undefined {
  if (file.language !== 'python' || !/^[ \t]+(import|from)\b/m.test(file.source.slice(node.start, node.end)))
    return undefined;
  for (const statement of subtree(node)) {
    if (!/^import_(from_)?statement$/.test(statement.kind)) continue;
    const isInRun = isInside(statement, body);
    const names = new Set(subtree(statement).flatMap(({ text }) => (text === '' ? [] : [text])));
    const isUsed = subtree(node).some(
      (it) => names.has(it.text) && it.role === 'variable' && isInside(it, body) !== isInRun,
    );
    if (isUsed) return statement;
  }
  return undefined;
}

/** In TypeScript: a check in the run that throws, and gives a narrower type to what the code after the run uses. */
function lostProof({ body, node, block }: Copy): SyntaxNode | undefined {
  const isAfter = (it: SyntaxNode) => it.start >= body.end;
  const usesThis = subtree(node).some((it) => it.kind === 'ThisExpression' && isAfter(it));
  for (const statement of subtree(body)) {
    const isAsserted = ({ variable }: SyntaxNode) =>
      variable?.uses.some(isAfter) === true && isLocal(variable, node) && block?.results.includes(variable) !== true;
    const asserted = assertedIn(statement).find((it) => subtree(it).some(isAsserted));
    if (asserted !== undefined) return asserted;
    const test = statement.kind === 'IfStatement' ? child(statement, 'test') : undefined;
    if (test === undefined || !subtree(statement).some(({ kind }) => kind === 'ThrowStatement')) continue;
    const isUsed = subtree(test).some(
      ({ variable, kind }) => variable?.uses.some(isAfter) === true || (kind === 'ThisExpression' && usesThis),
    );
    if (isUsed) return test;
  }
  return undefined;
}

const TESTS = /^(BinaryExpression|LogicalExpression|UnaryExpression)$/;
const ASSERTS = /^"?(assert|invariant|ensure|check|require|ok)/i;

/** What a statement that is a call may assert: its arguments that are tests, and all of them by its name. */
function assertedIn(statement: SyntaxNode): readonly SyntaxNode[] {
  const call = statement.kind === 'ExpressionStatement' ? child(statement, 'expression') : undefined;
  if (call?.kind !== 'CallExpression') return [];
  const its = child(call, 'arguments')?.children ?? [];
  const callee = child(call, 'callee');
  const isAssertion = callee !== undefined && subtree(callee).some(({ text }) => ASSERTS.test(text));
  return isAssertion ? its : its.filter(({ kind }) => TESTS.test(kind));
}

/** References of PHP: what a call or another name may assign. */
function referenceIn({ body, node, block }: Copy, { outputs }: RunVariables): SyntaxNode | undefined {
  const marks =
    /^(reference_modifier|by_ref|global_declaration|function_static_declaration|reference_assignment_expression)$/;
  const mark = subtree(node).find(({ kind }) => marks.test(kind));
  if (mark !== undefined) return mark;
  const isRead = (variable: Variable) =>
    outputs.has(variable) || variable.uses.some((use) => !isInside(use, body) && use.start > body.end);
  return subtree(body).find(({ parent, variable }) => {
    if (variable === undefined || parent?.kind !== 'argument') return false;
    return isLocal(variable, node) && isRead(variable) && block?.results.includes(variable) !== true;
  });
}

/** A declaration of JavaScript in the run that binds a name which other code uses and which is not a result. */
function declaredForOthers({ body, block }: Copy & { block: Block }): SyntaxNode | undefined {
  const isOther = ({ uses, scope }: Variable) =>
    !(typeof scope === 'object' && isInside(scope, body)) && uses.some((use) => !isInside(use, body));
  const results = new Set(block.results);
  const declared = subtree(body).filter(({ binds, variable }) => binds && variable !== undefined);
  const other = declared.find(({ variable }) => variable !== undefined && !results.has(variable) && isOther(variable));
  if (other !== undefined) return other;
  // One declaration takes all results.
  const names = new Set(declared.map(({ variable }) => variable));
  const isMixed = block.results.some((it) => names.has(it)) && block.results.some((it) => !names.has(it));
  return isMixed ? (child(body.children[0], 'declarations') ?? body.children[0]) : undefined;
}
