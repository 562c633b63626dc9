import type { MapData, MapEdges } from '@analyzer/contracts/pages/map';

/**
 * A map with the given numbers of nodes and edges: copies of the given projects under other names, and additional calls
 * from each function to the functions after it in its project.
 */
export function enlarge(data: MapData, nodes: number, edges: number): MapData {
  const { graph } = data;
  const files = data.files.name.length;
  const declarations = graph.declarations.name.length;
  const times = Math.ceil(nodes / (files + declarations));
  const repeat = <T>(column: readonly T[]): T[] => Array.from({ length: times }, () => column).flat();
  const shifted = (column: readonly number[], by: number): number[] =>
    Array.from({ length: times }, (_, round) => column.map((value) => (value < 0 ? value : value + round * by))).flat();
  const moved = (node: number): number => (node < files ? node : node + (times - 1) * files);
  const wanted = edges - times * graph.imports.targets.length;
  return {
    ...data,
    projects: Array.from({ length: times }, (_, round) =>
      data.projects.map((project) => ({
        ...project,
        label: round === 0 ? project.label : `${project.label}-${round}`,
      })),
    ).flat(),
    directories: {
      project: shifted(data.directories.project, data.projects.length),
      parent: shifted(data.directories.parent, data.directories.name.length),
      name: repeat(data.directories.name),
    },
    files: {
      directory: shifted(data.files.directory, data.directories.name.length),
      name: repeat(data.files.name),
      language: repeat(data.files.language),
      lines: repeat(data.files.lines),
      repeated: repeat(data.files.repeated),
      copied: repeat(data.files.copied),
      flags: repeat(data.files.flags),
      status: repeat(data.files.status),
      statuses: data.files.statuses,
    },
    whole_copies: data.whole_copies.map((copy) => ({ ...copy, nodes: copy.nodes.map(moved) })),
    graph: {
      declarations: {
        file: shifted(graph.declarations.file, files),
        name: repeat(graph.declarations.name),
        kind: repeat(graph.declarations.kind),
        kinds: graph.declarations.kinds,
        start_line: repeat(graph.declarations.start_line),
        end_line: repeat(graph.declarations.end_line),
        flags: repeat(graph.declarations.flags),
      },
      imports: repeatedRows(graph.imports, times, files),
      calls: chain(times * files, times * declarations, wanted),
      unlinked_imports: repeat(graph.unlinked_imports),
    },
  };
}

function repeatedRows(rows: MapEdges, times: number, by: number): MapEdges {
  const all: MapEdges = { offsets: [0], targets: [], line: [], ambiguous: [] };
  for (let round = 0; round < times; round++) {
    const before = all.targets.length;
    all.offsets.push(...rows.offsets.slice(1).map((offset) => offset + before));
    all.targets.push(...rows.targets.map((target) => target + round * by));
    all.line.push(...rows.line);
    all.ambiguous.push(...rows.ambiguous);
  }
  return all;
}

/** Calls from declaration `i` to the declarations after it, spread evenly. */
function chain(files: number, declarations: number, wanted: number): MapEdges {
  const calls: MapEdges = { offsets: new Array(files + 1).fill(0), targets: [], line: [], ambiguous: [] };
  for (let i = 0; i < declarations; i++) {
    const due = Math.round(((i + 1) / declarations) * wanted);
    for (let to = i + 1; calls.targets.length < due; to++) {
      calls.targets.push(to % declarations);
      calls.line.push(i % 997);
      calls.ambiguous.push(0);
    }
    calls.offsets.push(calls.targets.length);
  }
  return calls;
}
