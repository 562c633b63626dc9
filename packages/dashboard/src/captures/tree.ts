import type { DomNode } from '@analyzer/web/dashboard/capture-data';

/** A node with what comparing needs to know of it. */
export interface Indexed {
  node: DomNode;
  /** `TAG/#id/.classes`: what older backends compare. */
  signature: string;
  /** Where it stands, such as `HTML/BODY/LI[2]`: numbered where siblings are alike. */
  path: string;
  /** Attributes as one text; empty without any. */
  attributes: string;
  /** Equal for equal trees: signature, attributes, text and those of the children. */
  digest: string;
  children: Indexed[];
  /** Nodes of it, itself included. */
  size: number;
}

export function signatureOf({ tag, id, cls }: DomNode): string {
  return tag + (id === undefined ? '' : `/#${id}`) + (cls === undefined ? '' : `/.${cls}`);
}

/**
 * @param digests one for both trees that are compared: equal trees get one number, so that comparing them is one
 *   comparison of short texts
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

/** Every node, in the order of the document. */
export function* walk(root: Indexed): Generator<Indexed> {
  yield root;
  for (const child of root.children) yield* walk(child);
}
