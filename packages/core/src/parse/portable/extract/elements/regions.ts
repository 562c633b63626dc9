import type { FlatTree } from '../../flat-tree.ts';
import type { UnitRules } from './unit-rules.ts';

/** Units inside more than this many others are not recorded: each is hashed as a whole. */
const DEEPEST = 64;

interface OpenRegion {
  region: number;
  end: number;
  depth: number;
  isUnit: boolean;
}

/** The parts of a stream that are units or bodies of declarations, as columns in pre-order. */
export class Regions {
  readonly node: number[] = [];
  /** Offsets into the stream's bytes; brackets of the nodes inside are included. */
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly nodes: number[] = [];
  readonly isUnit: boolean[] = [];
  /** Whether the region is the statement of a body that has a block in the stream but not in the source. */
  readonly isAlone: boolean[] = [];
  readonly #rules: UnitRules;
  #bodies: readonly number[] = [];
  #nextBody = 0;
  #open: OpenRegion[] = [];
  #depth = 0;
  /** Of the last block that only the stream has. */
  #inserted = -1;

  constructor(rules: UnitRules) {
    this.#rules = rules;
  }

  /** @param bodies nodes in order, each once */
  begin(bodies: readonly number[]): void {
    for (const column of [this.node, this.from, this.to, this.nodes, this.isUnit, this.isAlone]) column.length = 0;
    this.#bodies = bodies;
    this.#nextBody = 0;
    this.#open = [];
    this.#depth = 0;
    this.#inserted = -1;
  }

  /** A block that only the stream has begins before its statement. */
  insert(tree: FlatTree, node: number, block: number, depth: number, at: number, counted: number): void {
    if (!this.#rules.isUnitKind(block) || this.#depth >= DEEPEST || tree.broken[node] !== 0) return;
    this.#begin(tree, node, true, depth, at, counted);
    this.#inserted = node;
  }

  /**
   * A node that is in the stream begins.
   *
   * @param depth number of open nodes
   * @param at length of the stream
   * @param counted number of nodes in the stream
   */
  reach(tree: FlatTree, node: number, depth: number, at: number, counted: number): void {
    while ((this.#bodies[this.#nextBody] ?? Number.POSITIVE_INFINITY) < node) this.#nextBody++;
    const isBody = this.#bodies[this.#nextBody] === node;
    const isUnit =
      this.#depth < DEEPEST && tree.broken[node] === 0 && this.#rules.isUnit(tree, node, tree.kind[node] ?? 0);
    if (!isBody && !isUnit) return;
    this.#begin(tree, node, isUnit, depth, at, counted);
  }

  #begin(tree: FlatTree, node: number, isUnit: boolean, depth: number, at: number, counted: number): void {
    const region = this.node.push(node) - 1;
    this.isAlone.push(this.#inserted === node);
    this.from.push(at);
    this.to.push(at);
    this.nodes.push(-counted);
    this.isUnit.push(isUnit);
    this.#open.push({ region, end: node + (tree.size[node] ?? 1), depth, isUnit });
    if (isUnit) this.#depth++;
  }

  /**
   * Ends the innermost region if it ends before `node` and all nodes that were opened in it are closed.
   *
   * @returns whether it ended
   */
  close(node: number, depth: number, at: number, counted: number): boolean {
    const open = this.#open.at(-1);
    if (open === undefined || open.end > node || open.depth < depth) return false;
    this.#open.pop();
    this.to[open.region] = at;
    this.nodes[open.region] = (this.nodes[open.region] ?? 0) + counted;
    if (open.isUnit) this.#depth--;
    return true;
  }
}
