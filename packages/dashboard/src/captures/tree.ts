import type { DomNode } from '@analyzer/contracts/pages/captures';

/** A node with the values that the comparison needs. */
export interface Indexed {
  node: DomNode;
  /** `TAG/#id/.classes`: the key that older backends compare. */
  signature: string;
  /** Path, such as `HTML/BODY/LI[2]`; siblings with the same name are numbered. */
  path: string;
  /** Attributes as one string; empty without attributes. */
  attributes: string;
  /** Equal for equal subtrees: covers signature, attributes, text and children. */
  digest: string;
  children: Indexed[];
  /** Number of nodes in the subtree, including this one. */
  size: number;
}

export function signatureOf({ tag, id, cls }: DomNode): string {
  return tag + (id === undefined ? '' : `/#${id}`) + (cls === undefined ? '' : `/.${cls}`);
}

/**
 * @param digests shared by the two trees to compare: equal subtrees get the same number, so that a comparison of
 *   subtrees is a comparison of short strings
 */
export function indexed(node: DomNode, digests: Map<string, string>, path = node.tag): Indexed {
  const seen = new Map<string, number>();
  const names = (node.children ?? []).map(nameOf);
  const total = new Map<string, number>();
  for (const name of names) total.set(name, (total.get(name) ?? 0) + 1);
  const children = (node.children ?? []).map((child, i) => {
    const name = names[i] ?? child.tag;
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return indexed(child, digests, `${path}/${name}${(total.get(name) ?? 0) > 1 ? `[${number}]` : ''}`);
  });
  const signature = signatureOf(node);
  const attributes = attributesOf(node);
  const content = JSON.stringify([signature, attributes, node.text ?? '', children.map(({ digest }) => digest)]);
  let digest = digests.get(content);
  if (digest === undefined) {
    digest = String(digests.size);
    digests.set(content, digest);
  }
  const size = children.reduce((sum, child) => sum + child.size, 1);
  return { node, signature, path, attributes, digest, children, size };
}

function nameOf({ tag, id }: DomNode): string {
  return id === undefined ? tag : `${tag}#${id}`;
}

function attributesOf({ attrs }: DomNode): string {
  return Object.entries(attrs ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ');
}

/** Every node in document order. */
export function* walk(root: Indexed): Generator<Indexed> {
  yield root;
  for (const child of root.children) yield* walk(child);
}
