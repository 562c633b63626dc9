import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { BASE_KINDS, nameOf } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import type { PickedOccurrence } from '#query/describe/occurrences.ts';

export type Bases = NonNullable<NonNullable<ContextEvidenceV1['evidence'][number]['details']>['bases']>;

/** Of each node, the bases of the innermost declaration at or around it that has any. */
const BASES = `
  WITH RECURSIVE around (wanted, level, id) AS (
    SELECT key, 0, value FROM json_each(?)
    UNION ALL
    SELECT wanted, level + 1, node.parent_id FROM around JOIN node ON node.id = around.id WHERE node.name_id IS NOT NULL
  )
  SELECT wanted, level, base.kind AS kind, base.name AS name FROM around JOIN base ON base.node_id = around.id
  ORDER BY wanted, level, base.seq`;

/** What occurrences, or the classes around them, inherit from as written, in the same order. */
export function basesOf(snapshot: Snapshot, picked: readonly PickedOccurrence[]): Bases[] {
  const levels = new Map<number, number>();
  const found = picked.map((): Bases => []);
  const rows = snapshot.all(BASES, [JSON.stringify(picked.map(({ node }) => node))], (row) => ({
    wanted: row.integer('wanted'),
    level: row.integer('level'),
    base: { kind: nameOf(BASE_KINDS, row.integer('kind')), name: row.text('name') },
  }));
  for (const { wanted, level, base } of rows) {
    if (!levels.has(wanted)) levels.set(wanted, level);
    if (levels.get(wanted) === level) found[wanted]?.push(base);
  }
  return found;
}
