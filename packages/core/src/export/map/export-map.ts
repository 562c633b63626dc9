import type { MapData, MapDraft, MapGraph, MapGroup, MapOmission, MapSources } from '@analyzer/contracts/pages/map';
import { easeOf } from '#generalize/ease.ts';
import type { CopyHistory } from '#history/model.ts';
import { codeOf, EDGE_KINDS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import type { Quote } from '#scan/quote.ts';
import { chooseForMap } from '../choose-groups.ts';
import { type PickedNodes, readIdenticalNodes } from '../identical-nodes.ts';
import { accountOfGroups, pickOccurrences, readShownGroups, type ShownGroup } from '../shown-groups.ts';
import { Languages } from './languages.ts';
import { pickBlocks } from './map-blocks.ts';
import { readCycles, readNonLoadCycles } from './map-cycles.ts';
import { type MapDrafts, readDrafts } from './map-drafts.ts';
import { readFiles } from './map-files.ts';
import { readGraph } from './map-graph.ts';
import { mapGroups, type PickedGroup } from './map-groups.ts';
import { mapHistories } from './map-histories.ts';
import { MapIndices } from './map-indices.ts';
import { readExclusions, readProjects, readTotals, readVersions } from './map-projects.ts';
import { countRelations, readRelations } from './map-relations.ts';
import { readSources } from './map-sources.ts';

/** The page of the map, which the caller knows. */
export interface MapPage {
  /** Bytes of the page without data. */
  readonly size: number;
  /** A part of the data as it is in the page. */
  packed(part: object): string;
  /** @param packedGraph result of `packed` for the graph */
  withData(data: MapData, packedGraph: string): string;
}

export interface MapRequest {
  page: MapPage;
  /** Maximum number of groups. */
  limit: number;
  /** Creation time of the map, ISO 8601 in UTC. */
  created: string;
  /** Version of the program. */
  analyzer: string;
  /** Histories by label of the project. */
  histories?: ReadonlyMap<string, CopyHistory>;
  /** Reads source text; without it the map has none. */
  quote?: Quote;
  /** How drafts are written, if there is source text; without it the map has none. */
  drafts?: MapDrafts;
  /** Maximum bytes of the map; depends on the number of files when absent. */
  sizeLimit?: number;
}

export interface ExportedMap {
  html: string;
  /** Whether the map contains source text of the projects. */
  holdsSource: boolean;
  /** Items of the index that the map omits. */
  omissions: readonly MapOmission[];
}

/** @returns the map of an index as one self-contained file */
export async function exportMap(snapshot: Snapshot, request: MapRequest): Promise<ExportedMap> {
  const { data, packedGraph } = await fitMap(snapshot, request);
  return {
    html: request.page.withData(data, packedGraph),
    holdsSource: (data.sources?.text.length ?? 0) + (data.sources?.excerpts.text.length ?? 0) > 0,
    omissions: data.omissions,
  };
}

/** The map data of an index, reduced to the size limit. */
export async function buildMap(snapshot: Snapshot, request: MapRequest): Promise<MapData> {
  return (await fitMap(snapshot, request)).data;
}

/** @returns also the packed graph, which is needed to measure its size */
async function fitMap(snapshot: Snapshot, request: MapRequest): Promise<{ data: MapData; packedGraph: string }> {
  const { ids, listed } = chooseForMap(snapshot, request.limit);
  const groups = readShownGroups(snapshot, ids).map((group) => pickedGroup(snapshot, group));
  const { picked: copies, more } = readIdenticalNodes(snapshot, request.limit);
  const shown = { groups, listed, copies, moreCopies: more };
  const totals = readTotals(snapshot);
  const { page } = request;
  const limit = (request.sizeLimit ?? sizeLimit(totals.files)) - page.size;
  for (const reach of REACHES) {
    const indices = new MapIndices(snapshot, reach(snapshot, shown));
    const data = withoutSources(snapshot, request, shown, indices);
    const { graph, ...main } = data;
    const packedGraph = page.packed(graph);
    const remaining = limit - page.packed(main).length - packedGraph.length - SLACK;
    if (remaining < 0 && reach !== REACHES.at(-1)) continue;
    if (request.quote !== undefined) {
      const its = { packed: page.packed, space: remaining };
      const { drafts, bytes } =
        request.drafts === undefined ? NO_DRAFTS : await readDrafts(snapshot, shown, request.drafts, its);
      const sources = await readSources(snapshot, shown, indices, request.quote, {
        packed: page.packed,
        bytes: remaining - bytes,
        long: Math.max(LONG, Math.floor((limit - remaining) / 10)),
      });
      data.sources = { ...sources, drafts };
      data.groups = withEases(data.groups, drafts);
    }
    data.omissions = omissionsOf(snapshot, shown, data);
    return { data, packedGraph };
  }
  throw new RangeError('the list of map variants is empty');
}

/** The groups with the ease of their drafts. */
function withEases(groups: readonly MapGroup[], drafts: readonly MapDraft[]): MapGroup[] {
  const eases = new Map(drafts.map((draft) => [draft.group, draft.function && easeOf(draft)]));
  return groups.map((group, at) => {
    if (!eases.has(at)) return group;
    const { ease: _, ...others } = group;
    const ease = eases.get(at);
    return { ...others, ...(ease && { ease }) };
  });
}

function pickedGroup(snapshot: Snapshot, group: ShownGroup): PickedGroup {
  const blocks = pickBlocks(snapshot, group);
  const nodes = blocks.length > 0 ? blocks.map(({ node }) => node) : pickOccurrences(snapshot, group);
  return { group, nodes, blocks };
}

const NO_DRAFTS = { drafts: [], bytes: 0 };

const LARGEST = 15_000_000;
const SMALL = 1_000_000;
const SMALL_FILES = 1500;

/**
 * Maximum size of a map: 1 MB up to 1,500 files, proportionally more for more files, at most 15 MB.
 *
 * @param files number of files in the index
 * @returns bytes
 */
function sizeLimit(files: number): number {
  return Math.min(LARGEST, Math.round(SMALL * Math.max(1, files / SMALL_FILES)));
}

/**
 * Bytes for code of more than 16,000 characters, of which few declarations and blocks have most; of a map of more than ten
 * times this size without sources, a tenth of that.
 */
const LONG = 80_000;

/** Bytes for the elements around the data. */
const SLACK = 4096;

/** The groups and copies of the map. */
interface Shown {
  groups: readonly PickedGroup[];
  /** Integer ids of the groups that a list shows, in its order. */
  listed: readonly number[];
  copies: readonly PickedNodes[];
  /** Number of identical files and classes above the limit. */
  moreCopies: number;
}

type Keeps = (node: number) => boolean;

/** Selections of declarations from the largest to the smallest, which contains only the shown copies. */
const REACHES: readonly ((snapshot: Snapshot, shown: Shown) => Keeps)[] = [
  () => () => true,
  (snapshot, shown) => {
    const near = shownNodes(shown);
    const calls = codeOf(EDGE_KINDS, 'calls');
    for (const node of [...near]) {
      const callees = 'SELECT to_id AS id FROM edge WHERE from_id = ? AND kind = ?';
      const callers = 'SELECT from_id AS id FROM edge WHERE to_id = ? AND kind = ?';
      for (const sql of [callees, callers]) {
        for (const other of snapshot.all(sql, [node, calls], (row) => row.integer('id'))) near.add(other);
      }
    }
    return (node) => near.has(node);
  },
  (_, shown) => {
    const nodes = shownNodes(shown);
    return (node) => nodes.has(node);
  },
];

function shownNodes({ groups, copies }: Shown): Set<number> {
  return new Set([...groups, ...copies].flatMap(({ nodes }) => nodes));
}

function withoutSources(snapshot: Snapshot, request: MapRequest, shown: Shown, indices: MapIndices): MapData {
  const languages = new Languages(snapshot);
  const projects = readProjects(snapshot, languages);
  return {
    schema: 'analyzer.map.v1',
    snapshot_id: snapshot.id,
    created: request.created,
    versions: readVersions(snapshot, request.analyzer),
    totals: readTotals(snapshot),
    languages: [...languages.names],
    projects,
    ...readFiles(snapshot, projects.length, languages),
    groups: mapGroups(snapshot, shown, languages, indices),
    relations: readRelations(snapshot, shown.groups, indices),
    relation_count: countRelations(snapshot),
    whole_copies: shown.copies.map(({ nodes, ...copy }) => ({ ...copy, nodes: nodes.map((node) => indices.of(node)) })),
    cycles: readCycles(snapshot, indices),
    non_load_cycles: readNonLoadCycles(snapshot, indices),
    exclusions: readExclusions(snapshot),
    omissions: [],
    ...(request.histories && { histories: mapHistories(request.histories, projects) }),
    graph: readGraph(snapshot, indices),
  };
}

function omissionsOf(snapshot: Snapshot, shown: Shown, data: MapData): MapOmission[] {
  const groups = accountOfGroups(snapshot, shown.groups.length);
  const occurrences = shown.groups.reduce((sum, { group, nodes }) => sum + group.occurrences - nodes.length, 0);
  const sources = [...(data.sources?.missing.reason ?? []), ...(data.sources?.excerpts.missing.reason ?? [])];
  const missing = (reason: MapSources['missing']['reason'][number]): MapOmission => ({
    what: 'sources',
    count: sources.filter((its) => its === reason).length,
    reason,
  });
  const omissions: MapOmission[] = [
    { what: 'groups', count: groups.limit, reason: 'limit' },
    { what: 'groups', count: groups.contained, reason: 'contained' },
    { what: 'groups', count: groups.same, reason: 'same' },
    { what: 'identical files and classes', count: shown.moreCopies, reason: 'limit' },
    { what: 'occurrences', count: occurrences, reason: 'occurrence-limit' },
    ...missingLinks(snapshot, data.graph, data.totals.declarations),
    missing('size'),
    missing('changed'),
    missing('unreadable'),
    missing('long'),
    {
      what: 'sources',
      count: data.sources === undefined ? numberOfSources(shown.groups) : 0,
      reason: 'no-source',
    },
  ];
  return omissions.filter(({ count }) => count > 0);
}

/** Declarations and blocks whose source would be shown. */
function numberOfSources(groups: readonly PickedGroup[]): number {
  const ofDeclarations = groups.filter(({ blocks }) => blocks.length === 0);
  const blocks = groups.reduce((sum, group) => sum + group.blocks.length, 0);
  return new Set(ofDeclarations.flatMap(({ nodes }) => nodes)).size + blocks;
}

function missingLinks(snapshot: Snapshot, graph: MapGraph, declarations: number): MapOmission[] {
  const edges = (kind: 'imports' | 'calls'): number =>
    snapshot.first('SELECT count(*) AS n FROM edge WHERE kind = ?', [codeOf(EDGE_KINDS, kind)], (row) =>
      row.integer('n'),
    ) ?? 0;
  return [
    { what: 'declarations', count: declarations - graph.declarations.name.length, reason: 'size' },
    { what: 'calls', count: edges('calls') - graph.calls.targets.length, reason: 'size' },
  ];
}
