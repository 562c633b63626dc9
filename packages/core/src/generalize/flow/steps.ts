import type { SyntaxNode, Variable } from '../nodes.ts';

/** What the code does with a variable at one point. */
export type Access = 'read' | 'write' | 'update' | 'unbind';

/** A point of the control flow. */
export interface Step {
  variable?: Variable;
  access?: Access;
  /** Points after it. */
  next: number[];
  /** Where an exception leads; undefined if it leaves the function. */
  handler: number | undefined;
}

/** A function inside of the code that uses its variables later. */
export interface Closure {
  node: SyntaxNode;
  variable: Variable;
  writes: boolean;
  isInRun: boolean;
}

/** The control flow of a function, with a run of its statements. Point 0 is its end. */
export interface Flow {
  steps: readonly Step[];
  /** The points of the run: from its first to its end, which is a point of its own. */
  start: number;
  end: number;
  /** Whether the end of the run is reached. */
  isEndReached: boolean;
  closures: readonly Closure[];
  /** Statements of the run that return, and those that jump out of it. */
  returns: readonly SyntaxNode[];
  jumps: readonly SyntaxNode[];
}
