import type { DraftRules } from '#languages/draft-rules.ts';
import { DRAFT_LIMITS } from '#languages/draft-rules.ts';
import { type CallShape, callAt, callsIn, lambdaOf } from './call-shape.ts';
import { carriedProblem, directResult, formOf, isAsync, isBareDeclaration, resultsIn } from './check-block.ts';
import { isCollection, isEvaluatedOnce } from './collections.ts';
import { type Copy, isParameter, isWrittenIn, statementsOf } from './copy.ts';
import { isClassConstant, isLiteral, nameIn } from './holes.ts';
import { around, child, isInside, isLocal, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import { isObservable } from './observable.ts';
import { isSameOuter } from './outer-names.ts';
import type { SourceFile } from './source-file.ts';

/** What is checked: the files with the draft, and the copies before it. */
export interface Checked {
  name: string;
  /** The file with the new function, parsed again. */
  host: SourceFile;
  copies: readonly Copy[];
  /** The files after the patch, by path. */
  after: ReadonlyMap<string, SourceFile>;
  /** Statements of the files before that were not parsed again. */
  omitted: ReadonlySet<SyntaxNode>;
  rules: DraftRules;
}

/**
 * Compares the written function with each copy: the arguments of the parsed call are put in place of the parameters, and
 * the result must be the tree of the copy, name by name. It reads only trees, and shares no code with the generator's
 * alignment and text.
 *
 * @returns why the draft is wrong; undefined if it is right
 */
export function checkDraft({ name, host, copies, after, omitted, rules }: Checked): string | undefined {
  const written = findFunction(host, name, rules);
  if (written === undefined) return `the file ${host.path} has no one function ${name}`;
  const isElsewhere = copies.some(({ file }) => file.path !== host.path);
  if (isElsewhere && /^Function/.test(written.kind) && written.parent?.kind !== EXPORT)
    return `the file ${host.path} does not export ${name}`;
  for (const file of new Set(copies.map((copy) => copy.file))) {
    const now = after.get(file.path);
    if (now === undefined) return `the file ${file.path} is not parsed`;
    const its = copies.filter((copy) => copy.file === file).sort((a, b) => a.from - b.from);
    const gone = new Set(omitted);
    const calls = callsIn(now.tree, name, rules).filter(({ node }) => now !== host || !isInside(node, written));
    if (calls.length !== its.length) return `the file ${file.path} has ${calls.length} calls for ${its.length} copies`;
    const bodies = new Map<SyntaxNode, SyntaxNode>();
    for (const [at, copy] of its.entries()) {
      const call = calls[at];
      if (call === undefined) continue;
      const problem = new CopyCheck(copy, { call, written, host, now, rules }).problem();
      if (problem !== undefined) return `${copy.name}: ${problem}`;
      if (copy.block !== undefined) {
        const [first, ...others] = copy.body.children;
        const statement = formOf(call.node)?.statement;
        if (first !== undefined && statement !== undefined) bodies.set(first, statement);
        for (const it of others) gone.add(it);
        continue;
      }
      const caller = around(call.node, rules.functions);
      const body = child(caller, 'body');
      if (body !== undefined) bodies.set(copy.body, body);
    }
    if (!isRestEqual(file.root, now.root, bodies, skippedIn(now, written, name, gone, bodies))) {
      return `the file ${file.path} differs outside of the copies`;
    }
  }
  return undefined;
}

const EXPORT = 'ExportNamedDeclaration';
const IMPORTS: ReadonlySet<string> = new Set(['import_from_statement', 'ImportDeclaration']);

function findFunction(host: SourceFile, name: string, rules: DraftRules): SyntaxNode | undefined {
  const found = [...host.tree.nodesOf(new Set(rules.functions))].filter((node) => {
    const its =
      child(node, 'name') ??
      child(node, 'id') ??
      (node.parent?.kind === 'MethodDefinition' ? child(node.parent, 'key') : undefined);
    return its !== undefined && (its.text === name || its.children[0]?.text === name);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The new function, or an import of it. */
function isAdded(node: SyntaxNode, written: SyntaxNode, name: string): boolean {
  if (node === written) return true;
  const { kind } = node;
  if (kind === EXPORT || kind === 'MethodDefinition') return node.children.includes(written);
  return IMPORTS.has(kind) && subtree(node).some(({ text }) => text === name);
}

/** Nodes that only one of two trees has. */
interface Skipped {
  omitted: ReadonlySet<SyntaxNode>;
  isNew: (node: SyntaxNode) => boolean;
  /** All nodes around skipped ones and around bodies. */
  around: ReadonlySet<SyntaxNode>;
}

function skippedIn(
  now: SourceFile,
  written: SyntaxNode,
  name: string,
  omitted: ReadonlySet<SyntaxNode>,
  bodies: ReadonlyMap<SyntaxNode, SyntaxNode>,
): Skipped {
  const isNew = (node: SyntaxNode) => isAdded(node, written, name);
  const added = [...now.tree.nodesOf(IMPORTS)].filter(isNew);
  const around = new Set<SyntaxNode>();
  for (const node of [...omitted, ...bodies.keys(), ...bodies.values(), ...added, written]) {
    for (let at: SyntaxNode | undefined = node; at !== undefined && !around.has(at); at = at.parent) around.add(at);
  }
  return { omitted, isNew, around };
}

function isRestEqual(
  before: SyntaxNode,
  now: SyntaxNode,
  bodies: ReadonlyMap<SyntaxNode, SyntaxNode>,
  skipped: Skipped,
): boolean {
  if (bodies.has(before)) return bodies.get(before) === now;
  if (!skipped.around.has(before) && !skipped.around.has(now)) return before.isSpelledAs(now);
  if (before.kind !== now.kind || before.text !== now.text || before.field !== now.field) return false;
  const rest = now.children;
  let at = 0;
  const isNew = () => {
    const it = rest[at];
    return it !== undefined && skipped.isNew(it);
  };
  for (const it of before.children) {
    if (skipped.omitted.has(it)) continue;
    while (isNew()) at++;
    const other = rest[at++];
    if (other === undefined || !isRestEqual(it, other, bodies, skipped)) return false;
  }
  while (isNew()) at++;
  return at === rest.length;
}

interface Sides {
  call: CallShape;
  written: SyntaxNode;
  host: SourceFile;
  now: SourceFile;
  rules: DraftRules;
}

/** The function against one copy. */
class CopyCheck {
  readonly #copy: Copy;
  readonly #sides: Sides;
  readonly #caller: SyntaxNode | undefined;
  /** Arguments by parameter. */
  readonly #given = new Map<Variable, SyntaxNode>();
  /** Of the function that is an argument, while its body is compared: arguments of the use by parameter. */
  #lambda = new Map<Variable, SyntaxNode>();
  readonly #locals = new Map<Variable, Variable>();
  readonly #back = new Map<Variable, Variable>();
  #outside = 0;
  #problem: string | undefined;

  constructor(copy: Copy, sides: Sides) {
    this.#copy = copy;
    this.#sides = sides;
    this.#caller = around(sides.call.node, sides.rules.functions);
  }

  problem(): string | undefined {
    const { written } = this.#sides;
    const body = child(written, 'body');
    if (this.#copy.block !== undefined) return this.#blockProblem();
    const problem = this.#bind() ?? this.#form();
    if (problem !== undefined || body === undefined) return problem ?? 'the function has no body';
    const [only] = statementsOf(body);
    const from = this.#copy.isExpression ? only?.children.find(({ field }) => field === 'argument') : body;
    if (from === undefined || !this.#isEqual(from, this.#copy.body, true))
      return this.#problem ?? 'the body is not equal';
    return this.#argumentProblem(body);
  }

  /** The run is the body between the declarations and the return of its results. */
  #blockProblem(): string | undefined {
    const { call, written } = this.#sides;
    const body = child(written, 'body');
    const form = formOf(call.node);
    const copy = this.#copy;
    if (body === undefined || form === undefined) return 'the value of the call is not taken as a run gives it';
    const statements = statementsOf(body);
    const problem = this.#bind();
    if (problem !== undefined) return problem;
    if (isAsync(written) !== copy.isAsync || form.isAwaited !== copy.isAsync) return 'one of both is asynchronous';
    const last = copy.body.children.at(-1);
    const direct = directResult(statements, last, form, copy.body.children.length);
    if (direct !== undefined) {
      const isSame = direct.assigned.name.variable?.name === form.targets[0]?.variable?.name;
      if (!isSame) return 'a result is assigned to another variable';
    }
    const given = direct === undefined ? resultsIn(statements, form) : { names: [], after: 0 };
    if (given === undefined) return 'the function and its call have different results';
    const from = statements.length - given.after - copy.body.children.length;
    if (from < 0 || !statements.slice(0, from).every(isBareDeclaration)) return 'the body is not equal';
    for (const [at, statement] of copy.body.children.entries()) {
      const its = statements[from + at];
      const isDirect = direct !== undefined && statement === last;
      const isSame =
        its !== undefined &&
        (isDirect ? this.#isEqual(direct.value, direct.assigned.value, true) : this.#isEqual(its, statement, true));
      if (!isSame) return this.#problem ?? 'the body is not equal';
    }
    for (const [at, { variable }] of given.names.entries()) {
      const target = form.targets[at]?.variable;
      const argument = variable && this.#given.get(variable);
      const its = variable && (argument === undefined ? this.#locals.get(variable) : nameIn(argument)?.variable);
      if (
        its === undefined ||
        target === undefined ||
        its.name !== target.name ||
        !isLocal(target, this.#caller ?? call.node)
      )
        return 'a result is assigned to another variable';
    }
    const names = (nodes: Iterable<SyntaxNode>) =>
      new Set([...nodes].flatMap((it) => nameIn(it)?.variable?.name ?? []));
    const unsafe = carriedProblem(copy, names(this.#given.values()), names(form.targets), form.isReturned);
    return unsafe ?? this.#argumentProblem(body);
  }

  #argumentProblem(body: SyntaxNode): string | undefined {
    const { rules } = this.#sides;
    if (this.#outside * 100 < this.#copy.body.size * DRAFT_LIMITS.outside_percent)
      return 'most of the body is in arguments';
    for (const [parameter, argument] of this.#given) {
      if (!this.#isPure(argument, rules) && !this.#isNewOnce(parameter, argument, body))
        return 'an argument is evaluated';
    }
    return this.#aliased();
  }

  /** Assigns arguments to parameters. */
  #bind(): string | undefined {
    const { call, written, rules } = this.#sides;
    const parameters = parametersIn(written);
    const values = [
      ...(call.receiver !== undefined && parameters[0] !== undefined && this.#copy.file.language === 'python'
        ? [call.receiver]
        : []),
      ...call.positional,
    ];
    for (const [at, value] of values.entries()) {
      const parameter = parameters[at];
      if (parameter === undefined) return 'the call has too many arguments';
      this.#given.set(parameter, value);
    }
    for (const [name, value] of call.named) {
      const parameter = parameters.find((it) => it.name === name || it.name === `$${name}`);
      if (parameter === undefined || this.#given.has(parameter))
        return `the call names ${name}, which is not a parameter`;
      this.#given.set(parameter, value);
    }
    if (this.#given.size !== parameters.length) return 'the call has too few arguments';
    const isMember = call.receiver !== undefined;
    if (isMember && around(written, rules.classes) !== around(call.node, rules.classes))
      return 'the method is in another class';
    return undefined;
  }

  /** The body of the caller is the call, awaited and returned as before. */
  #form(): string | undefined {
    const body = child(this.#caller, 'body');
    if (body === undefined) return 'the call is not in a function';
    const { call, written, rules } = this.#sides;
    const copy = this.#copy;
    let at: SyntaxNode = call.node;
    const isShared = (field: string, kind: string) =>
      written.children.some((it) => it.kind === kind || (it.field === field && it.text === 'true'));
    const isAsync = isShared('async', "'async");
    if (isAsync !== copy.isAsync) return 'one of the functions is asynchronous';
    const isGenerator = isShared('generator', '') || (!/Function/.test(written.kind) && hasOwnYield(written, rules));
    if (isGenerator !== copy.isGenerator) return 'one of the functions is a generator';
    const suspended = at.parent;
    if (isAsync && !isGenerator) {
      if (suspended === undefined || !/^(await|AwaitExpression)$/.test(suspended.kind))
        return 'the call is not awaited';
      at = suspended;
    }
    if (isGenerator) {
      const isDelegated =
        suspended !== undefined &&
        (suspended.children.some(
          ({ kind, text, field }) => kind === "'from" || (field === 'delegate' && text === 'true'),
        ) ||
          /from/.test(suspended.kind));
      if (suspended === undefined || !isDelegated) return 'the call is not delegated to';
      at = suspended;
    }
    if (at === body) return copy.isExpression ? undefined : 'the form of the body changed';
    const statement = at.parent;
    const [only, ...more] = statementsOf(body);
    if (only === undefined || only !== statement || more.length > 0) return 'the body is more than the call';
    const isReturned = /^(ReturnStatement|return_statement)$/.test(statement.kind);
    if (isReturned && copy.isConstructor) return 'a constructor returns a value';
    return !isReturned && copy.returns && !copy.isConstructor ? 'the value is not returned' : undefined;
  }

  #isEqual(one: SyntaxNode, other: SyntaxNode, isRoot = false): boolean {
    const name = nameIn(one);
    const variable = name?.variable;
    const argument = variable === undefined ? undefined : (this.#given.get(variable) ?? undefined);
    if (name !== undefined && argument !== undefined) {
      if (name.writes) return this.#isSameWrite(argument, other);
      return this.#isArgument(argument, other);
    }
    const used = this.#useOfFunction(one);
    if (used !== undefined) return this.#isInlined(used.lambda, used.values, other);
    this.#outside++;
    if (one.kind !== other.kind || one.children.length !== other.children.length) return this.#differs(one, other);
    if (!isRoot && one.field !== other.field) return this.#differs(one, other);
    if (one.children.length === 0) return this.#isSameLeaf(one, other) || this.#differs(one, other);
    return one.children.every((it, at) => {
      const its = other.children[at];
      return its !== undefined && this.#isEqual(it, its);
    });
  }

  #differs(one: SyntaxNode, other: SyntaxNode): false {
    const { host } = this.#sides;
    const short = (file: SourceFile, node: SyntaxNode) =>
      file.source.slice(node.start, node.end).split('\n')[0]?.slice(0, 60);
    this.#problem ??= `"${short(host, one)}" is not "${short(this.#copy.file, other)}"`;
    return false;
  }

  #isSameLeaf(one: SyntaxNode, other: SyntaxNode): boolean {
    if (one.role !== other.role || one.writes !== other.writes) return false;
    const { variable } = one;
    if (variable === undefined || other.variable === undefined)
      return one.text === other.text && variable === other.variable;
    return this.#isSameVariable(variable, other.variable, this.#sides.written, this.#sides.host);
  }

  #isSameVariable(one: Variable, other: Variable, within: SyntaxNode, file: SourceFile): boolean {
    const isInner = isLocal(one, within);
    if (isInner !== isLocal(other, this.#copy.node)) return false;
    if (!isInner) return this.#isSameOuter(one, other, file);
    const { rules } = this.#sides;
    const isNamed = isObservable(one, within, rules) || isObservable(other, this.#copy.node, rules);
    if (isNamed && one.name !== other.name) return false;
    const isBlock = this.#copy.block !== undefined;
    if (!isBlock && isParameter(other, this.#copy.node) && !isLocalToInner(other, this.#copy.node)) return false;
    if (this.#locals.has(one) || this.#back.has(other))
      return this.#locals.get(one) === other && this.#back.get(other) === one;
    this.#locals.set(one, other);
    this.#back.set(other, one);
    return true;
  }

  #isSameOuter(one: Variable, other: Variable, file: SourceFile): boolean {
    const { file: old } = this.#copy;
    if (file.path !== old.path) return isSameOuter(one, file, other, old);
    if (one.name !== other.name) return false;
    if (typeof one.scope !== 'object' || typeof other.scope !== 'object') return one.scope === other.scope;
    // The same function around both, which still is around the caller.
    return this.#caller !== undefined && isInside(this.#caller, one.scope) && depth(one.scope) === depth(other.scope);
  }

  /** A call of a parameter whose argument is a function. */
  #useOfFunction(one: SyntaxNode): { lambda: SyntaxNode; values: SyntaxNode[] } | undefined {
    const call = callAt(one, this.#sides.rules);
    if (call === undefined) return undefined;
    const argument = call.callee?.variable && this.#given.get(call.callee.variable);
    if (argument === undefined || lambdaOf(argument) === undefined) return undefined;
    return { lambda: argument, values: call.positional };
  }

  #isInlined(argument: SyntaxNode, values: readonly SyntaxNode[], other: SyntaxNode): boolean {
    const lambda = lambdaOf(argument);
    if (lambda === undefined || lambda.parameters.length !== values.length || this.#lambda.size > 0) return false;
    const isSuspended = subtree(lambda.body).some(({ kind }) => this.#sides.rules.suspends.includes(kind));
    if (isSuspended) return false;
    for (const [at, parameter] of lambda.parameters.entries()) {
      const value = values[at];
      if (value === undefined || nameIn(value) === undefined) return false;
      this.#lambda.set(parameter, value);
    }
    const isEqual = this.#isArgument(lambda.body, other);
    this.#lambda = new Map();
    return isEqual;
  }

  /** Whether code at the call is that of the copy. */
  #isArgument(argument: SyntaxNode, other: SyntaxNode): boolean {
    const name = nameIn(argument);
    const value = name?.variable && this.#lambda.get(name.variable);
    if (value !== undefined) {
      const outside = this.#outside;
      const isEqual = this.#isEqual(value, other, true);
      this.#outside = outside;
      return isEqual;
    }
    if (argument.kind !== other.kind || argument.children.length !== other.children.length)
      return this.#differs(argument, other);
    if (argument.kind === 'ThisExpression' && !this.#isOwnThis(other)) return false;
    if (argument.children.length === 0) {
      const { variable } = argument;
      if (variable === undefined || other.variable === undefined) {
        return (argument.text === other.text && variable === other.variable) || this.#differs(argument, other);
      }
      return this.#isSameAtCall(variable, other.variable) || this.#differs(argument, other);
    }
    return argument.children.every((it, at) => {
      const its = other.children[at];
      return its !== undefined && this.#isArgument(it, its);
    });
  }

  #isSameAtCall(one: Variable, other: Variable): boolean {
    const { now, rules } = this.#sides;
    const caller = this.#caller;
    if (caller === undefined) return false;
    const isOne = isLocal(one, caller);
    if (isOne !== isLocal(other, this.#copy.node)) return false;
    if (!isOne) return this.#isSameOuter(one, other, now);
    const isBoundInside = typeof one.scope === 'object' && one.scope !== caller;
    if (isBoundInside && around(this.#sides.call.node, rules.functions) !== one.scope) {
      if (this.#locals.has(one) || this.#back.has(other)) return this.#locals.get(one) === other;
      this.#locals.set(one, other);
      this.#back.set(other, one);
      return true;
    }
    if (one.name !== other.name) return false;
    return this.#copy.block !== undefined || (isParameter(other, this.#copy.node) && isParameter(one, caller));
  }

  /** `this` of the copy, not of a function in it. */
  #isOwnThis(other: SyntaxNode): boolean {
    const { rules } = this.#sides;
    const its = around(other, [...rules.own_functions, ...rules.classes]);
    return its === this.#copy.node || (its !== undefined && !isInside(its, this.#copy.body));
  }

  #isSameWrite(argument: SyntaxNode, other: SyntaxNode): boolean {
    const [name, its] = [nameIn(argument), nameIn(other)];
    return (
      name?.variable !== undefined &&
      its?.variable !== undefined &&
      its.writes &&
      this.#isSameAtCall(name.variable, its.variable)
    );
  }

  /** Evaluating it early, or once, is the same: a literal, a name, or a function. */
  #isPure(argument: SyntaxNode, rules: DraftRules): boolean {
    if (isLiteral(argument, rules) || argument.kind === 'ThisExpression' || lambdaOf(argument) !== undefined)
      return true;
    return nameIn(argument) !== undefined || isClassConstant(argument);
  }

  /** A list of literals and names is a new object: for one use, which is not repeated. */
  #isNewOnce(parameter: Variable, argument: SyntaxNode, body: SyntaxNode): boolean {
    const { rules } = this.#sides;
    const uses = parameter.uses.filter((use) => isInside(use, body));
    const isPart = (node: SyntaxNode) => isLiteral(node, rules) || nameIn(node) !== undefined;
    return isCollection(argument, isPart) && uses.length === 1 && uses.every((it) => isEvaluatedOnce(it, body, rules));
  }

  /** A variable that the body assigns has one name in the function. */
  #aliased(): string | undefined {
    const uses = new Map<string, number>();
    for (const argument of this.#given.values()) {
      for (const { variable } of subtree(argument)) {
        if (variable === undefined || variable.scope !== this.#caller) continue;
        uses.set(variable.name, (uses.get(variable.name) ?? 0) + 1);
      }
    }
    for (const [parameter] of this.#given) {
      const body = child(this.#sides.written, 'body');
      const argument = this.#given.get(parameter);
      const name = argument && nameIn(argument);
      if (body === undefined || !isWrittenIn(parameter, body)) continue;
      if (name === undefined || (uses.get(name.variable?.name ?? '') ?? 0) > 1)
        return `${parameter.name} is assigned and given twice`;
    }
    for (const { variable } of subtree(this.#copy.body)) {
      const isOwn =
        variable !== undefined && (this.#copy.block !== undefined || isParameter(variable, this.#copy.node));
      if (!isOwn || !isWrittenIn(variable, this.#copy.body)) continue;
      if ((uses.get(variable.name) ?? 0) > 1) return `${variable.name} is assigned and given twice`;
    }
    return undefined;
  }
}

function hasOwnYield(written: SyntaxNode, rules: DraftRules): boolean {
  const body = child(written, 'body');
  if (body === undefined) return false;
  const own = [...rules.own_functions, ...rules.inner_functions];
  return subtree(body, (it) => own.includes(it.kind)).some(
    ({ kind }) => kind === 'yield' || kind === 'yield_expression',
  );
}

/** The variables of the parameters, in order. */
function parametersIn(node: SyntaxNode): Variable[] {
  const list = child(node, 'parameters') ?? child(node, 'params');
  const found: Variable[] = [];
  for (const { variable, binds } of list === undefined ? [] : subtree(list)) {
    if (variable !== undefined && binds && !found.includes(variable)) found.push(variable);
  }
  return found;
}

/** Whether a variable is one of a function inside of the copy. */
function isLocalToInner(variable: Variable, node: SyntaxNode): boolean {
  return typeof variable.scope === 'object' && variable.scope !== node;
}

function depth(node: SyntaxNode): number {
  let count = 0;
  for (let at = node.parent; at !== undefined; at = at.parent) count++;
  return count;
}
