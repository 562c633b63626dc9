import type { SyntaxNode } from '../nodes.ts';
import type { FlowGraph } from './flow-graph.ts';
import type { Access } from './steps.ts';

/** Visits code in the order in which it is evaluated. */
export interface FlowVisitor {
  readonly graph: FlowGraph;
  readonly source: string;
  /** The first point of the run; negative before it is visited. */
  readonly start: number;
  /** Whether code of the run is visited. */
  readonly isInRun: boolean;
  /** Statements of the run that return, and those that jump out of it. */
  readonly returns: SyntaxNode[];
  readonly jumps: SyntaxNode[];
  visit(node: SyntaxNode): void;
  visitAll(nodes: readonly (SyntaxNode | undefined)[]): void;
  /** A name that the code reads or assigns. */
  leaf(node: SyntaxNode, access: Access): void;
}
