import type { DraftRules } from '#languages/draft-rules.ts';
import { child, isInside, isLocal, type SyntaxNode, subtree, type Variable } from '../nodes.ts';
import { visitAccess, visitAssignment, visitPartly } from './assignments.ts';
import { visitBranches, visitSwitch } from './branches.ts';
import { END, FlowGraph } from './flow-graph.ts';
import type { FlowVisitor } from './flow-visitor.ts';
import { visitExit, visitTry, visitWith } from './handlers.ts';
import { visitLabeled, visitLoop } from './loops.ts';
import { isHoisted, isOfRun, isShortCircuit, isSimple, nameOf, partOf } from './parts.ts';
import type { Access, Closure, Flow } from './steps.ts';

/** Builds the control flow of a function from its tree. */
export class FlowBuilder implements FlowVisitor {
  readonly graph = new FlowGraph();
  readonly returns: SyntaxNode[] = [];
  readonly jumps: SyntaxNode[] = [];
  readonly #closures: Closure[] = [];
  start = -1;
  #end = -1;
  #isEndReached = false;

  readonly #owner: SyntaxNode;
  readonly #run: readonly SyntaxNode[];
  readonly source: string;
  readonly #functions: ReadonlySet<string>;
  readonly #classes: ReadonlySet<string>;
  /** The variables of the function that the run uses; others do not matter. */
  readonly #variables = new Set<Variable>();
  /** Where they are used, in order. */
  readonly #uses: Int32Array;

  /** @param owner the function @param run sibling statements of it */
  constructor(owner: SyntaxNode, run: readonly SyntaxNode[], source: string, rules: DraftRules) {
    this.#owner = owner;
    this.#run = run;
    this.source = source;
    this.#functions = new Set([...rules.own_functions, ...rules.inner_functions, ...rules.functions]);
    this.#classes = new Set(rules.classes);
    for (const statement of run)
      for (const variable of statement.variables())
        if (isLocal(variable, owner) && !isOfRun(variable, run)) this.#variables.add(variable);
    this.#uses = Int32Array.from([...this.#variables].flatMap(({ uses }) => uses.map(({ start }) => start))).sort();
  }

  /** @returns undefined if the run is not among the statements of the function */
  build(): Flow | undefined {
    this.graph.join(this.graph.point());
    for (const node of subtree(this.#owner, (it) => it.field === 'body')) this.#bind(node);
    const body = child(this.#owner, 'body');
    if (body === undefined) return undefined;
    for (const { uses } of this.#variables) {
      const hoisted = uses.find((it) => it.binds && it.parent?.parent?.kind === 'FunctionDeclaration');
      if (hoisted !== undefined && !this.#run.some((it) => isInside(hoisted, it))) this.#bind(hoisted);
    }
    this.visit(body);
    this.graph.link(this.graph.current, END);
    if (this.start < 0 || this.#end < 0) return undefined;
    return {
      steps: this.graph.steps,
      start: this.start,
      end: this.#end,
      isEndReached: this.#isEndReached,
      closures: this.#closures,
      returns: this.returns,
      jumps: this.jumps,
    };
  }

  #bind(node: SyntaxNode | undefined): void {
    const variable = node?.variable;
    if (variable !== undefined && node?.binds === true && this.#variables.has(variable))
      this.graph.step(variable, 'write');
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

  visitAll(nodes: readonly (SyntaxNode | undefined)[]): void {
    for (const node of nodes) {
      if (node === undefined) continue;
      if (node === this.#run[0]) this.#enter();
      this.visit(node);
      if (node === this.#run.at(-1)) this.#leave();
    }
  }

  #enter(): void {
    this.start = this.graph.point();
    this.graph.join(this.start);
    for (const statement of this.#run) if (isHoisted(statement)) this.#bind(nameOf(statement));
  }

  #leave(): void {
    this.#isEndReached = this.graph.current.length > 0;
    this.#end = this.graph.point();
    this.graph.join(this.#end);
    if (!this.#isEndReached) this.graph.current = [];
  }

  get isInRun(): boolean {
    return this.start >= 0 && this.#end < 0;
  }

  visit(node: SyntaxNode): void {
    const { kind } = node;
    const part = partOf(kind);
    // Only statements change the control flow.
    if (part !== 'jump' && part !== 'list' && !this.#isUsedIn(node) && isSimple(node)) return;
    if (this.#isClosure(node)) this.#close(node);
    else if (part === 'leaf' || node.size === 1) {
      if (part === 'jump') visitExit(this, node);
      else this.leaf(node, node.writes ? 'write' : 'read');
    } else if (part === 'if') visitBranches(this, node);
    else if (part === 'loop') visitLoop(this, node);
    else if (part === 'try') visitTry(this, node);
    else if (part === 'switch') visitSwitch(this, node);
    else if (part === 'assignment') visitAssignment(this, node);
    else if (part === 'update') visitAccess(this, child(node, 'argument') ?? node, 'update');
    else if (part === 'partial' || isShortCircuit(node)) visitPartly(this, node);
    else if (part === 'optional') this.graph.maybe(() => this.visitAll(node.children));
    else if (part === 'unbinding') visitAccess(this, node, 'unbind');
    else if (part === 'with') visitWith(this, node);
    else if (part === 'label') visitLabeled(this, node);
    else if (part === 'jump') visitExit(this, node);
    else this.visitAll(node.children);
  }

  leaf(node: SyntaxNode, access: Access): void {
    const { variable } = node;
    if (variable !== undefined && node.role !== 'type' && this.#variables.has(variable))
      this.graph.step(variable, access);
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
      this.#closures.push({ node, variable, writes, isInRun: this.isInRun });
      if (!seen.has(variable)) this.graph.step(variable, 'read');
      seen.add(variable);
    }
    if (own !== undefined && !isHoisted(node)) this.leaf(own, 'write');
  }
}
