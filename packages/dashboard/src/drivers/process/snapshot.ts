import type { DomNode, DomTree } from '@analyzer/contracts/pages/captures';

/** One document of the result of `DOMSnapshot.captureSnapshot` (Chrome DevTools Protocol): a tree in columns. */
export interface SnapshotDocument {
  nodes: {
    parentIndex?: readonly number[];
    nodeType?: readonly number[];
    nodeName?: readonly number[];
    nodeValue?: readonly number[];
    backendNodeId?: readonly number[];
    /** Names and values alternate. */
    attributes?: readonly (readonly number[])[];
    pseudoType?: { index: readonly number[] };
    shadowRootType?: { index: readonly number[]; value: readonly number[] };
  };
}

const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT_FRAGMENT = 11;
/** Elements whose text a page does not show. */
const SILENT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD']);
const NODES_LIMIT = 20_000;
const TEXT_LIMIT = 500;
const ERROR_SELECTORS: readonly { selector: string; matches(node: DomNode): boolean }[] = [
  { selector: '#error-container', matches: ({ id }) => id === 'error-container' },
  { selector: '.error-container', matches: ({ cls }) => classes(cls).includes('error-container') },
  {
    selector: "[data-testid='error-container']",
    matches: ({ attrs }) => attrs?.['data-testid'] === 'error-container',
  },
  {
    selector: "[class*='error'][class*='container']",
    matches: ({ cls = '' }) => cls.includes('error') && cls.includes('container'),
  },
];

/**
 * Builds the tree of elements of older backends, and adds the text directly in each element. It includes open shadow
 * trees, but not frames.
 *
 * @param strings of the snapshot; columns contain indices into it
 * @param maxDepth deeper elements are omitted; the root has depth 0
 * @param ignored backend ids of elements to omit
 */
export function treeOf(
  { nodes }: SnapshotDocument,
  strings: readonly string[],
  maxDepth: number,
  ignored: ReadonlySet<number>,
): { tree: DomTree; truncated: boolean } | undefined {
  const text = (index: number | undefined): string => strings[index ?? -1] ?? '';
  const pseudo = new Set(nodes.pseudoType?.index);
  const userAgentShadow = new Set(
    nodes.shadowRootType?.index.filter((_, i) => text(nodes.shadowRootType?.value[i]) === 'user-agent'),
  );
  /** For each node the element that contains its content, and its depth; undefined for omitted nodes. */
  const owners: ({ node: DomNode; depth: number; silent: boolean } | undefined)[] = [];
  const all: DomNode[] = [];
  let root: DomNode | undefined;
  let count = 0;
  let textLength = 0;
  let included = 0;
  for (const [i, type] of (nodes.nodeType ?? []).entries()) {
    const parent = owners[nodes.parentIndex?.[i] ?? -1];
    if (type === TEXT && parent !== undefined) {
      const content = text(nodes.nodeValue?.[i]).replace(/\s+/g, ' ').trim();
      if (content === '' || parent.silent) continue;
      textLength += content.length;
      if (parent.depth <= maxDepth) addText(parent.node, content);
    }
    if (type === DOCUMENT_FRAGMENT && !userAgentShadow.has(i)) owners[i] = parent;
    if (type !== ELEMENT || pseudo.has(i) || ignored.has(nodes.backendNodeId?.[i] ?? -1)) continue;
    if (root !== undefined && parent === undefined) continue;
    const node = elementOf(text(nodes.nodeName?.[i]), nodes.attributes?.[i]?.map(text) ?? []);
    const depth = parent === undefined ? 0 : parent.depth + 1;
    owners[i] = { node, depth, silent: parent?.silent === true || SILENT.has(node.tag) };
    count++;
    all.push(node);
    root ??= node;
    if (parent === undefined || depth > maxDepth || included >= NODES_LIMIT) continue;
    included++;
    parent.node.children ??= [];
    parent.node.children.push(node);
  }
  if (root === undefined) return undefined;
  const matched = ERROR_SELECTORS.filter(({ matches }) => all.some(matches)).map(({ selector }) => selector);
  const meta = { text_length: textLength, dom_nodes: count, matched_error_selectors: matched };
  return { tree: { ...root, meta }, truncated: included >= NODES_LIMIT };
}

function elementOf(tag: string, pairs: readonly string[]): DomNode {
  const node: DomNode = { tag };
  const attrs: [string, string][] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [name = '', value = ''] = [pairs[i], pairs[i + 1]];
    if (name === 'id') {
      if (value !== '') node.id = value.slice(0, TEXT_LIMIT);
    } else if (name === 'class') {
      const names = classes(value).sort().join(' ').slice(0, TEXT_LIMIT);
      if (names !== '') node.cls = names;
    } else if (name !== 'style') attrs.push([name, value.slice(0, TEXT_LIMIT)]);
  }
  if (attrs.length > 0) node.attrs = Object.fromEntries(attrs);
  return node;
}

function addText(node: DomNode, content: string): void {
  const before = node.text === undefined ? '' : `${node.text} `;
  node.text = `${before}${content}`.slice(0, TEXT_LIMIT);
}

function classes(text = ''): string[] {
  return text.split(/\s+/).filter((name) => name !== '');
}
