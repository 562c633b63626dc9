import type { Snapshot } from '#index/port.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import type { IndexedCode } from './indexed-code.ts';
import type { BlockMatch, ClosestMatch, Match, MatchFilter } from './matches.ts';
import { commonValues, compareBodies } from './near-matches.ts';
import type { Subject } from './subjects.ts';

/** Declarations of the index for one of the code, with its other matches. */
export const MAX_CLOSEST = 3;
const EQUAL: ReadonlySet<string> = new Set(['identical', 'renamed']);
/** In thousandths: below it, declarations have only idioms of their language in common. */
export const MIN_CLOSEST = 100;
/** Declarations that are looked up at first to find those that a filter chooses. */
const AT_ONCE = 32;

interface DeclarationRange {
  node: number;
  file: number;
  startByte: number;
  endByte: number;
}

/**
 * For each declaration of the code without an equal one: declarations of the index that have the most in common with it,
 * although they are not similar. They are ranked by their posted 5-grams, which are more than half of all; the rarer
 * a 5-gram is in the index, the more it counts.
 *
 * @param named all other matches
 */
export function closestMatches(
  snapshot: Snapshot,
  indexed: IndexedCode,
  { subjects, named }: { subjects: readonly Subject[]; named: readonly (Match | BlockMatch)[] },
  filter: MatchFilter,
): ClosestMatch[] {
  const known = rangesOf(snapshot, [...new Set(named.map(({ node }) => node))]);
  return [...subjects.entries()].flatMap(([subject, { grams, bodyHash }]): ClosestMatch[] => {
    const its = named.filter((match) => match.subject === subject);
    const most = its.some(({ match }) => EQUAL.has(match)) ? 0 : MAX_CLOSEST - its.length;
    if (grams === undefined || most <= 0) return [];
    const best = firstWanted(snapshot, byCommonGrams(snapshot, indexed, grams), { most, known, filter });
    const nodes = new Map<number, number[]>();
    for (const { node, file } of best) nodes.set(file, [...(nodes.get(file) ?? []), node]);
    const compared = compareBodies(snapshot, indexed, { grams, hash: bodyHash }, { nodes, least: MIN_CLOSEST });
    const similarityOf = new Map(compared.map(({ node, similarity }) => [node, similarity]));
    return best.flatMap(({ node }): ClosestMatch[] => {
      const similarity = similarityOf.get(node);
      return similarity === undefined ? [] : [{ subject, node, match: 'closest', similarity }];
    });
  });
}

/** Nodes of the declarations with a posted 5-gram of these, best first. */
function* byCommonGrams(snapshot: Snapshot, indexed: IndexedCode, grams: HashTable): Generator<number> {
  const { node, size } = indexed.sets(snapshot);
  const { set: sets, weight } = commonValues(snapshot, indexed, grams).weighted();
  const scores = new Float64Array(sets.length);
  for (let at = 0; at < sets.length; at++) scores[at] = (weight[at] ?? 0) / Math.sqrt(size[sets[at] ?? 0] ?? 1);
  for (const at of bestFirst(sets, scores)) yield node[sets[at] ?? 0] ?? 0;
}

/** Positions by score, greatest first, then by set. The best of very many are sorted first, since others are rarely read. */
function* bestFirst(sets: Uint32Array, scores: Float64Array): Generator<number> {
  let above = Number.POSITIVE_INFINITY;
  let least = 0;
  let left = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score > least) least = score;
    if (score > 0) left++;
  }
  for (; left > 0; above = least) {
    least /= 2;
    const best: number[] = [];
    for (let at = 0; at < scores.length; at++) {
      const score = scores[at] ?? 0;
      if (score >= least && score < above) best.push(at);
    }
    best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (sets[a] ?? 0) - (sets[b] ?? 0));
    yield* best;
    left -= best.length;
  }
}

/** The first declarations that a filter chooses, without those in or around a known or an earlier one. */
function firstWanted(
  snapshot: Snapshot,
  ranked: Generator<number>,
  { most, known, filter }: { most: number; known: readonly DeclarationRange[]; filter: MatchFilter },
): DeclarationRange[] {
  const found: DeclarationRange[] = [];
  for (let count = AT_ONCE; found.length < most; count *= 4) {
    const some = next(ranked, count);
    if (some.length === 0) break;
    const ranges = new Map(rangesOf(snapshot, some, filter).map((range) => [range.node, range]));
    for (const node of some) {
      const range = ranges.get(node);
      if (range === undefined || found.length === most) continue;
      if (![...known, ...found].some((other) => overlap(range, other))) found.push(range);
    }
  }
  return found;
}

/** @returns fewer at the end */
function next(values: Generator<number>, count: number): number[] {
  const some: number[] = [];
  while (some.length < count) {
    const { value, done } = values.next();
    if (done === true) break;
    some.push(value);
  }
  return some;
}

function rangesOf(snapshot: Snapshot, nodes: readonly number[], filter?: MatchFilter): DeclarationRange[] {
  if (nodes.length === 0) return [];
  const where = filter === undefined ? '' : `WHERE ${filter.condition}`;
  const sql = `
    SELECT node.id, file_id, start_byte, end_byte FROM json_each(?) AS wanted CROSS JOIN node ON node.id = wanted.value
    ${where} ORDER BY node.id`;
  return snapshot.all(sql, [JSON.stringify(nodes), ...(filter?.parameters ?? [])], (row) => ({
    node: row.integer('id'),
    file: row.integer('file_id'),
    startByte: row.optionalInteger('start_byte') ?? 0,
    endByte: row.optionalInteger('end_byte') ?? 0,
  }));
}

function overlap(one: DeclarationRange, other: DeclarationRange): boolean {
  return one.file === other.file && one.startByte < other.endByte && other.startByte < one.endByte;
}
