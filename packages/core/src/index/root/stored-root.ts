import type { Row, Snapshot } from '../port.ts';
import { merkleRoot, noLines } from './merkle-root.ts';
import { RANGES, type RangeSum } from './range-sums.ts';
import { sumGroups } from './sum-groups.ts';

type Rows = Pick<Snapshot, 'all' | 'first'>;

/** The root that the index stores, 64 hex digits. */
export function storedRoot(snapshot: Rows): string {
  const root = snapshot.first('SELECT root FROM snapshot', [], (row) => row.text('root'));
  if (root === undefined) throw new RangeError('the index has no snapshot row');
  return root;
}

export interface Verification {
  /** As stored. */
  root: string;
  /** Computed from the rows of the index. */
  computed: string;
  /** Computed from the stored sums. */
  ofStoredSums: string;
  /** Canonical lines of the rows. */
  lines: bigint;
  /** First bytes of fingerprints whose stored sums differ from the computed ones, ascending. */
  ranges: number[];
}

/** The root of the groups of some kinds, which another engine can have found, and the number of their lines. */
export function rootOfKinds(snapshot: Rows, kinds: readonly string[]): { root: string; lines: bigint } {
  const sums = sumGroups(snapshot, kinds);
  return { root: merkleRoot(sums), lines: sums.reduce((sum, { lines }) => sum + lines, 0n) };
}

/** Computes the root from the rows of an index and compares it, range by range, with what the index stores. */
export function verifyRoot(snapshot: Rows): Verification {
  const stored = storedSums(snapshot);
  const computed = sumGroups(snapshot);
  return {
    root: storedRoot(snapshot),
    computed: merkleRoot(computed),
    ofStoredSums: merkleRoot(stored),
    lines: computed.reduce((sum, { lines }) => sum + lines, 0n),
    ranges: computed
      .filter((its) => textOf(its) !== textOf(stored[its.range] ?? noLines(its.range)))
      .map(({ range }) => range),
  };
}

const SUMS = 'SELECT range, lines, sums FROM root_range ORDER BY range';

function storedSums(snapshot: Rows): RangeSum[] {
  const all = Array.from({ length: RANGES }, (_, range) => noLines(range));
  for (const its of snapshot.all(SUMS, [], rangeSum)) all[its.range] = its;
  return all;
}

function rangeSum(row: Row): RangeSum {
  return {
    range: row.integer('range'),
    lines: BigInt(row.integer('lines')),
    sums: sumsOf(row.text('sums')),
  };
}

/** Zeros if the text is damaged, which is then a difference. */
function sumsOf(text: string): readonly bigint[] {
  return /^\d+(\t\d+){7}$/.test(text) ? text.split('\t').map(BigInt) : noLines(0).sums;
}

/** The sums as stored. */
export function sumsText({ sums }: RangeSum): string {
  return sums.join('\t');
}

function textOf(its: RangeSum): string {
  return `${its.lines}\t${sumsText(its)}`;
}
