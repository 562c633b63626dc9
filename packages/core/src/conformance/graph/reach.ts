import { isNamedBy } from '../import-verdict.ts';
import type { NameGlob } from '../name-glob.ts';
import type { Evidence, Observation } from '../observation.ts';
import { chainFrom, type ImportGraph, isAtRun, type Ways } from './import-graph.ts';

/** Finds the files of a list that import a matching module, themselves or through files of the project. */
export function reach(graph: ImportGraph, paths: readonly string[], glob: NameGlob): Observation {
  const files = [...graph.files];
  const goals = files.flatMap((file) =>
    graph.edgesOf(file).filter((edge) => isAtRun(edge) && isNamedBy(edge.it, file, glob)),
  );
  const seen = chains(paths, graph.waysTo(goals, isAtRun));
  const gaps = files.flatMap((file) => graph.gapsOf(file));
  const reached = new Set(seen.map(({ path }) => path));
  const rest = paths.filter((path) => !reached.has(path));
  return { seen, doubts: chains(rest, graph.waysTo(gaps, isAtRun)) };
}

/** The chains of the files that reach the goal. */
export function chains(paths: readonly string[], ways: Ways): Evidence[] {
  return paths.flatMap((path) => chainFrom(path, ways) ?? []);
}
