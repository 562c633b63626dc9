import type { ErrorRange } from './adapter.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** Nodes of an error, except for recovered ones. */
const INSIDE = 1;
/** All nodes below an error. */
const BELOW = 2;

/**
 * The ranges of a tree's errors. An error of tree-sitter also contains the statements that the parser recognized before
 * it gave up, in the worst case all of the file; these and comments are not part of the range.
 *
 * @param builder whose broken nodes are still only errors and missing tokens
 * @param recovered kinds that end a range, and are not part of it
 * @returns ranges in order of position
 */
export function errorRanges(builder: TreeBuilder, recovered: ReadonlySet<number>): ErrorRange[] {
  const { count, kind, start, end, parent, broken, names } = builder;
  if (!broken.subarray(0, count).includes(1)) return [];
  const error = names.id('ERROR');
  const states = new Uint8Array(count);
  const spans = new Spans();
  for (let node = 0; node < count; node++) {
    const nodeKind = kind[node] ?? 0;
    const from = start[node] ?? 0;
    const to = end[node] ?? 0;
    const above = states[parent[node] ?? -1] ?? 0;
    const isError = nodeKind === error;
    if (isError && (above & BELOW) === 0) spans.enter(to);
    const inherited = recovered.has(nodeKind) ? above & BELOW : above;
    const state = isError ? INSIDE | BELOW : inherited;
    states[node] = state;
    if ((above & INSIDE) !== (state & INSIDE)) spans.isOpen = false;
    const isLeaf = node + 1 === count || parent[node + 1] !== node;
    if (!isLeaf) continue;
    const isInside = (state & INSIDE) !== 0;
    if (isInside) spans.extend(from, to);
    else if (!isError && broken[node] === 1) {
      spans.missing(from, to, names.name(nodeKind).replace(/^'/, ''), (state & BELOW) !== 0);
    } else spans.isOpen = false;
  }
  spans.leave();
  return spans.found.sort((left, right) => left.start - right.start);
}

class Spans {
  readonly found: ErrorRange[] = [];
  /** The last range continues. */
  isOpen = false;
  /** The end of the outermost error, if it has no range yet. */
  #unreported: number | undefined;

  /** An outermost error begins. */
  enter(end: number): void {
    this.leave();
    this.#unreported = end;
  }

  /** An error of recovered statements only is where the parser expected something else after them. */
  leave(): void {
    if (this.#unreported !== undefined) this.found.push({ start: this.#unreported, end: this.#unreported });
    this.#unreported = undefined;
    this.isOpen = false;
  }

  extend(start: number, end: number): void {
    this.#unreported = undefined;
    const last = this.found[this.found.length - 1];
    if (this.isOpen && last !== undefined) {
      last.end = Math.max(last.end, end);
      return;
    }
    this.found.push({ start, end });
    this.isOpen = true;
  }

  missing(start: number, end: number, name: string, isBelow: boolean): void {
    if (isBelow) this.#unreported = undefined;
    this.isOpen = false;
    this.found.push({ start, end, message: `missing ${name}` });
  }
}
