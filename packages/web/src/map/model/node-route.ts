import type { Atlas, Graph } from './atlas.ts';
import type { Route } from './route.ts';

export type NodeRoute = Extract<Route, { view: 'node' }>;

/** The permanent URL of a node: by names, not by its index in this file. */
export function nodeRoute(atlas: Atlas, graph: Graph, node: number): NodeRoute {
  if (node < graph.files) return fileRoute(atlas, node);
  const { file, name, start_line } = graph.data.declarations;
  const declaration = node - graph.files;
  return {
    ...fileRoute(atlas, file[declaration] ?? 0),
    name: name[declaration] ?? '',
    line: start_line[declaration] ?? 0,
  };
}

export function fileRoute(atlas: Atlas, file: number): NodeRoute {
  return { view: 'node', project: atlas.label(atlas.projectOf(file)), path: atlas.path(file), name: '', line: 0 };
}

/** The node of a route; undefined if this file does not contain it. */
export function nodeAt(atlas: Atlas, graph: Graph, route: Omit<NodeRoute, 'view'>): number | undefined {
  const project = atlas.projectIndex(route.project);
  const file = project === undefined ? undefined : atlas.fileAt(project, route.path);
  if (file === undefined || route.name === '') return file;
  const declaration = graph.declarationAt(file, route.name, route.line);
  return declaration === undefined ? undefined : declaration + graph.files;
}

export interface NodeWords {
  name: string;
  kind: string;
  project: string;
  /** Directory of a file, path and line of a declaration. */
  location: string;
}

/** Texts that describe a node. */
export function nodeWords(atlas: Atlas, graph: Graph, node: number): NodeWords {
  const { declarations } = graph.data;
  if (node < graph.files) {
    const path = atlas.path(node);
    const cut = path.lastIndexOf('/');
    const project = atlas.label(atlas.projectOf(node));
    return { name: path.slice(cut + 1), kind: 'file', project, location: path.slice(0, cut + 1) || './' };
  }
  const declaration = node - graph.files;
  const file = declarations.file[declaration] ?? 0;
  return {
    name: declarations.name[declaration] ?? '',
    kind: declarations.kinds[declarations.kind[declaration] ?? 0] ?? '',
    project: atlas.label(atlas.projectOf(file)),
    location: `${atlas.path(file)}:${declarations.start_line[declaration] ?? 0}`,
  };
}
