import { DRAFT_LIMITS, type DraftRules } from '#languages/draft-rules.ts';
import { lambdaOf } from './call-shape.ts';
import { carriedProblem, directResult, formOf, isAsync, isBareDeclaration, resultsIn } from './check-block.ts';
import { isCollection, isEvaluatedOnce } from './collections.ts';
import { BodyComparison, type Sides } from './compare-bodies.ts';
import { type Copy, isParameter, isWrittenIn, statementsOf } from './copy.ts';
import { isClassConstant, isLiteral, nameIn } from './holes.ts';
import { around, child, isInside, isLocal, type SyntaxNode, subtree, type Variable } from './nodes.ts';

/** The function against one copy. */
export class CopyCheck {
  readonly #copy: Copy;
  readonly #sides: Sides;
  readonly #caller: SyntaxNode | undefined;
  /** Arguments by parameter. */
  readonly #given = new Map<Variable, SyntaxNode>();
  readonly #comparison: BodyComparison;

  constructor(copy: Copy, sides: Sides) {
    this.#copy = copy;
    this.#sides = sides;
    this.#caller = around(sides.call.node, sides.rules.functions);
    this.#comparison = new BodyComparison(copy, sides, this.#caller, this.#given);
  }

  problem(): string | undefined {
    const { written } = this.#sides;
    const body = child(written, 'body');
    if (this.#copy.block !== undefined) return this.#blockProblem();
    const problem = this.#bind() ?? this.#form();
    if (problem !== undefined || body === undefined) return problem ?? 'the function has no body';
    const [only] = statementsOf(body);
    const from = this.#copy.isExpression ? only?.children.find(({ field }) => field === 'argument') : body;
    if (from === undefined || !this.#comparison.isEqual(from, this.#copy.body, true))
      return this.#comparison.problem ?? 'the body is not equal';
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
        (isDirect
          ? this.#comparison.isEqual(direct.value, direct.assigned.value, true)
          : this.#comparison.isEqual(its, statement, true));
      if (!isSame) return this.#comparison.problem ?? 'the body is not equal';
    }
    for (const [at, { variable }] of given.names.entries()) {
      const target = form.targets[at]?.variable;
      const argument = variable && this.#given.get(variable);
      const its =
        variable && (argument === undefined ? this.#comparison.localOf(variable) : nameIn(argument)?.variable);
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
    if (this.#comparison.outside * 100 < this.#copy.body.size * DRAFT_LIMITS.outside_percent)
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
    const isPart = (node: SyntaxNode) => isLiteral(node, rules) || nameIn(node) !== undefined || isClassConstant(node);
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
