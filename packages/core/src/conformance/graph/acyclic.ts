import { cycleTarget } from '#relate/cycles/cycle-edges.ts';
import { findCycles } from '#relate/cycles/find-cycles.ts';
import type { Evidence, Observation } from '../observation.ts';
import type { CodeFile } from '../project.ts';
import type { Edge, ImportGraph } from './import-graph.ts';

/** Finds the cycles of imports that run while files are loaded and that have a file of the list. */
export function cyclesOf(graph: ImportGraph, files: readonly CodeFile[]): Observation {
  const targets = new Map<string, Set<string>>();
  for (const file of graph.files) {
    const its = graph.edgesOf(file).flatMap((edge) => targetOf(edge) ?? []);
    if (its.length > 0) targets.set(file.path, new Set(its));
  }
  const wanted = new Set(files.map(({ path }) => path));
  const cycles = findCycles(targets).filter((cycle) => cycle.files.some((path) => wanted.has(path)));
  return {
    seen: cycles.map(({ example }) => evidenceOf(graph, example)),
    doubts: files.flatMap((it) => doubtsOf(graph, it)),
  };
}

function targetOf({ from, to, it: { names, phase } }: Edge): string | undefined {
  return cycleTarget(from.path, { names: [...names], phase, ...(to !== undefined && { path: to }) }, false);
}

function evidenceOf(graph: ImportGraph, example: readonly string[]): Evidence {
  const [path = '', next = path] = example;
  const file = graph.file(path);
  const edge = file && graph.edgesOf(file).find((it) => targetOf(it) === next);
  return { path, line: edge?.line ?? 1, text: edge?.text ?? next, through: [...example.slice(1), path] };
}

/** A missing file closes no cycle between the files of the project. */
function doubtsOf(graph: ImportGraph, file: CodeFile): Evidence[] {
  const gaps = graph.gapsOf(file).filter(({ isAtLoad, paths }) => isAtLoad && paths === undefined);
  return gaps.map(({ line, text }) => ({ path: file.path, line, text, through: [] }));
}
