import type { DraftRules } from '#languages/draft-rules.ts';
import { type CallShape, callAt, lambdaOf } from './call-shape.ts';
import { type Copy, isParameter } from './copy.ts';
import { nameIn } from './holes.ts';
import { around, isInside, isLocal, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import { isObservable } from './observable.ts';
import { isSameOuter } from './outer-names.ts';
import type { SourceFile } from './source-file.ts';

/** The written function, its call, and the files of both. */
export interface Sides {
  call: CallShape;
  written: SyntaxNode;
  host: SourceFile;
  now: SourceFile;
  rules: DraftRules;
}

/** Compares the body of the function, with the arguments of one call, with that of a copy. */
export class BodyComparison {
  readonly #copy: Copy;
  readonly #sides: Sides;
  readonly #caller: SyntaxNode | undefined;
  /** Arguments by parameter. */
  readonly #given: ReadonlyMap<Variable, SyntaxNode>;
  /** Of the function that is an argument, while its body is compared: arguments of the use by parameter. */
  #lambda = new Map<Variable, SyntaxNode>();
  readonly #locals = new Map<Variable, Variable>();
  readonly #back = new Map<Variable, Variable>();
  /** Compared nodes that are not in arguments. */
  outside = 0;
  /** The first difference. */
  problem: string | undefined;

  constructor(copy: Copy, sides: Sides, caller: SyntaxNode | undefined, given: ReadonlyMap<Variable, SyntaxNode>) {
    this.#copy = copy;
    this.#sides = sides;
    this.#caller = caller;
    this.#given = given;
  }

  /** The variable of the copy for one of the function. */
  localOf(variable: Variable): Variable | undefined {
    return this.#locals.get(variable);
  }

  isEqual(one: SyntaxNode, other: SyntaxNode, isRoot = false): boolean {
    const name = nameIn(one);
    const variable = name?.variable;
    const argument = variable === undefined ? undefined : (this.#given.get(variable) ?? undefined);
    if (name !== undefined && argument !== undefined) {
      if (name.writes) return this.#isSameWrite(argument, other);
      return this.#isArgument(argument, other);
    }
    const used = this.#useOfFunction(one);
    if (used !== undefined) return this.#isInlined(used.lambda, used.values, other);
    this.outside++;
    if (one.kind !== other.kind || one.children.length !== other.children.length) return this.#differs(one, other);
    if (!isRoot && one.field !== other.field) return this.#differs(one, other);
    if (one.children.length === 0) return this.#isSameLeaf(one, other) || this.#differs(one, other);
    return one.children.every((it, at) => {
      const its = other.children[at];
      return its !== undefined && this.isEqual(it, its);
    });
  }

  #differs(one: SyntaxNode, other: SyntaxNode): false {
    const { host } = this.#sides;
    const short = (file: SourceFile, node: SyntaxNode) =>
      file.source.slice(node.start, node.end).split('\n')[0]?.slice(0, 60);
    this.problem ??= `"${short(host, one)}" is not "${short(this.#copy.file, other)}"`;
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
      const outside = this.outside;
      const isEqual = this.isEqual(value, other, true);
      this.outside = outside;
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
