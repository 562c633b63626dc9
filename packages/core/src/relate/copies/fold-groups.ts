import { compareBytes } from '@analyzer/contracts/order';
import { GROUP_KINDS, type Group } from '../model.ts';
import { atOnce, type Turns } from '../turns.ts';
import { NumberList } from './number-list.ts';
import { type OccurrenceRange, representsShared } from './shared-part.ts';

export type { OccurrenceRange } from './shared-part.ts';

type FoldedGroup = Pick<Group, 'id' | 'kind' | 'nodes' | 'similarity'>;

/** Occurrences around another one that are considered, the innermost first. */
const MAX_AROUND = 64;
/** Other occurrences that are skipped: not around it, or of later groups. */
const MAX_SKIPPED = 512;

interface Ranges {
  /** By occurrence; the occurrences of a group are consecutive. */
  file: Int32Array;
  start: Float64Array;
  end: Float64Array;
  group: Int32Array;
}

/**
 * Folds groups: a group is folded into the first unfolded one that has each of its occurrences in a different occurrence.
 * The order is: more nodes, `near` before other kinds, more occurrences, kind, position of the first occurrence. A `near`
 * group of which an inner group has almost all that is shared, such as two classes with one identical method, is folded into
 * that one.
 *
 * @param rangesOf in the order of the group's occurrences
 * @returns by id of a folded group: the id of the group that has it
 */
export function foldGroups<Folded extends FoldedGroup>(
  groups: readonly Folded[],
  rangesOf: (group: Folded) => readonly OccurrenceRange[],
): Map<string, string> {
  return atOnce(foldInTurns(groups, rangesOf));
}

/** As `foldGroups`, in turns. */
export function* foldInTurns<Folded extends FoldedGroup>(
  groups: readonly Folded[],
  rangesOf: (group: Folded) => readonly OccurrenceRange[],
): Turns<Map<string, string>> {
  const ranked = groups.map((group) => ({ group, ranges: rangesOf(group) }));
  yield;
  ranked.sort((a, b) => {
    return (
      b.group.nodes - a.group.nodes ||
      kindRank(a.group) - kindRank(b.group) ||
      b.ranges.length - a.ranges.length ||
      GROUP_KINDS.indexOf(a.group.kind) - GROUP_KINDS.indexOf(b.group.kind) ||
      comparePositions(a.ranges[0], b.ranges[0]) ||
      compareBytes(a.group.id, b.group.id)
    );
  });
  const columns = columnsOf(ranked.map(({ ranges }) => ranges));
  yield;
  const around = enclosing(columns);
  yield;
  const isFolded = new Uint8Array(ranked.length);
  const into = new Int32Array(ranked.length);
  /** By rank of a near group: the rank of the inner group that has almost all that it shares. */
  const inner = new Map<number, number>();
  for (let known = -1; known < inner.size; ) {
    known = inner.size;
    foldOnce(columns.group, around, inner, isFolded, into);
    yield;
    for (const [rank, its] of ranked.entries()) {
      const holder = into[rank] ?? -1;
      const outer = ranked[holder];
      if (outer === undefined || inner.has(holder) || !representsShared(its, outer)) continue;
      inner.set(holder, rank);
    }
  }
  const next = (rank: number) => inner.get(rank) ?? into[rank] ?? -1;
  const folded = new Map<string, string>();
  for (const [rank, { group }] of ranked.entries()) {
    let last = rank;
    while (next(last) >= 0) last = next(last);
    if (last !== rank) folded.set(group.id, ranked[last]?.group.id ?? '');
  }
  return folded;
}

/**
 * Sets `into` to the rank of the group that each group is folded into, or -1.
 *
 * @param group rank of each occurrence
 * @param inner ranks of groups that no other one is folded into
 */
function foldOnce(
  group: Int32Array,
  around: Enclosing,
  inner: ReadonlyMap<number, number>,
  isFolded: Uint8Array,
  into: Int32Array,
): void {
  for (let rank = 0; rank < into.length; rank++) {
    isFolded[rank] = inner.has(rank) ? 1 : 0;
    into[rank] = -1;
  }
  for (let from = 0, to = 0; from < group.length; from = to) {
    const rank = group[from] ?? 0;
    while (to < group.length && group[to] === rank) to++;
    if (isFolded[rank] === 1) continue;
    const holder = holderOf({ from, to }, around, group, isFolded);
    if (holder === undefined) continue;
    isFolded[rank] = 1;
    into[rank] = holder;
  }
}

/** 0 for `near`, 1 for all else. */
function kindRank({ kind }: FoldedGroup): number {
  return kind === 'near' ? 0 : 1;
}

function comparePositions(a: OccurrenceRange | undefined, b: OccurrenceRange | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.file - b.file || a.start - b.start || a.end - b.end;
}

function columnsOf(groups: readonly (readonly OccurrenceRange[])[]): Ranges {
  const length = groups.reduce((sum, ranges) => sum + ranges.length, 0);
  const columns = {
    file: new Int32Array(length),
    start: new Float64Array(length),
    end: new Float64Array(length),
    group: new Int32Array(length),
  };
  let at = 0;
  for (const [group, ranges] of groups.entries()) {
    for (const { file, start, end } of ranges) {
      columns.file[at] = file;
      columns.start[at] = start;
      columns.end[at] = end;
      columns.group[at++] = group;
    }
  }
  return columns;
}

/**
 * The first group that is not folded and has each of the occurrences in another one of its own.
 *
 * @param group of each occurrence
 */
function holderOf(
  { from, to }: { from: number; to: number },
  around: Enclosing,
  group: Int32Array,
  isFolded: Uint8Array,
): number | undefined {
  let used = new Map<number, Set<number>>();
  for (const other of around.of(from)) {
    const its = group[other] ?? 0;
    if (isFolded[its] === 0) used.set(its, new Set([other]));
  }
  for (let occurrence = from + 1; occurrence < to && used.size > 0; occurrence++) {
    const next = new Map<number, Set<number>>();
    for (const other of around.of(occurrence)) {
      const its = group[other] ?? 0;
      const occurrences = used.get(its);
      if (occurrences === undefined || occurrences.has(other) || next.has(its)) continue;
      next.set(its, occurrences.add(other));
    }
    used = next;
  }
  return [...used.keys()].sort((a, b) => a - b).at(0);
}

/** By occurrence: occurrences of earlier groups that it lies in, the innermost first. Many lists of few numbers. */
class Enclosing {
  readonly #start: Uint32Array;
  readonly #end: Uint32Array;
  readonly #all = new NumberList();

  constructor(occurrences: number) {
    this.#start = new Uint32Array(occurrences);
    this.#end = new Uint32Array(occurrences);
  }

  /** Those of each occurrence are added once. */
  add(occurrence: number, others: Iterable<number>): void {
    this.#start[occurrence] = this.#all.length;
    for (const other of others) this.#all.push(other);
    this.#end[occurrence] = this.#all.length;
  }

  of(occurrence: number): Uint32Array {
    return this.#all.values.subarray(this.#start[occurrence], this.#end[occurrence]);
  }
}

/** By occurrence: the occurrences of earlier groups that it lies in. */
function enclosing(ranges: Ranges): Enclosing {
  const { file, start, end, group } = ranges;
  const value = (column: ArrayLike<number>, at: number) => column[at] ?? 0;
  const order = Array.from(file, (_, occurrence) => occurrence);
  order.sort(
    (a, b) =>
      value(file, a) - value(file, b) ||
      value(start, a) - value(start, b) ||
      value(end, b) - value(end, a) ||
      value(group, a) - value(group, b),
  );
  const around = new Enclosing(order.length);
  let active: number[] = [];
  let activeFile = -1;
  for (let from = 0; from < order.length; ) {
    const first = order[from] ?? 0;
    const isSame = (at: number) =>
      value(file, at) === value(file, first) &&
      value(start, at) === value(start, first) &&
      value(end, at) === value(end, first);
    let to = from;
    while (to < order.length && isSame(order[to] ?? 0)) to++;
    if (value(file, first) !== activeFile) active = [];
    activeFile = value(file, first);
    while (active.length > 0 && value(end, active.at(-1) ?? 0) <= value(start, first)) active.pop();
    for (let at = from; at < to; at++) active.push(order[at] ?? 0);
    for (let at = from; at < to; at++) {
      const its = order[at] ?? 0;
      around.add(its, earlierAround(its, active, ranges));
    }
    from = to;
  }
  return around;
}

/** Searches from the innermost occurrence. */
function earlierAround(its: number, active: readonly number[], { end, group }: Ranges): number[] {
  const found: number[] = [];
  let skipped = 0;
  for (let at = active.length - 1; at >= 0 && found.length < MAX_AROUND && skipped < MAX_SKIPPED; at--) {
    const occurrence = active[at] ?? 0;
    const isAround = (end[occurrence] ?? 0) >= (end[its] ?? 0);
    if (isAround && (group[occurrence] ?? 0) < (group[its] ?? 0)) found.push(occurrence);
    else skipped++;
  }
  return found;
}
