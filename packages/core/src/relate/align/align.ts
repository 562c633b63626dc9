/** Positions in a sequence; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** Items of the left sequence that the right one replaces; one of the ranges can be empty. */
export interface Change {
  left: Range;
  right: Range;
}

/**
 * Edits that are searched for together. A complete search takes quadratic time in the number of edits; with this limit
 * it takes linear time in the number of items.
 */
const MAX_EDITS = 256;

/**
 * Aligns two sequences by the greedy algorithm of Myers (An O(ND) Difference Algorithm, 1986): the smallest number of
 * removed and added items. After `MAX_EDITS` edits the alignment that reaches furthest is final and the search starts
 * again from its end, so that very different sequences have an alignment that is not always the smallest.
 *
 * @returns the changes in order, at the first of several positions; all other items are equal
 */
export function align(left: readonly string[], right: readonly string[]): Change[] {
  const numbers = new Map<string, number>();
  const [lefts, rights] = [numbered(left, numbers), numbered(right, numbers)];
  const search = new Search(lefts, rights);
  const changes: Change[] = [];
  for (let from: Point = { x: 0, y: 0 }; from.x < left.length || from.y < right.length; ) {
    const { edits, to } = search.from(from);
    for (const { x, y, adds } of edits) {
      const end = { x: adds ? x : x + 1, y: adds ? y + 1 : y };
      const last = changes.at(-1);
      if (last?.left.end === x && last.right.end === y) [last.left.end, last.right.end] = [end.x, end.y];
      else changes.push({ left: { start: x, end: end.x }, right: { start: y, end: end.y } });
    }
    from = to;
  }
  for (const [index, { left: removed, right: added }] of changes.entries()) {
    const before = changes[index - 1];
    if (removed.start === removed.end) moveUp(rights, { range: added, other: removed }, (before?.right.end ?? -1) + 1);
    else if (added.start === added.end) moveUp(lefts, { range: removed, other: added }, (before?.left.end ?? -1) + 1);
  }
  return changes;
}

/**
 * Moves removed or added items to the first of several equal positions. Then a repeated start of a statement belongs to
 * the added statement.
 */
function moveUp(items: Uint32Array, { range, other }: { range: Range; other: Range }, least: number): void {
  while (range.start > least && items[range.start - 1] === items[range.end - 1]) {
    range.start--;
    range.end--;
    other.start--;
    other.end--;
  }
}

function numbered(items: readonly string[], numbers: Map<string, number>): Uint32Array {
  return Uint32Array.from(items, (item) => {
    const number = numbers.get(item) ?? numbers.size;
    numbers.set(item, number);
    return number;
  });
}

/** Numbers of items that are aligned so far: of the left sequence, and of the right one. */
interface Point {
  x: number;
  y: number;
}

/** An item that is added from the right sequence, or removed from the left one. */
interface Edit extends Point {
  adds: boolean;
}

/** A diagonal that no alignment reaches with a number of edits. */
const UNREACHED = -1;

class Search {
  readonly #left: Uint32Array;
  readonly #right: Uint32Array;

  constructor(left: Uint32Array, right: Uint32Array) {
    this.#left = left;
    this.#right = right;
  }

  /** The edits from a point to the ends of both sequences, or to the furthest point. */
  from(start: Point): { edits: Edit[]; to: Point } {
    const [width, height] = [this.#left.length - start.x, this.#right.length - start.y];
    // By number of edits, then diagonal x - y from -edits: the largest x.
    const reached: Int32Array[] = [];
    for (let edits = 0; edits <= MAX_EDITS; edits++) {
      const before = reached.at(-1);
      const row = new Int32Array(2 * edits + 1).fill(UNREACHED);
      reached.push(row);
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        if (diagonal < -height || diagonal > width) continue;
        const x = before === undefined ? 0 : stepOf(before, diagonal, width, height).x;
        if (x === UNREACHED) continue;
        const end = this.#afterEqual(start, x, x - diagonal);
        row[diagonal + edits] = end;
        if (end === width && end - diagonal === height) return this.#path(start, reached, diagonal);
      }
    }
    return this.#path(start, reached, furthest(reached.at(-1) ?? new Int32Array(1)));
  }

  /** @returns x after all equal items from a point */
  #afterEqual(start: Point, fromX: number, fromY: number): number {
    let [x, y] = [start.x + fromX, start.y + fromY];
    while (x < this.#left.length && y < this.#right.length && this.#left[x] === this.#right[y]) [x, y] = [x + 1, y + 1];
    return x - start.x;
  }

  #path(start: Point, reached: readonly Int32Array[], lastDiagonal: number): { edits: Edit[]; to: Point } {
    const [width, height] = [this.#left.length - start.x, this.#right.length - start.y];
    const edits: Edit[] = [];
    const x = at(reached.at(-1), lastDiagonal);
    let diagonal = lastDiagonal;
    for (let number = reached.length - 2; number >= 0; number--) {
      const step = stepOf(reached[number] ?? new Int32Array(1), diagonal, width, height);
      diagonal += step.adds ? 1 : -1;
      const before = at(reached[number], diagonal);
      edits.push({ x: start.x + before, y: start.y + before - diagonal, adds: step.adds });
    }
    return { edits: edits.reverse(), to: { x: start.x + x, y: start.y + x - lastDiagonal } };
  }
}

/** The step to a diagonal that reaches further: adds an item from the diagonal above, or removes one from that below. */
function stepOf(before: Int32Array, diagonal: number, width: number, height: number): { x: number; adds: boolean } {
  const above = at(before, diagonal + 1);
  const below = at(before, diagonal - 1);
  const added = above === UNREACHED || above - diagonal > height ? UNREACHED : above;
  const removed = below === UNREACHED || below === width ? UNREACHED : below + 1;
  return added >= removed ? { x: added, adds: true } : { x: removed, adds: false };
}

function at(row: Int32Array | undefined, diagonal: number): number {
  return row?.[diagonal + (row.length - 1) / 2] ?? UNREACHED;
}

/** The diagonal with the largest number of aligned items, the first one of several. */
function furthest(row: Int32Array): number {
  const edits = (row.length - 1) / 2;
  let best = { diagonal: 0, items: -1 };
  for (const [index, x] of row.entries()) {
    const diagonal = index - edits;
    if (x !== UNREACHED && 2 * x - diagonal > best.items) best = { diagonal, items: 2 * x - diagonal };
  }
  return best.diagonal;
}
