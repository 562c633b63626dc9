import type { Graph, Link } from './atlas.ts';

/** Index of a node: a file or a declaration, as `data.ts` numbers them. */
export type NodeIndex = number;

export interface Neighbour {
  node: NodeIndex;
  line: number;
  ambiguous: boolean;
}

export interface Neighbourhood {
  centre: NodeIndex;
  /** Callers of a declaration; files that import a file. */
  before: Neighbour[];
  /** Callees of a declaration; imports of a file, and its calls outside of functions. */
  after: Neighbour[];
  /** Declarations of a file. */
  holds: NodeIndex[];
  /** Number of imports of a file to other packages and of unresolved imports. */
  unlinkedImports: number;
}

/** The direct neighbours of a node. */
export function neighbourhood(graph: Graph, centre: NodeIndex): Neighbourhood {
  const isFile = centre < graph.files;
  const declarations = isFile ? graph.declarationsOf(centre) : { from: 0, to: 0 };
  const holds: NodeIndex[] = [];
  for (let i = declarations.from; i < declarations.to; i++) holds.push(i + graph.files);
  return {
    centre,
    before: isFile ? graph.imports.into(centre).map(asIs) : graph.calls.into(centre - graph.files).map(asIs),
    after: [
      ...(isFile ? graph.imports.out(centre).map(asIs) : []),
      ...graph.calls.out(centre).map(asDeclaration(graph)),
    ],
    holds,
    unlinkedImports: isFile ? (graph.data.unlinked_imports[centre] ?? 0) : 0,
  };
}

function asIs({ other, line, ambiguous }: Link): Neighbour {
  return { node: other, line, ambiguous };
}

function asDeclaration(graph: Graph): (link: Link) => Neighbour {
  return ({ other, line, ambiguous }) => ({ node: other + graph.files, line, ambiguous });
}
