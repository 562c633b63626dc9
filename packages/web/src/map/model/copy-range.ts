import type { MapGroup } from '@analyzer/contracts/pages/map';
import type { Graph } from './atlas.ts';

/** Where an occurrence of a group is. */
export interface CopyRange {
  file: number;
  /** -1 for a block outside of declarations. */
  declaration: number;
  startLine: number;
  endLine: number;
}

/** @param copy index among the listed occurrences */
export function rangeOf({ occurrences, ranges }: MapGroup, copy: number, graph: Graph): CopyRange {
  const declaration = occurrences[copy] ?? -1;
  const { file, start_line, end_line } = graph.data.declarations;
  const [own, at] = ranges === undefined ? [{ file, start_line, end_line }, declaration] : [ranges, copy];
  return {
    file: own.file[at] ?? 0,
    declaration,
    startLine: own.start_line[at] ?? 1,
    endLine: own.end_line[at] ?? 1,
  };
}

/** Files of the listed occurrences, each once. */
export function filesOf(group: MapGroup, graph: Graph): number[] {
  return [...new Set(group.occurrences.map((_, copy) => rangeOf(group, copy, graph).file))];
}

/** Nodes of the listed occurrences, each once; of blocks, what is around them. */
export function nodesOf(group: MapGroup, graph: Graph): number[] {
  const nodes = group.occurrences.map((declaration, copy) => {
    return declaration < 0 ? rangeOf(group, copy, graph).file : declaration + graph.files;
  });
  return [...new Set(nodes)];
}
