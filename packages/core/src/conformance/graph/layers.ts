import { NameGlob } from '../name-glob.ts';
import type { Observation } from '../observation.ts';
import type { Edge, Gap, ImportGraph } from './import-graph.ts';
import { chains } from './reach.ts';

/** Groups of files, highest layer first; the groups of one layer are independent of each other. */
export type Layers = readonly (readonly Group[])[];

interface Group {
  /** As written. */
  text: string;
  glob: NameGlob;
}

/** A group by the position of its layer, and its own in it. */
interface Place {
  layer: number;
  part: number;
}

/**
 * Parses `a > b | c > d`.
 *
 * @throws AnalyzerError `usage` for an invalid glob
 */
export function layersOf(text: string): Layers {
  return text
    .split('>')
    .map((layer) => layer.split('|').map((it) => ({ text: it.trim(), glob: new NameGlob(it.trim()) })));
}

/** The first group that has no file. */
export function emptyGroup(graph: ImportGraph, layers: Layers): string | undefined {
  const paths = [...graph.files].map(({ path }) => path);
  return layers.flat().find(({ glob }) => !paths.some((path) => glob.matchesModule(path)))?.text;
}

/**
 * Finds imports from a lower to a higher layer, and between the groups of one layer, also through files that are in no layer.
 *
 * @param paths of the importing files
 */
export function brokenLayers(graph: ImportGraph, paths: readonly string[], layers: Layers): Observation {
  const places = new Map<string, Place | undefined>();
  const placeOf = (path: string): Place | undefined => {
    if (!places.has(path)) places.set(path, placed(path, layers));
    return places.get(path);
  };
  const found: Observation = { seen: [], doubts: [] };
  const edges = [...graph.files].flatMap((file) => graph.edgesOf(file));
  const isBetween = (path: string) => placeOf(path) === undefined;
  for (const [layer, groups] of layers.entries()) {
    for (const part of groups.keys()) {
      const into = edges.filter(({ to }) => to !== undefined && isSame(placeOf(to), { layer, part }));
      const from = paths.filter((path) => mustNotReach(placeOf(path), { layer, part }));
      found.seen.push(...chains(from, graph.waysTo(into, follows, isBetween)));
    }
  }
  const broken = new Set(found.seen.map(({ path }) => path));
  const rest = paths.filter((path) => !broken.has(path) && isLimited(placeOf(path), layers));
  const gaps = [...graph.files].flatMap((file) => graph.gapsOf(file).filter((gap) => isOpen(gap, placeOf)));
  found.doubts.push(...chains(rest, graph.waysTo(gaps, follows, isBetween)));
  return found;
}

function placed(path: string, layers: Layers): Place | undefined {
  for (const [layer, groups] of layers.entries()) {
    const part = groups.findIndex(({ glob }) => glob.matchesModule(path));
    if (part >= 0) return { layer, part };
  }
  return undefined;
}

function isSame(a: Place | undefined, b: Place): boolean {
  return a?.layer === b.layer && a.part === b.part;
}

function mustNotReach(from: Place | undefined, to: Place): boolean {
  if (from === undefined) return false;
  return from.layer > to.layer || (from.layer === to.layer && from.part !== to.part);
}

/** Whether there is a group that it must not reach. */
function isLimited(from: Place | undefined, layers: Layers): boolean {
  return layers.some((groups, layer) => groups.some((_, part) => mustNotReach(from, { layer, part })));
}

/** Types count too: they bind the code of a layer. */
function follows(edge: Edge): boolean {
  return edge.it.phase !== 'asset';
}

/** Whether an import that leads to no file of the project may lead to a layer that its file must not reach. */
function isOpen({ from, paths }: Gap, placeOf: (path: string) => Place | undefined): boolean {
  const own = placeOf(from.path);
  return (
    paths === undefined ||
    paths.some((path) => {
      const place = placeOf(path);
      return place === undefined || own === undefined || mustNotReach(own, place);
    })
  );
}
