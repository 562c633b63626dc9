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
