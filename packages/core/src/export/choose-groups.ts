import { type ListedGroup, listedGroups } from '#index/lists/listed-groups.ts';
import { IS_CONTAINED } from '#index/lists/represented.ts';
import type { Snapshot } from '#index/port.ts';
import { ListedRanges } from '#lists/listed-ranges.ts';

/** The share of a map for groups that a list shows, if there are others. */
const LISTED_SHARE = 0.75;

/** Groups of a map. */
export interface MapChoice {
  /** In the index, ascending. */
  ids: number[];
  /** Ids of those that a list shows, in its order. */
  listed: number[];
}

/**
 * The groups of a map: those of a list, of several projects and of one in turn, then the others.
 *
 * @param limit of all groups
 */
export function chooseForMap(snapshot: Snapshot, limit: number): MapChoice {
  const known = new ListedRanges();
  const lists = (['several projects', 'one project'] as const).map((where) => listedGroups(snapshot, where, [], known));
  const listed = takeInTurn(lists, limit);
  const others = chooseByRankAndScore(snapshot, limit);
  const inList = new Set(listed.map(({ id }) => id));
  const free = others.filter((id) => !inList.has(id)).length;
  const most = Math.max(Math.ceil(limit * LISTED_SHARE), limit - free);
  const taken = listed.slice(0, most).sort((a, b) => b.weight - a.weight || a.id - b.id);
  const chosen = new Set(taken.map(({ id }) => id));
  for (const id of others) if (chosen.size < limit) chosen.add(id);
  return { ids: [...chosen].sort((a, b) => a - b), listed: taken.map(({ id }) => id) };
}

function takeInTurn(lists: readonly Generator<ListedGroup>[], limit: number): ListedGroup[] {
  const taken: ListedGroup[] = [];
  let open = [...lists];
  while (open.length > 0 && taken.length < limit) {
    open = open.filter((list) => {
      const next = list.next();
      if (!next.done && taken.length < limit) taken.push(next.value);
      return !next.done;
    });
  }
  return taken;
}

/**
 * Groups by rank and by score in turn. By rank alone, small functions that many projects share would hide large
 * repetitions within one project.
 *
 * @returns ids in the index, ascending
 */
export function chooseByRankAndScore(snapshot: Snapshot, limit: number): number[] {
  const [byRank = [], byWeight = []] = ['id', 'score DESC, id'].map((order) => {
    const sql = `SELECT id FROM clone_group WHERE NOT ${IS_CONTAINED} AND same_as IS NULL ORDER BY ${order} LIMIT ?`;
    return snapshot.all(sql, [limit], (row) => row.integer('id'));
  });
  const chosen = new Set<number>();
  for (let rank = 0; rank < byRank.length; rank++) {
    for (const id of [byRank[rank], byWeight[rank]]) {
      if (id !== undefined && chosen.size < limit) chosen.add(id);
    }
  }
  return [...chosen].sort((a, b) => a - b);
}
