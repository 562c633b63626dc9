import type { Atlas, Graph } from './atlas.ts';

/**
 * Id of a node in the index: `n_` and 20 hex of SHA-256(project label, NUL, path or declaration id).
 *
 * @returns undefined where the page may not use digests (opened over plain http)
 */
export async function nodeId(atlas: Atlas, graph: Graph, node: number): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const bytes = new TextEncoder().encode(nodeKey(atlas, graph, node));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `n_${[...digest.subarray(0, 10)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** What the id is a digest of. A declaration is `path#name@line`, and `:n` where it is the n-th of that name and line. */
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
