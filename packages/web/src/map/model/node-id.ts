import type { Atlas, Graph } from './atlas.ts';

/**
 * Id of a node in the index: `n_` and 20 hex digits of SHA-256(project label, NUL, path or declaration id).
 *
 * @returns undefined if the page may not compute digests (opened over plain HTTP)
 */
export async function nodeId(atlas: Atlas, graph: Graph, node: number): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const bytes = new TextEncoder().encode(nodeKey(atlas, graph, node));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `n_${[...digest.subarray(0, 10)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Input of the digest. A declaration is `path#name@line`, with `:n` for the n-th of the same name and line. */
function nodeKey(atlas: Atlas, graph: Graph, node: number): string {
  if (node < graph.files) return `${atlas.label(atlas.projectOf(node))}\0${atlas.path(node)}`;
  const declaration = node - graph.files;
  const { file, name, start_line } = graph.data.declarations;
  let nth = 1;
  for (let i = declaration - 1; i >= 0 && file[i] === file[declaration]; i--) {
    if (name[i] === name[declaration] && start_line[i] === start_line[declaration]) nth++;
  }
  const home = file[declaration] ?? 0;
  const suffix = nth === 1 ? '' : `:${nth}`;
  return `${atlas.label(atlas.projectOf(home))}\0${atlas.path(home)}#${name[declaration]}@${start_line[declaration]}${suffix}`;
}
