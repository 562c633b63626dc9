import { codeOf, GROUP_KINDS } from '#index/codes.ts';
import { hex } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';
import { visitPosted } from '#index/postings/posting-lists.ts';

const BODY = codeOf(GROUP_KINDS, 'function-body');
const SHAPE = codeOf(GROUP_KINDS, 'function-shape');

/** The fingerprints of functions; a function in a group of a kind has the one of the group. */
const HASHES =
  'SELECT node_id, body, shape FROM json_each(?) AS wanted CROSS JOIN function_hash ON node_id = wanted.value';
const GROUPED = `
  SELECT node_id, clone_group.kind, fingerprint FROM json_each(?) AS wanted
  CROSS JOIN occurrence ON node_id = wanted.value
  JOIN clone_group ON clone_group.id = occurrence.group_id
  JOIN group_detail ON group_detail.id = occurrence.group_id
  WHERE clone_group.kind IN (${BODY}, ${SHAPE})`;

/** How a function of the index is equal to the given one. */
export type ExactMatch = 'identical' | 'renamed';

/** Nodes of functions whose shape may be this one. */
export function functionsOfShape(snapshot: Snapshot, shape: string): number[] {
  const found: number[] = [];
  visitPosted(snapshot, 'shapes', [Number.parseInt(shape.slice(0, 4), 16)], (_, node) => found.push(node));
  return found;
}

/**
 * Compares the fingerprints of functions.
 *
 * @param nodes of any declarations
 * @returns by node, only of those that are equal
 */
export function compareFingerprints(
  snapshot: Snapshot,
  { body, shape }: { body: string | undefined; shape: string | undefined },
  nodes: readonly number[],
): Map<number, ExactMatch> {
  const found = new Map<number, ExactMatch>();
  if (nodes.length === 0 || (body === undefined && shape === undefined)) return found;
  const add = (node: number, its: { body: string | undefined; shape: string | undefined }) => {
    if (its.body !== undefined && its.body === body) found.set(node, 'identical');
    else if (its.shape !== undefined && its.shape === shape && !found.has(node)) found.set(node, 'renamed');
  };
  const list = [JSON.stringify(nodes)];
  const hexOf = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : hex(bytes));
  const readHashes = () =>
    snapshot.all(HASHES, list, (row) => ({
      node: row.integer('node_id'),
      body: hexOf(row.optionalBytes('body')),
      shape: hexOf(row.optionalBytes('shape')),
    }));
  const readGrouped = () =>
    snapshot.all(GROUPED, list, (row) => {
      const its = hex(row.bytes('fingerprint'));
      const isBody = row.integer('kind') === BODY;
      return { node: row.integer('node_id'), body: isBody ? its : undefined, shape: isBody ? undefined : its };
    });
  snapshot.gather([readHashes, readGrouped]);
  for (const its of [...readHashes(), ...readGrouped()]) add(its.node, its);
  return found;
}
