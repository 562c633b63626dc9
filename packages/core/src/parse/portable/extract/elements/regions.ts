import type { FlatTree } from '../../flat-tree.ts';
import { grown } from '../../grown.ts';
import type { UnitRules } from './unit-rules.ts';

/** Units inside more than this many others are not recorded: each is hashed as a whole. */
const DEEPEST = 64;

const FIRST_CAPACITY = 1 << 10;
/** Larger columns are released after use. */
const RETAINED_CAPACITY = 1 << 16;

interface OpenRegion {
  region: number;
  end: number;
  depth: number;
  isUnit: boolean;
  isLine: boolean;
}

/** The parts of a stream that are units, lines of a text or bodies of declarations, as columns in pre-order. */
export class Regions {
  count = 0;
  node = new Int32Array(FIRST_CAPACITY);
  /** Offsets into the stream's bytes; brackets of the nodes inside are included. */
  from = new Int32Array(FIRST_CAPACITY);
  to = new Int32Array(FIRST_CAPACITY);
  nodes = new Int32Array(FIRST_CAPACITY);
  isUnit = new Uint8Array(FIRST_CAPACITY);
  /** Whether the region is the statement of a body that has a block in the stream but not in the source. */
  isAlone = new Uint8Array(FIRST_CAPACITY);
  /** Whether the region is a line of a text; its node is the part of the text in which it starts. */
  isLine = new Uint8Array(FIRST_CAPACITY);
  /** Of a line: where it starts and ends in the source. */
  start = new Int32Array(FIRST_CAPACITY);
  stop = new Int32Array(FIRST_CAPACITY);
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
    this.count = 0;
    if (this.node.length > RETAINED_CAPACITY) this.#resize(FIRST_CAPACITY);
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
    const region = this.count++;
    if (region === this.node.length) this.#resize(region * 2);
    this.node[region] = node;
    this.isAlone[region] = this.#inserted === node ? 1 : 0;
    this.from[region] = at;
    this.to[region] = at;
    this.nodes[region] = -counted;
    this.isUnit[region] = isUnit ? 1 : 0;
    this.isLine[region] = 0;
    this.start[region] = 0;
    this.stop[region] = 0;
    this.#open.push({ region, end: node + (tree.size[node] ?? 1), depth, isUnit, isLine: false });
    if (isUnit) this.#depth++;
  }

  /**
   * A part of a line begins, which may be the first one.
   *
   * @param part node that is a part of the text
   * @param start of the line in the source, if this is its first part
   */
  openLine(tree: FlatTree, part: number, start: number, depth: number, at: number, counted: number): void {
    const text = tree.parent[part] ?? 0;
    const end = text + (tree.size[text] ?? 1);
    if (this.#line(end) !== undefined || this.#depth >= DEEPEST || tree.broken[text] !== 0) return;
    this.#begin(tree, part, true, depth, at, counted);
    const open = this.#open.at(-1);
    if (open === undefined) return;
    open.end = end;
    open.isLine = true;
    this.isLine[open.region] = 1;
    this.start[open.region] = start;
    this.stop[open.region] = tree.end[text] ?? 0;
  }

  /** A line ends with a line feed. @param stop after it in the source */
  closeLine(tree: FlatTree, part: number, stop: number, at: number, counted: number): void {
    const text = tree.parent[part] ?? 0;
    const open = this.#line(text + (tree.size[text] ?? 1));
    if (open === undefined) return;
    this.stop[open.region] = stop;
    this.close(open.end, open.depth, at, counted);
  }

  /** The open line of a text. @param end of the text */
  #line(end: number): OpenRegion | undefined {
    const open = this.#open.at(-1);
    return open?.isLine && open.end === end ? open : undefined;
  }

  /** The first node after a region. */
  end(tree: FlatTree, region: number): number {
    const node = this.node[region] ?? 0;
    const whole = this.isLine[region] ? (tree.parent[node] ?? 0) : node;
    return whole + (tree.size[whole] ?? 1);
  }

  isLineOfSameText(tree: FlatTree, one: number, other: number): boolean {
    if (!this.isLine[one] || !this.isLine[other]) return false;
    return tree.parent[this.node[one] ?? 0] === tree.parent[this.node[other] ?? 0];
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

  #resize(capacity: number): void {
    const kept = Math.min(capacity, this.node.length);
    this.node = grown(Int32Array, this.node, kept, capacity);
    this.from = grown(Int32Array, this.from, kept, capacity);
    this.to = grown(Int32Array, this.to, kept, capacity);
    this.nodes = grown(Int32Array, this.nodes, kept, capacity);
    this.isUnit = grown(Uint8Array, this.isUnit, kept, capacity);
    this.isAlone = grown(Uint8Array, this.isAlone, kept, capacity);
    this.isLine = grown(Uint8Array, this.isLine, kept, capacity);
    this.start = grown(Int32Array, this.start, kept, capacity);
    this.stop = grown(Int32Array, this.stop, kept, capacity);
  }
}
