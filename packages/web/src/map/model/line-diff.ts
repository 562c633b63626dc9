/** The search takes time and memory in proportion to the square of the number of differences. */
const MAX_SEARCHED = 1500;

/**
 * Pairs of equal lines of two lists of any length: those of `commonPairs`, of long lists between lines that are once in both
 * (B. Cohen's patience diff). A gap between these that is still too long has no pairs but of equal lines at its ends.
 *
 * @returns indices into `a` and `b`, ascending in both
 */
export function linePairs(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length + b.length <= MAX_SEARCHED) return commonPairs(a, b);
  const pairs: [number, number][] = [];
  let [l, r] = [0, 0];
  for (const [x, y] of [...uniquePairs(a, b), [a.length, b.length] as const]) {
    while (l < x && r < y && a[l] === b[r]) pairs.push([l++, r++]);
    let same = 0;
    while (x - same > l && y - same > r && a[x - same - 1] === b[y - same - 1]) same++;
    const [toX, toY] = [x - same, y - same];
    if (toX - l + (toY - r) <= MAX_SEARCHED) {
      for (const [i, j] of commonPairs(a.slice(l, toX), b.slice(r, toY))) pairs.push([l + i, r + j]);
    }
    for (let i = 0; i < same; i++) pairs.push([toX + i, toY + i]);
    if (x < a.length && y < b.length) pairs.push([x, y]);
    [l, r] = [x + 1, y + 1];
  }
  return pairs;
}

/** The longest ascending sequence of pairs of lines that are once in both lists. */
function uniquePairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const inB = onceIn(b);
  const candidates = [...onceIn(a)].flatMap(([line, x]): [number, number][] => {
    const y = inB.get(line);
    return y === undefined ? [] : [[x, y]];
  });
  // Patience sorting: the top of each pile is the end of a shortest sequence of that length.
  const tops: number[] = [];
  const before: number[] = [];
  for (const [index, [, y]] of candidates.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((candidates[tops[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    before[index] = tops[low - 1] ?? -1;
    tops[low] = index;
  }
  const pairs: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = candidates[at];
    if (pair !== undefined) pairs.push(pair);
  }
  return pairs.reverse();
}

/** Lines that are once in a list, with their indices in ascending order. */
function onceIn(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (found.has(line)) twice.add(line);
    else found.set(line, index);
  }
  for (const line of twice) found.delete(line);
  return found;
}

/**
 * Pairs of equal elements of two lists, a longest common subsequence: E. Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986), greedy forward search that stores its trace.
 *
 * @returns indices into `a` and `b`, ascending in both
 */
export function commonPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const trace = search(a, b);
  const pairs: [number, number][] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const before = down ? k + 1 : k - 1;
    const startX = d === 0 ? 0 : (reach.get(before) ?? 0);
    const startY = startX - before;
    const firstX = d === 0 ? 0 : down ? startX : startX + 1;
    const firstY = d === 0 ? 0 : firstX - k;
    while (x > firstX && y > firstY) pairs.push([--x, --y]);
    x = startX;
    y = d === 0 ? 0 : startY;
  }
  return pairs.reverse();
}

/** Furthest x by diagonal before each number of edits. */
function search(a: readonly string[], b: readonly string[]): Map<number, number>[] {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let d = 0; d <= a.length + b.length; d++) {
    trace.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      reach.set(k, x);
      if (x >= a.length && y >= b.length) return trace;
    }
  }
  return trace;
}
