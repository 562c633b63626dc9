import type { DraftRules } from '#languages/draft-rules.ts';
import { child, isInside, isLocal, type SyntaxNode, subtree, type Variable } from '../nodes.ts';
import {
  code,
  isHoisted,
  isOfRun,
  isShortCircuit,
  isSimple,
  isVar,
  nameOf,
  partOf,
  textOf,
  writtenBase,
} from './parts.ts';
import type { Access, Closure, Flow, Step } from './steps.ts';

/** Where `break` and `continue` of a loop, or `break` of a switch, lead. */
interface Target {
  label: string;
  isLoop: boolean;
  afterIt: number;
  next: number | undefined;
}

/** A `finally` around the code. */
interface Final {
  entry: number;
  isReturned: boolean;
}

const END = 0;
const SWALLOWS = /suppress|raises|ignor/i;

/** Builds the control flow of a function from its tree. */
export class FlowBuilder {
  readonly #steps: Step[] = [{ next: [], handler: undefined }];
  readonly #closures: Closure[] = [];
  readonly #returns: SyntaxNode[] = [];
  readonly #jumps: SyntaxNode[] = [];
  readonly #targets: Target[] = [];
  readonly #finals: Final[] = [];
  readonly #handlers: number[] = [];
  /** The points that lead to the next one; empty where the code is not reached. */
  #current: number[] = [];
  #start = -1;
  #end = -1;
  #isEndReached = false;
  /** The label before a loop. */
  #label = '';

  readonly #owner: SyntaxNode;
  readonly #run: readonly SyntaxNode[];
  readonly #source: string;
  readonly #functions: ReadonlySet<string>;
  readonly #classes: ReadonlySet<string>;
  /** The variables of the function that the run uses; others do not matter. */
  readonly #variables = new Set<Variable>();
  /** Where they are used, in order. */
  readonly #uses: Int32Array;
  /** The points that others lead to. */
  readonly #led = new Set<number>();

  /** @param owner the function @param run sibling statements of it */
  constructor(owner: SyntaxNode, run: readonly SyntaxNode[], source: string, rules: DraftRules) {
    this.#owner = owner;
    this.#run = run;
    this.#source = source;
    this.#functions = new Set([...rules.own_functions, ...rules.inner_functions, ...rules.functions]);
    this.#classes = new Set(rules.classes);
    for (const statement of run)
      for (const variable of statement.variables())
        if (isLocal(variable, owner) && !isOfRun(variable, run)) this.#variables.add(variable);
    this.#uses = Int32Array.from([...this.#variables].flatMap(({ uses }) => uses.map(({ start }) => start))).sort();
  }

  /** @returns undefined if the run is not among the statements of the function */
  build(): Flow | undefined {
    this.#join(this.#point());
    for (const node of subtree(this.#owner, (it) => it.field === 'body')) this.#bind(node);
    const body = child(this.#owner, 'body');
    if (body === undefined) return undefined;
    for (const { uses } of this.#variables) {
      const hoisted = uses.find((it) => it.binds && it.parent?.parent?.kind === 'FunctionDeclaration');
      if (hoisted !== undefined && !this.#run.some((it) => isInside(hoisted, it))) this.#bind(hoisted);
    }
    this.#visit(body);
    this.#link(this.#current, END);
    if (this.#start < 0 || this.#end < 0) return undefined;
    return {
      steps: this.#steps,
      start: this.#start,
      end: this.#end,
      isEndReached: this.#isEndReached,
      closures: this.#closures,
      returns: this.#returns,
      jumps: this.#jumps,
    };
  }

  #bind(node: SyntaxNode | undefined): void {
    const variable = node?.variable;
    if (variable !== undefined && node?.binds === true && this.#variables.has(variable)) this.#step(variable, 'write');
  }

  /** Whether one of the variables is used in a node. */
  #isUsedIn({ start, end }: SyntaxNode): boolean {
    let from = 0;
    let to = this.#uses.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#uses[middle] ?? 0) < start) from = middle + 1;
      else to = middle;
    }
    return (this.#uses[from] ?? end) < end;
  }

  #point(variable?: Variable, access?: Access): number {
    const step: Step = { next: [], handler: this.#handlers.at(-1) };
    if (variable !== undefined && access !== undefined) Object.assign(step, { variable, access });
    return this.#steps.push(step) - 1;
  }

  #step(variable: Variable, access: Access): void {
    this.#join(this.#point(variable, access));
    // What comes after an assignment may throw, although it uses no variable.
    if (access !== 'read' && this.#handlers.length > 0) this.#join(this.#point());
  }

  #link(from: readonly number[], to: number): void {
    for (const at of from) this.#steps[at]?.next.push(to);
    if (from.length > 0) this.#led.add(to);
  }

  /** Goes on at a point. */
  #join(point: number): void {
    this.#link(this.#current, point);
    this.#current = [point];
  }

  #visitAll(nodes: readonly (SyntaxNode | undefined)[]): void {
    for (const node of nodes) {
      if (node === undefined) continue;
      if (node === this.#run[0]) this.#enter();
      this.#visit(node);
      if (node === this.#run.at(-1)) this.#leave();
    }
  }

  #enter(): void {
    this.#start = this.#point();
    this.#join(this.#start);
    for (const statement of this.#run) if (isHoisted(statement)) this.#bind(nameOf(statement));
  }

  #leave(): void {
    this.#isEndReached = this.#current.length > 0;
    this.#end = this.#point();
    this.#join(this.#end);
    if (!this.#isEndReached) this.#current = [];
  }

  get #isInRun(): boolean {
    return this.#start >= 0 && this.#end < 0;
  }

  #visit(node: SyntaxNode): void {
    const { kind } = node;
    const part = partOf(kind);
    // Only statements change the control flow.
    if (part !== 'jump' && part !== 'list' && !this.#isUsedIn(node) && isSimple(node)) return;
    if (this.#isClosure(node)) this.#close(node);
    else if (part === 'leaf' || node.children.length === 0) {
      if (part === 'jump') this.#exit(node);
      else this.#leaf(node, node.writes ? 'write' : 'read');
    } else if (part === 'if') this.#branch(node);
    else if (part === 'loop') this.#loop(node);
    else if (part === 'try') this.#try(node);
    else if (part === 'switch') this.#switch(node);
    else if (part === 'assignment') this.#assign(node);
    else if (part === 'update') this.#access(child(node, 'argument') ?? node, 'update');
    else if (part === 'partial' || isShortCircuit(node)) this.#partly(node);
    else if (part === 'optional') this.#maybe(() => this.#visitAll(node.children));
    else if (part === 'unbinding') this.#access(node, 'unbind');
    else if (part === 'with') this.#with(node);
    else if (part === 'label') this.#labeled(node);
    else if (part === 'jump') this.#exit(node);
    else this.#visitAll(node.children);
  }

  #exit(node: SyntaxNode): void {
    if (/^return/i.test(node.kind)) this.#return(node);
    else if (/^(break|continue)/i.test(node.kind)) this.#jump(node);
    else this.#throw(node);
  }

  #leaf(node: SyntaxNode, access: Access): void {
    const { variable } = node;
    if (variable !== undefined && node.role !== 'type' && this.#variables.has(variable)) this.#step(variable, access);
  }

  /** @param access of the names that the code assigns; other names in it are read */
  #access(node: SyntaxNode, access: Access): void {
    const written = writtenBase(node);
    if (written !== undefined) {
      for (const it of subtree(node)) if (it.variable !== undefined && it !== written) this.#leaf(it, 'read');
      this.#leaf(written, 'update');
      return;
    }
    if (node.children.length === 0) this.#leaf(node, node.writes ? access : 'read');
    else for (const it of node.children) this.#access(it, access);
  }

  #assign(node: SyntaxNode): void {
    const target = child(node, 'left') ?? child(node, 'name') ?? child(node, 'id');
    const value = child(node, 'right') ?? child(node, 'value') ?? child(node, 'init');
    if (target === undefined) {
      this.#visitAll(node.children);
      return;
    }
    // A declaration without a value: of `var` it assigns nothing.
    const isBare = value === undefined;
    if (isBare && (node.kind === 'assignment' || isVar(node))) return;
    const operator = child(node, 'operator');
    const sign = operator?.text || operator?.kind || '';
    const isUpdate = /^augmented/.test(node.kind) || (operator !== undefined && !/^['"]*="?$/.test(sign));
    if (isUpdate) {
      this.#access(target, 'read');
      this.#maybeIf(/\?\?|\|\||&&/.test(sign), () => {
        if (value !== undefined) this.#visit(value);
        this.#access(target, 'update');
      });
      return;
    }
    if (value !== undefined) this.#visit(value);
    this.#access(target, 'write');
  }

  #maybe(visit: () => void): void {
    const before = this.#current;
    visit();
    this.#current = [...new Set([...this.#current, ...before])];
  }

  #maybeIf(isOptional: boolean, visit: () => void): void {
    if (isOptional) this.#maybe(visit);
    else visit();
  }

  #partly({ children }: SyntaxNode): void {
    const [first, ...rest] = children;
    this.#visitAll([first]);
    this.#maybe(() => this.#visitAll(rest));
  }

  #branch(node: SyntaxNode): void {
    const parts = code(node);
    const isPython = child(node, 'condition') === undefined && child(node, 'test') === undefined;
    const test = isPython ? parts[1] : (child(node, 'condition') ?? child(node, 'test'));
    const then = isPython ? parts[0] : (child(node, 'consequence') ?? child(node, 'consequent') ?? child(node, 'body'));
    const others = isPython
      ? parts.slice(2)
      : node.children.filter(({ field }) => field === 'alternative' || field === 'alternate');
    const after: number[] = [];
    this.#visitAll([test]);
    let before = this.#current;
    this.#visitAll([then]);
    after.push(...this.#current);
    this.#current = before;
    for (const other of others) {
      if (/^(elif_clause|else_if_clause)$/.test(other.kind)) {
        this.#visitAll([child(other, 'condition')]);
        before = this.#current;
        this.#visitAll([child(other, 'consequence') ?? child(other, 'body')]);
        after.push(...this.#current);
        this.#current = before;
      } else this.#visitAll([other]);
    }
    this.#current = [...new Set([...after, ...this.#current])];
  }

  #loop(node: SyntaxNode): void {
    const label = this.#label;
    this.#label = '';
    const { kind } = node;
    const parts = code(node);
    const afterIt = this.#point();
    const body = child(node, 'body') ?? (kind === 'foreach_statement' ? parts.at(-1) : undefined);
    const isForeach = kind === 'foreach_statement';
    const over = isForeach ? parts[0] : child(node, 'right');
    const target = isForeach ? parts[1] : over === undefined ? undefined : child(node, 'left');
    const test = child(node, 'condition') ?? child(node, 'test');
    const step = child(node, 'update');
    this.#visitAll([child(node, 'init'), child(node, 'initialize')]);
    if (over !== undefined) {
      if (over.children.length === 0) this.#leaf(over, 'read');
      else this.#visitAll([over]);
    }
    const head = this.#point();
    const isTested = step !== undefined || /^(DoWhileStatement|do_statement)$/.test(kind);
    const again = isTested ? this.#point() : head;
    this.#targets.push({ label, isLoop: true, afterIt, next: again });
    this.#join(head);
    if (/^(DoWhileStatement|do_statement)$/.test(kind)) {
      this.#visitAll([body]);
      this.#join(again);
      this.#visitAll([test]);
      this.#link(this.#current, head);
    } else {
      this.#visitAll([test]);
      const out = test !== undefined && /^(true|1|"1"|"true")$/i.test(textOf(test, this.#source)) ? [] : this.#current;
      if (target !== undefined) this.#access(target, 'write');
      this.#visitAll([body]);
      if (again !== head) {
        this.#join(again);
        this.#visitAll([step]);
      }
      this.#link(this.#current, head);
      this.#current = test === undefined && over === undefined ? [] : out;
    }
    this.#targets.pop();
    this.#visitAll([child(node, 'alternative')]);
    this.#join(afterIt);
    this.#current = this.#led.has(afterIt) ? [afterIt] : [];
  }

  #try(node: SyntaxNode): void {
    const parts = code(node);
    const body = child(node, 'body') ?? child(node, 'block');
    const handlers = parts.filter(({ kind }) =>
      /^(except_clause|except_group_clause|catch_clause|CatchClause)$/.test(kind),
    );
    const otherwise = parts.find(({ kind }) => kind === 'else_clause');
    const finalizer = parts.find(({ kind, field }) => kind === 'finally_clause' || field === 'finalizer');
    const final = finalizer === undefined ? undefined : { entry: this.#point(), isReturned: false };
    if (final !== undefined) {
      this.#finals.push(final);
      this.#handlers.push(final.entry);
    }
    const entry = handlers.length > 0 ? this.#point() : undefined;
    if (entry !== undefined) this.#handlers.push(entry);
    this.#join(this.#point());
    this.#visitAll([body]);
    if (this.#current.length > 0) this.#join(this.#point());
    if (entry !== undefined) this.#handlers.pop();
    this.#visitAll([otherwise]);
    const after = [...this.#current];
    for (const handler of handlers) {
      this.#current = entry === undefined ? [] : [entry];
      for (const it of handler.children) this.#handled(it);
      for (const it of subtree(handler, (part) => /block|Block|compound/.test(part.kind)))
        if (it.writes && it.variable !== undefined && /^except/.test(handler.kind)) this.#leaf(it, 'unbind');
      after.push(...this.#current);
    }
    this.#current = after;
    if (final === undefined) return;
    this.#handlers.pop();
    this.#finals.pop();
    const isReached = this.#current.length > 0;
    this.#join(final.entry);
    this.#visitAll([finalizer]);
    if (final.isReturned) this.#finish(this.#current);
    if (!isReached) this.#current = [];
  }

  #handled(node: SyntaxNode): void {
    if (/block|Block|compound/.test(node.kind)) this.#visit(node);
    else this.#access(node, 'write');
  }

  /** Leads to the end of the function, through `finally`. */
  #finish(from: readonly number[]): void {
    const final = this.#finals.at(-1);
    if (final !== undefined) final.isReturned = true;
    this.#link(from, final?.entry ?? END);
  }

  #switch(node: SyntaxNode): void {
    const subject = child(node, 'subject') ?? child(node, 'discriminant') ?? child(node, 'condition');
    const parts = [
      ...subtree(node, (it) =>
        /^(case_clause|SwitchCase|case_statement|default_statement)$/.test(it.parent?.kind ?? ''),
      ),
    ];
    const cases = parts.filter(({ kind }) => /^(case_clause|SwitchCase|case_statement|default_statement)$/.test(kind));
    const isMatch = node.kind === 'match_statement';
    this.#visitAll([subject]);
    const afterIt = this.#point();
    if (!isMatch) this.#targets.push({ label: '', isLoop: node.kind === 'switch_statement', afterIt, next: afterIt });
    let untested = this.#current;
    let hasDefault = false;
    let falling: number[] = [];
    for (const it of cases) {
      const test = child(it, 'test') ?? child(it, 'value');
      this.#current = untested;
      if (isMatch) this.#maybe(() => this.#visitAll(it.children.filter(({ field }) => field !== 'consequence')));
      else this.#visitAll([test]);
      untested = this.#current;
      const isDefault = !isMatch && test === undefined;
      hasDefault ||= isDefault;
      this.#current = [...new Set([...this.#current, ...falling])];
      this.#visitAll(it.children.filter((part) => part !== test && (!isMatch || part.field === 'consequence')));
      if (isMatch) this.#link(this.#current, afterIt);
      falling = isMatch ? [] : this.#current;
    }
    this.#link(falling, afterIt);
    if (!hasDefault) this.#link(untested, afterIt);
    if (!isMatch) this.#targets.pop();
    this.#current = this.#led.has(afterIt) ? [afterIt] : [];
  }

  #with(node: SyntaxNode): void {
    const clause = node.children.find(({ kind }) => kind === 'with_clause');
    this.#visitAll([clause]);
    const body = child(node, 'body');
    if (clause === undefined || !SWALLOWS.test(textOf(clause, this.#source))) {
      this.#visitAll([body]);
      return;
    }
    const entry = this.#point();
    this.#handlers.push(entry);
    this.#maybe(() => this.#visitAll([body]));
    this.#handlers.pop();
    this.#join(entry);
  }

  #labeled(node: SyntaxNode): void {
    const label = child(node, 'label');
    const body = child(node, 'body');
    this.#label = label === undefined ? '' : textOf(label, this.#source);
    if (body !== undefined && partOf(body.kind) === 'loop') {
      this.#visitAll([body]);
      return;
    }
    const afterIt = this.#point();
    this.#targets.push({ label: this.#label, isLoop: false, afterIt, next: undefined });
    this.#label = '';
    this.#visitAll([body]);
    this.#targets.pop();
    this.#join(afterIt);
  }

  #return(node: SyntaxNode): void {
    this.#visitAll(node.children);
    if (this.#isInRun) this.#returns.push(node);
    this.#finish(this.#current);
    this.#current = [];
  }

  #throw(node: SyntaxNode): void {
    this.#visitAll(node.children);
    this.#join(this.#point());
    this.#current = [];
  }

  #jump(node: SyntaxNode): void {
    const isContinue = /^continue/i.test(node.kind);
    const label = child(node, 'label');
    const name = label === undefined ? '' : textOf(label, this.#source);
    const levels = Number(node.children.find(({ kind }) => kind === 'integer')?.text ?? '1');
    const fitting = this.#targets.filter((it) =>
      name === '' ? it.isLoop || (!isContinue && it.label === '') : it.label === name,
    );
    const target = fitting.at(-levels);
    const to = isContinue ? target?.next : target?.afterIt;
    const isOut = to === undefined || (this.#isInRun && (target?.afterIt ?? 0) < this.#start);
    if (this.#isInRun && isOut) this.#jumps.push(node);
    if (to !== undefined) this.#link(this.#current, to);
    for (const { entry } of this.#finals.slice(-1)) this.#link(this.#current, entry);
    this.#current = [];
  }

  #isClosure(node: SyntaxNode): boolean {
    if (this.#functions.has(node.kind) || this.#classes.has(node.kind)) return true;
    // A generator that is an argument is mostly used up by the call.
    return (
      node.kind === 'generator_expression' && node.parent?.kind !== 'call' && node.parent?.kind !== 'argument_list'
    );
  }

  /** A function reads what it captures at any later time. */
  #close(node: SyntaxNode): void {
    const own = nameOf(node);
    const seen = new Set<Variable>();
    for (const it of subtree(node)) {
      const { variable } = it;
      if (variable === undefined || it === own || !this.#variables.has(variable)) continue;
      if (typeof variable.scope === 'object' && isInside(variable.scope, node)) continue;
      const writes = it.writes && it.parent?.kind !== 'anonymous_function_use_clause';
      this.#closures.push({ node, variable, writes, isInRun: this.#isInRun });
      if (!seen.has(variable)) this.#step(variable, 'read');
      seen.add(variable);
    }
    if (own !== undefined && !isHoisted(node)) this.#leaf(own, 'write');
  }
}
