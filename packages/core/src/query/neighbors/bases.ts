import type { NeighborsData } from '@analyzer/contracts/query/neighbors.data';
import { BASE_KINDS, LINK_STATES, nameOf } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';

const BASES = 'SELECT kind, name, state, reason FROM base WHERE node_id = ? ORDER BY seq';

/** What a declaration inherits from, as written. */
export function basesOf(snapshot: Snapshot, node: number): NonNullable<NeighborsData['bases']> {
  return snapshot.all(BASES, [node], (row) => {
    const reason = row.optionalText('reason');
    return {
      kind: nameOf(BASE_KINDS, row.integer('kind')),
      name: row.text('name'),
      state: nameOf(LINK_STATES, row.integer('state')),
      ...(reason !== undefined && { reason }),
    };
  });
}
