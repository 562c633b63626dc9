import type { Atlas, Graph } from './atlas.ts';

/**
 * Id of a node in the index: `n_02` and 18 hex digits of the SHA-256 of the project's label and its path, and of a
 * declaration its kind, name and number, separated by NUL.
 *
 * @returns undefined if the page may not compute digests (opened over plain HTTP)
 */
export async function nodeId(atlas: Atlas, graph: Graph, node: number): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const bytes = new TextEncoder().encode(nodeKey(atlas, graph, node));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `n_02${[...digest.subarray(0, 9)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Input of the digest. The first declaration of a kind and name in a file has no number, the second has 2. */
function nodeKey(atlas: Atlas, graph: Graph, node: number): string {
  if (node < graph.files) return `${atlas.label(atlas.projectOf(node))}\0${atlas.path(node)}`;
  const declaration = node - graph.files;
  const { file, name, kind, kinds } = graph.data.declarations;
  let number = 1;
  for (let i = declaration - 1; i >= 0 && file[i] === file[declaration]; i--) {
    if (name[i] === name[declaration] && kind[i] === kind[declaration]) number++;
  }
  const home = file[declaration] ?? 0;
  const parts = [
    atlas.label(atlas.projectOf(home)),
    atlas.path(home),
    kinds[kind[declaration] ?? 0],
    name[declaration],
  ];
  return [...parts, ...(number === 1 ? [] : [number])].join('\0');
}
