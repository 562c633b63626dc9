import { codeOf, GROUP_KINDS } from '#index/codes.ts';
import { hex } from '#index/keys.ts';
import type { Row, Snapshot, Value } from '#index/port.ts';
import type { Range } from '../filters/scope.ts';
import type { Term } from './terms.ts';

/** So many of the best nodes are ranked. */
export const MAX_RANKED = 1000;
/** Of candidates that filters reject, so many times as many are read next. */
const GROWTH = 10;
/** One more than the greatest node that a key can have. */
const NODES = 2 ** 27;

/** A node that has words of the text. */
export interface Candidate {
  id: number;
  file: number;
  kind: number;
  name: string;
  isExported: boolean;
  classes: number;
  /** Equal for equal copies. */
  copyKey: string;
}

/**
 * How rare a term is: the weight of BM25.
 *
 * @param size number of all nodes
 */
export function rarity({ matches: { nodes } }: Term, size: number): number {
  return Math.log(1 + (size - nodes.length + 0.5) / (nodes.length + 0.5));
}

/**
 * Nodes by the sum of the weights of their own words, best first.
 *
 * @param nodes `size` is one more than the greatest node, `total` their number: there can be gaps between nodes
 */
export function byOwnWords(
  terms: readonly Term[],
  [first, last]: Range,
  { size, total }: { size: number; total: number },
): Uint32Array {
  const sums = new Float64Array(size);
  for (const term of terms) {
    const rare = rarity(term, total);
    const { nodes, weights } = term.matches;
    for (const [at, node] of nodes.entries()) {
      if (node >= first && node <= last) sums[node] = (sums[node] ?? 0) + (weights[at] ?? 0) * rare;
    }
  }
  const keys = new Float64Array(size);
  let length = 0;
  for (const [node, sum] of sums.entries()) if (sum > 0) keys[length++] = Math.round(sum) * NODES + (NODES - 1 - node);
  return Uint32Array.from(keys.subarray(0, length).sort().reverse(), (key) => NODES - 1 - (key % NODES));
}

/** The group of equal functions of a node. */
const BODY = `
  SELECT min(group_id) FROM occurrence JOIN clone_group ON clone_group.id = group_id
  WHERE occurrence.node_id = node.id AND clone_group.kind = ${codeOf(GROUP_KINDS, 'function-body')}`;

/**
 * Reads the best candidates that match a condition.
 *
 * @param condition on the columns of `node`
 */
export function readCandidates(
  snapshot: Snapshot,
  nodes: Uint32Array,
  { condition, parameters }: { condition: string; parameters: readonly Value[] },
): Candidate[] {
  const sql = `
    SELECT node.id, node.file_id, node.kind, name.text AS name, node.exported, node.classes, node.start_byte, file.sha256,
      (${BODY}) AS body
    FROM json_each(?) AS wanted CROSS JOIN node ON node.id = wanted.value
    JOIN file ON file.id = node.file_id LEFT JOIN name ON name.id = node.name_id
    WHERE ${condition} ORDER BY wanted.key LIMIT ?`;
  const found: Candidate[] = [];
  for (let at = 0, count = MAX_RANKED; at < nodes.length && found.length < MAX_RANKED; at += count, count *= GROWTH) {
    const some = JSON.stringify([...nodes.subarray(at, at + count)]);
    found.push(...snapshot.all(sql, [some, ...parameters, MAX_RANKED - found.length], candidateIn));
  }
  return found;
}

/** Equal files have equal copies at equal positions. */
function candidateIn(row: Row): Candidate {
  const id = row.integer('id');
  const [digest, body] = [row.optionalBytes('sha256'), row.optionalInteger('body')];
  const own = digest === undefined ? `node ${id}` : `${hex(digest)} ${row.optionalInteger('start_byte') ?? ''}`;
  return {
    id,
    file: row.integer('file_id'),
    kind: row.integer('kind'),
    name: row.optionalText('name') ?? '',
    isExported: row.flag('exported'),
    classes: row.integer('classes'),
    copyKey: body === undefined ? own : `${body}`,
  };
}
