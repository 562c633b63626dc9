import type { MapDraft } from '@analyzer/contracts/pages/map';
import { type DraftableGroup, draftableGroup } from '#drafts/group-input.ts';
import type { Snapshot } from '#index/port.ts';
import type { PickedGroup } from './map-groups.ts';
import { projectRows } from './project-rows.ts';

/** Parsing takes about a second for a megabyte, and the map of a small project not much more. */
const FEW = { groups: 12, bytes: 128 * 1024 };
/** Of the remaining size of the map. */
const SHARE = 0.25;

/** A draft without its place in the map. */
export type DraftOfGroup = Omit<MapDraft, 'group' | 'project'>;

/** How drafts are written. */
export interface MapDrafts {
  /**
   * @param groups of one project
   * @returns aligned with the groups; undefined if the project is not on this machine
   */
  write(groups: readonly [DraftableGroup, ...DraftableGroup[]]): Promise<DraftOfGroup[] | undefined>;
  /** All listed groups; otherwise the first ones, and only files of 128 KiB together are parsed. */
  all: boolean;
}

interface Shown {
  groups: readonly PickedGroup[];
  /** Integer ids of the groups that a list shows, in its order. */
  listed: readonly number[];
}

/**
 * Drafts of the first listed groups.
 *
 * @param packed a part of the data as it is in the page
 * @param space remaining bytes of the map
 * @returns also the bytes that the drafts take
 */
export async function readDrafts(
  snapshot: Snapshot,
  shown: Shown,
  { write, all }: MapDrafts,
  { packed, space }: { packed: (part: object) => string; space: number },
): Promise<{ drafts: MapDraft[]; bytes: number }> {
  const chosen = chooseGroups(snapshot, shown, all ? undefined : FEW);
  const rowOf = projectRows(snapshot);
  const found = new Map<number, DraftOfGroup>();
  for (const its of byProject(chosen)) {
    const [first, ...others] = its;
    if (first === undefined) continue;
    const drafts = await write([first, ...others]);
    for (const [at, draft] of drafts?.entries() ?? []) found.set(its[at]?.at ?? -1, draft);
  }
  const drafts: MapDraft[] = [];
  let bytes = 0;
  for (const { at, project } of chosen) {
    const draft = found.get(at);
    if (draft === undefined) continue;
    const its = { group: at, project: rowOf(project.id), ...draft };
    const size = packed([its]).length;
    if (bytes + size > space * SHARE) continue;
    bytes += size;
    drafts.push(its);
  }
  return { drafts, bytes };
}

function byProject(chosen: readonly Chosen[]): Iterable<Chosen[]> {
  const projects = new Map<number, Chosen[]>();
  for (const its of chosen) projects.set(its.project.id, [...(projects.get(its.project.id) ?? []), its]);
  return projects.values();
}

interface Chosen extends DraftableGroup {
  /** Index of the group in the map. */
  at: number;
}

/** Groups whose files are too large together are passed over. */
function chooseGroups(snapshot: Snapshot, { groups, listed }: Shown, most?: typeof FEW): Chosen[] {
  const positions = new Map(groups.map(({ group }, at) => [group.rank, at]));
  const chosen: Chosen[] = [];
  const sizes = new Map<number, number>();
  for (const rank of listed) {
    if (chosen.length === most?.groups) break;
    const at = positions.get(rank);
    if (at === undefined) continue;
    const its = draftableGroup(snapshot, rank);
    if (its === undefined) continue;
    const added = sizesOf(snapshot, its);
    const together = new Map([...sizes, ...added]);
    if (most !== undefined && sum(together.values()) > most.bytes) continue;
    for (const [file, size] of added) sizes.set(file, size);
    chosen.push({ ...its, at });
  }
  return chosen;
}

function sizesOf(snapshot: Snapshot, { members }: DraftableGroup): [number, number][] {
  const files = JSON.stringify([...new Set(members.map(({ file }) => file))]);
  const sql = 'SELECT file.id, file.size FROM json_each(?) AS wanted JOIN file ON file.id = wanted.value';
  return snapshot.all(sql, [files], (row) => [row.integer('id'), row.integer('size')]);
}

function sum(sizes: Iterable<number>): number {
  let total = 0;
  for (const size of sizes) total += size;
  return total;
}
