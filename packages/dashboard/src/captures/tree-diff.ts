import type { TreeChange } from '@analyzer/contracts/pages/captures';
import type { Indexed } from './tree.ts';

export type ChangeCounts = Record<TreeChange['kind'], number>;

const CHANGES_LIMIT = 200;
const TEXT_LIMIT = 300;
const PATH_LIMIT = 500;

/**
 * Compares two trees whose roots are the same element. Children are paired if equal at either end, then by id,
 * then by equal subtrees, then by signature between the same paired neighbours. Pairs outside the longest increasing
 * subsequence of positions are moved; children without a partner are inserted or removed. These are the edits of
 * Chawathe and others, "Change detection in hierarchically structured information" (SIGMOD 1996), with keys instead of
 * their matching by similarity.
 */
export function treeDiff(before: Indexed, after: Indexed): { changes: TreeChange[]; counts: ChangeCounts } {
  const changes: TreeChange[] = [];
  const counts: ChangeCounts = { inserted: 0, removed: 0, moved: 0, text: 0, attributes: 0 };
  const note = (kind: TreeChange['kind'], a: Indexed | null, b: Indexed | null, was?: string, is?: string): void => {
    counts[kind]++;
    if (changes.length >= CHANGES_LIMIT) return;
    const paths = { before: a?.path.slice(-PATH_LIMIT) ?? null, after: b?.path.slice(-PATH_LIMIT) ?? null };
    changes.push({ kind, ...paths, was: was?.slice(0, TEXT_LIMIT) ?? null, is: is?.slice(0, TEXT_LIMIT) ?? null });
  };
  compare(before, after, note);
  return { changes, counts };
}

type Note = (kind: TreeChange['kind'], a: Indexed | null, b: Indexed | null, was?: string, is?: string) => void;

function compare(a: Indexed, b: Indexed, note: Note): void {
  if (a.digest === b.digest) return;
  // Roots and children paired by id may have different signatures.
  const [was, is] = [`${a.signature} ${a.attributes}`.trim(), `${b.signature} ${b.attributes}`.trim()];
  if (was !== is) note('attributes', a, b, was, is);
  if ((a.node.text ?? '') !== (b.node.text ?? '')) note('text', a, b, a.node.text ?? '', b.node.text ?? '');
  const partners = pair(a.children, b.children);
  const paired = new Set(partners.values());
  for (const child of a.children) if (!paired.has(child)) note('removed', child, null);
  const positions = new Map(a.children.map((child, i) => [child, i]));
  const order = b.children.flatMap((child) => {
    const partner = partners.get(child);
    return partner === undefined ? [] : [positions.get(partner) ?? 0];
  });
  const staying = longestIncreasing(order);
  for (const child of b.children) {
    const partner = partners.get(child);
    if (partner === undefined) {
      note('inserted', null, child);
      continue;
    }
    if (!staying.has(positions.get(partner) ?? 0)) note('moved', partner, child);
    compare(partner, child, note);
  }
}

/** @returns the older child of each newer child */
function pair(before: readonly Indexed[], after: readonly Indexed[]): Map<Indexed, Indexed> {
  const partners = new Map<Indexed, Indexed>();
  let start = 0;
  let end = 0;
  // Equal children at both ends are unchanged, however many equal siblings there are.
  const same = (i: number, j: number): boolean => before[i]?.digest === after[j]?.digest;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && same(start, start)) start++;
  while (end < shorter - start && same(before.length - 1 - end, after.length - 1 - end)) end++;
  for (const [i, child] of after.entries()) {
    const partnerIndex = i < start ? i : i >= after.length - end ? i - after.length + before.length : undefined;
    const partner = partnerIndex === undefined ? undefined : before[partnerIndex];
    if (partner !== undefined) partners.set(child, partner);
  }
  const left = before.slice(start, before.length - end);
  const wanting = after.slice(start, after.length - end);
  pairBy(partners, left, wanting, ({ node }) => (node.id === undefined ? undefined : `${node.tag}#${node.id}`));
  pairBy(partners, left, wanting, ({ digest }) => digest);
  // Children with equal signatures are the same only between the same neighbours.
  const gaps = gapsBetween(before, after, partners);
  pairBy(partners, left, wanting, (child) => `${gaps.get(child)} ${child.signature}`);
  return partners;
}

/** Pairs children without a partner that have equal keys, in order. */
function pairBy(
  partners: Map<Indexed, Indexed>,
  before: readonly Indexed[],
  after: readonly Indexed[],
  key: (child: Indexed) => string | undefined,
): void {
  const taken = new Set(partners.values());
  const waiting = new Map<string, Indexed[]>();
  for (const child of before) {
    const name = taken.has(child) ? undefined : key(child);
    if (name === undefined) continue;
    const queue = waiting.get(name);
    if (queue === undefined) waiting.set(name, [child]);
    else queue.push(child);
  }
  for (const queue of waiting.values()) queue.reverse();
  for (const child of after) {
    const partner = partners.has(child) ? undefined : waiting.get(key(child) ?? '')?.pop();
    if (partner !== undefined) partners.set(child, partner);
  }
}

/** For each child of either side, the number of unmoved pairs before it. */
function gapsBetween(
  before: readonly Indexed[],
  after: readonly Indexed[],
  partners: ReadonlyMap<Indexed, Indexed>,
): Map<Indexed, number> {
  const positions = new Map(before.map((child, i) => [child, i]));
  const order = after.flatMap((child) => positions.get(partners.get(child) ?? child) ?? []);
  const staying = longestIncreasing(order);
  const gaps = new Map<Indexed, number>();
  let gap = 0;
  for (const [i, child] of before.entries()) {
    if (staying.has(i)) gap++;
    gaps.set(child, gap);
  }
  gap = 0;
  for (const child of after) {
    const partner = partners.get(child);
    if (partner !== undefined && staying.has(positions.get(partner) ?? -1)) gap++;
    gaps.set(child, gap);
  }
  return gaps;
}

/** The values of a longest increasing subsequence, by patience sorting in O(n log n) (Fredman 1975). */
export function longestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous = new Map<number, number>();
  for (const value of values) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    const below = tails[low - 1];
    if (low > 0 && below !== undefined) previous.set(value, below);
    tails[low] = value;
  }
  const run = new Set<number>();
  for (let value = tails.at(-1); value !== undefined; value = previous.get(value)) run.add(value);
  return run;
}
