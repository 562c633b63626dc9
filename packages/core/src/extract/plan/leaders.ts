import { codeOf, GROUP_KINDS, nameOf } from '#index/codes.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import type { PlanOptions, SkipReason } from './model.ts';

/** The groups of an index as families: each leading group with the groups that it represents. */
export interface Leaders {
  /** Integer ids by rank; with the ids of the represented groups, without its own. */
  groups: Map<number, number[]>;
  /** Number of groups of kinds that the options exclude. */
  skipped: Map<SkipReason, number>;
}

const GROUPS = `
  SELECT
    id, kind, coalesce(same_as, contained_in) AS holder,
    EXISTS (SELECT 1 FROM occurrence WHERE group_id = clone_group.id AND start_line IS NOT NULL) AS of_ranges
  FROM clone_group WHERE ${goingOn('id')} ORDER BY id`;

/**
 * Reads all groups. A group that is represented only by groups of excluded kinds leads a family itself.
 */
export function readLeaders(snapshot: Snapshot, options: PlanOptions): Leaders {
  const reasons = GROUP_KINDS.map((kind) => exclusionOf(kind, options));
  const blocks = exclusionOf('block', options);
  const holders = new Map<number, number | undefined>();
  const included: number[] = [];
  const isIncluded = new Set<number>();
  const skipped = new Map<SkipReason, number>();
  for (const { id, kind, holder, isOfRanges } of snapshot.iterate(GROUPS, [], (row) => ({
    id: row.integer('id'),
    kind: row.integer('kind'),
    holder: row.optionalInteger('holder'),
    isOfRanges: row.flag('of_ranges'),
  }))) {
    holders.set(id, holder);
    // A callback is a range as a block is.
    const reason = isOfRanges ? blocks : reasons[codeOf(GROUP_KINDS, nameOf(GROUP_KINDS, kind))];
    if (reason === undefined) {
      included.push(id);
      isIncluded.add(id);
    } else skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  }
  const groups = new Map<number, number[]>();
  const represented: [leader: number, group: number][] = [];
  for (const id of included) {
    const leader = leaderOf(id, holders, isIncluded);
    if (leader === id) groups.set(id, []);
    else represented.push([leader, id]);
  }
  for (const [leader, id] of represented) groups.get(leader)?.push(id);
  return { groups, skipped };
}

function exclusionOf(kind: (typeof GROUP_KINDS)[number], options: PlanOptions): SkipReason | undefined {
  if (kind === 'function-body') return undefined;
  if (kind === 'function-shape' || kind === 'near') return options.include_shape ? undefined : 'shape';
  return options.include_blocks ? undefined : 'blocks';
}

/** The last included group of the chain of representatives. Groups that represent each other lead themselves. */
function leaderOf(
  id: number,
  holders: ReadonlyMap<number, number | undefined>,
  isIncluded: ReadonlySet<number>,
): number {
  const seen = new Set<number>();
  let leader = id;
  for (let at: number | undefined = id; at !== undefined; at = holders.get(at)) {
    if (seen.has(at)) return id;
    seen.add(at);
    if (isIncluded.has(at)) leader = at;
  }
  return leader;
}
