import type { FlatTree } from '../flat-tree.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Regions } from './elements/regions.ts';
import { TextLines } from './elements/text-lines.ts';
import { hereDocumentText } from './here-document.ts';
import { Identifiers } from './identifiers.ts';
import { joinedText } from './joined-text.ts';
import { normalLiteral, normalNewlines } from './literals.ts';
import { Roles } from './roles.ts';
import {
  BODY,
  children,
  FIELD,
  hasChild,
  isRuled,
  KEEP,
  KEY,
  NAME,
  SKIP,
  SPLICE,
  StreamEdits,
  TEXT,
  TOKEN,
} from './stream-edits.ts';
import { CLOSE, LEAF, OPEN, textEnd, textStart } from './stream-marks.ts';
import { LITERAL, PROPERTY, type StreamRules, SYNTAX, slot } from './stream-rules.ts';

/** Bytes of a node in the stream are mostly less. */
const NODE_BYTES = 16;

const NO_HEADER = new Uint8Array(0);

/** Properties of a kind, as bits: one lookup per node instead of one per rule. */
const KNOWN = 1;
const DROPPED = 2;
const LIST = 4;
const NULL = 8;
const SCALAR = 16;
const TOKEN_KIND = 32;
/** Counted as a node: has a `type` (ESTree), is named (tree-sitter). */
const COUNTED = 64;
/** Other rules apply; plain kinds are written directly. */
const RULED = 128;

/** Data of a root recorded by the pass: a function, a class or the file. Offsets are into the stream's bytes. */
export interface RootSpan {
  node: number;
  /** Mark and kind of the root itself, without the field, which depends on the parent. */
  header: Uint8Array;
  /** After the header; equal to `to` if the root is not in the stream. */
  from: number;
  to: number;
  /** Number of nodes without the own name. */
  nodes: number;
  /** The own name's element, empty if there is none. */
  nameFrom: number;
  nameTo: number;
  nameFirstLeaf: number;
  nameLastLeaf: number;
  /** The identifiers inside, as indices into the columns. */
  firstIdentifier: number;
  lastIdentifier: number;
  firstLeaf: number;
  lastLeaf: number;
}

/** The leaves in order; only on request. */
export interface Leaves {
  node: number[];
  role: number[];
  kind: number[];
  text: string[];
}

/**
 * Writes the canonical stream of a complete file once (docs/specifications/fingerprints.md): an inner node is `(` kind … `)`, a leaf
 * `.` kind text, with length-prefixed strings. Streams of functions are parts of it, so the work is linear in the file.
 */
export class StreamPass {
  readonly #rules: StreamRules;
  readonly #edits: StreamEdits;
  readonly roles: Roles;
  readonly out = new ByteWriter();
  readonly leaves: Leaves = { node: [], role: [], kind: [], text: [] };
  readonly identifiers = new Identifiers();
  readonly lines = new TextLines();
  spans: RootSpan[] = [];
  /** By kind, then by field. */
  readonly #openHeaders: (Uint8Array | undefined)[][] = [];
  readonly #leafHeaders: (Uint8Array | undefined)[][] = [];
  #traits = new Uint8Array(0);
  #keepLeaves = false;
  #regions: Regions | undefined;
  #nodes = 0;
  #nextRoot = 0;
  /** End of the enclosing type context. */
  #typeEnd = 0;
  /** The own name being written: its end, its owner, and the state before it. */
  #nameEnd = -1;
  #nameRoot: RootSpan | undefined;
  #nodesBeforeName = 0;
  /** The open nodes: their ends, the number of brackets to close, and their root (-1 for none). */
  #depth = -1;
  #ends = new Int32Array(256);
  #brackets = new Int32Array(256);
  #roots = new Int32Array(256);

  constructor(rules: StreamRules) {
    this.#rules = rules;
    this.#edits = new StreamEdits(rules);
    this.roles = new Roles(rules);
  }

  /**
   * @param roots nodes in order; each gets a span
   * @param regions to be filled, if wanted; already begun
   */
  run(tree: FlatTree, roots: readonly number[], keepLeaves: boolean, regions?: Regions): void {
    this.#regions = regions;
    this.#begin(tree, keepLeaves);
    for (let node = 0; node < tree.count; ) node = this.#write(tree, node, this.#reach(node, roots));
    this.#closeUntil(tree.count);
    this.#reachRoots(tree.count, roots);
  }

  /** Frees the memory of the last tree if it was large. */
  release(): void {
    this.#clear();
    this.#edits.begin(0);
  }

  /** Frees the leaves. */
  releaseLeaves(): void {
    for (const column of Object.values(this.leaves)) column.length = 0;
  }

  /** Handles ends and starts at a node. @returns whether the node is a root */
  #reach(node: number, roots: readonly number[]): boolean {
    this.#closeUntil(node);
    if (node === this.#nameEnd) this.#endName();
    return this.#nextRoot < roots.length && (roots[this.#nextRoot] ?? 0) <= node && this.#reachRoots(node, roots);
  }

  #reachRoots(node: number, roots: readonly number[]): boolean {
    let isRoot = false;
    while (this.#nextRoot < roots.length && (roots[this.#nextRoot] ?? 0) <= node) {
      const root = roots[this.#nextRoot++] ?? 0;
      isRoot = root === node;
      this.spans.push(this.#span(root));
    }
    return isRoot;
  }

  /** @returns the next node */
  #write(tree: FlatTree, node: number, isRoot: boolean): number {
    const edits = this.#edits;
    if (edits.marks[node] === BODY) this.#beginBody(tree, node);
    const mark = edits.marks[node] ?? 0;
    const size = tree.size[node] ?? 1;
    const kind = tree.kind[node] ?? 0;
    const traits = this.#traitsOf(tree, kind);
    if (mark === SKIP || (mark !== KEEP && this.#isDropped(tree, node, kind, traits))) {
      return node + size;
    }
    if (size > 1 && this.#inTextLines(tree, node)) {
      this.#regions?.openLine(tree, node, tree.start[node] ?? 0, this.#depth, this.out.length, this.#nodes);
    }
    this.#regions?.reach(tree, node, this.#depth, this.out.length, this.#nodes);
    if (mark === NAME) this.#beginName(node + size);
    if (mark === TEXT) {
      this.#leaf(tree, node, edits.ids.get(node) ?? kind, LITERAL, edits.texts.get(node) ?? '');
      return node + size;
    }
    if (mark === KEY) {
      this.#key(tree, node);
      return node + size;
    }
    if (mark === SPLICE) return node + 1;
    if ((traits & RULED) !== 0) {
      if (this.#rules.typeContexts.has(kind)) this.#typeEnd = Math.max(this.#typeEnd, node + size);
      edits.visit(tree, node);
      if (edits.isTransparent(tree, node) || this.#opensClauses(tree, kind)) return node + 1;
      if (this.#writesText(tree, node, kind)) return node + size;
    }
    if (size === 1) {
      this.#plainLeaf(tree, node, kind, traits, node < this.#typeEnd);
      return node + size;
    }
    const field = mark === FIELD ? (edits.ids.get(node) ?? 0) : (tree.field[node] ?? 0);
    const shown = this.#rules.renamed[kind] ?? kind;
    if (isRoot) this.#beginSpan(tree, shown);
    this.#open(tree, shown, field);
    if (isRoot) this.#afterHeader();
    this.#enter(edits.end(tree, node), isRoot ? this.spans.length - 1 : -1);
    if (isRoot) this.#markName(tree, node, kind);
    return node + 1;
  }

  /** Opens the block of a body that has none in the source. */
  #beginBody(tree: FlatTree, node: number): void {
    const rule = this.#rules.blockBodies;
    if (rule === undefined) return;
    const end = this.#edits.end(tree, node);
    this.#regions?.insert(tree, node, rule.block, this.#depth, this.out.length, this.#nodes);
    this.#open(tree, rule.block, tree.field[node] ?? 0);
    const hasList = !this.#edits.beginBody(tree, node, rule) && rule.list !== 0;
    if (hasList) this.#open(tree, rule.listKind, rule.list);
    this.#enter(end, -1);
    if (hasList) this.#brackets[this.#depth] = 2;
  }

  #beginName(end: number): void {
    const root = this.spans[this.#roots[this.#innermostRoot()] ?? -1];
    if (root !== undefined) {
      root.nameFrom = this.out.length;
      root.nameFirstLeaf = this.leaves.node.length;
    }
    this.#nameRoot = root;
    this.#nameEnd = end;
    this.#nodesBeforeName = this.#nodes;
  }

  #endName(): void {
    const root = this.#nameRoot;
    if (root === undefined) return;
    root.nameTo = this.out.length;
    root.nameLastLeaf = this.leaves.node.length;
    root.nodes -= this.#nodes - this.#nodesBeforeName;
    this.#nameEnd = -1;
  }

  #clear(): void {
    this.out.reset();
    this.identifiers.begin();
    this.lines.reset();
    this.spans = [];
    this.releaseLeaves();
  }

  #begin(tree: FlatTree, keepLeaves: boolean): void {
    this.#clear();
    this.#keepLeaves = keepLeaves;
    this.out.reserve(tree.count * NODE_BYTES);
    this.#nodes = 0;
    this.#nextRoot = 0;
    this.#typeEnd = 0;
    this.#nameEnd = -1;
    this.#nameRoot = undefined;
    this.#depth = -1;
    this.#edits.begin(tree.count);
  }

  #span(node: number): RootSpan {
    const at = this.out.length;
    const identifier = this.identifiers.count;
    const leaf = this.leaves.node.length;
    return {
      node,
      header: NO_HEADER,
      from: at,
      to: at,
      nodes: 0,
      nameFrom: at,
      nameTo: at,
      nameFirstLeaf: leaf,
      nameLastLeaf: leaf,
      firstIdentifier: identifier,
      lastIdentifier: identifier,
      firstLeaf: leaf,
      lastLeaf: leaf,
    };
  }

  #beginSpan(tree: FlatTree, kind: number): void {
    const span = this.spans[this.spans.length - 1];
    if (span === undefined) return;
    span.header = this.#header(tree, OPEN, kind, 0);
    span.nodes = -this.#nodes;
  }

  #afterHeader(): void {
    const span = this.spans[this.spans.length - 1];
    if (span === undefined) return;
    span.from = this.out.length;
    span.nameFrom = span.from;
    span.nameTo = span.from;
    span.firstLeaf = this.leaves.node.length;
  }

  #endSpan(root: number): void {
    const span = this.spans[root];
    if (span === undefined) return;
    span.to = this.out.length;
    span.nodes += this.#nodes;
    span.lastIdentifier = this.identifiers.count;
    span.lastLeaf = this.leaves.node.length;
  }

  #enter(end: number, root: number): void {
    const depth = ++this.#depth;
    if (depth === this.#ends.length) {
      this.#ends = grown(this.#ends, depth * 2);
      this.#brackets = grown(this.#brackets, depth * 2);
      this.#roots = grown(this.#roots, depth * 2);
    }
    this.#ends[depth] = end;
    this.#brackets[depth] = 1;
    this.#roots[depth] = root;
  }

  #closeUntil(node: number): void {
    const ends = this.#ends;
    for (;;) {
      if (this.#regions?.close(node, this.#depth, this.out.length, this.#nodes)) continue;
      if (this.#depth < 0 || (ends[this.#depth] ?? 0) > node) return;
      const depth = this.#depth--;
      for (let brackets = this.#brackets[depth] ?? 0; brackets > 0; brackets--) this.out.byte(CLOSE);
      const root = this.#roots[depth] ?? -1;
      if (root >= 0) this.#endSpan(root);
    }
  }

  #innermostRoot(): number {
    let at = this.#depth;
    while (at >= 0 && (this.#roots[at] ?? -1) < 0) at--;
    return at;
  }

  #markName(tree: FlatTree, node: number, kind: number): void {
    const field = this.#rules.nameFields[kind];
    if (field === undefined) return;
    for (const child of children(tree, node)) {
      if (tree.field[child] !== field || (this.#rules.fields && tree.size[child] === 1)) continue;
      this.#edits.marks[child] = NAME;
      return;
    }
  }

  #isDropped(tree: FlatTree, node: number, kind: number, traits: number): boolean {
    if ((traits & DROPPED) !== 0) return true;
    const rules = this.#rules;
    const parent = tree.parent[node] ?? -1;
    const above = tree.kind[parent] ?? 0;
    const droppedIn = rules.droppedIn[above];
    if (droppedIn?.has(kind)) return true;
    const field = tree.field[node] ?? 0;
    if (!rules.fields || field === 0 || (traits & (LIST | NULL | SCALAR)) === 0) return false;
    const at = slot(above, field);
    if (rules.skipped.has(at)) return true;
    if ((traits & SCALAR) !== 0 && tree.text(node) !== 'false') return false;
    if (rules.required.has(at)) return false;
    return (traits & LIST) === 0 || this.#isEmptyList(tree, node, kind);
  }

  /** A clause that ends with its parent: `else if` as an `if` in an `else`. */
  #opensClauses(tree: FlatTree, kind: number): boolean {
    const clauses = this.#rules.nestedClauses[kind];
    const above = this.#depth;
    if (clauses === undefined || above < 0) return false;
    for (const clause of clauses) this.#open(tree, clause, 0);
    this.#brackets[above] = (this.#brackets[above] ?? 0) + clauses.length;
    return true;
  }

  /** Writes a node with only plain text and escapes as one leaf. */
  #writesText(tree: FlatTree, node: number, kind: number): boolean {
    const { texts, textParts, newlines, verbatimWith } = this.#rules;
    const verbatim = verbatimWith[kind];
    if (verbatim !== undefined && hasChild(tree, node, verbatim)) {
      this.#leaf(tree, node, kind, LITERAL, normalNewlines(tree.source.slice(tree.start[node], tree.end[node])));
      return true;
    }
    const rule = texts[kind];
    const joined = rule === undefined ? undefined : joinedText(tree, node, rule, textParts);
    if (rule === undefined || joined === undefined) return false;
    this.#leaf(
      tree,
      node,
      rule.as === 0 ? kind : rule.as,
      LITERAL,
      newlines.has(kind) ? normalNewlines(joined) : joined,
    );
    return true;
  }

  #isEmptyList(tree: FlatTree, list: number, kind: number): boolean {
    const end = list + (tree.size[list] ?? 1);
    if (end === list + 1) return true;
    const droppedIn = this.#rules.droppedIn[kind];
    const { marks } = this.#edits;
    for (let item = list + 1; item < end; item += tree.size[item] ?? 1) {
      if (marks[item] !== SKIP && !droppedIn?.has(tree.kind[item] ?? 0)) return false;
    }
    return true;
  }

  #plainLeaf(tree: FlatTree, node: number, kind: number, traits: number, inType: boolean): void {
    const rules = this.#rules;
    if ((traits & TOKEN_KIND) !== 0) {
      const mark = this.#edits.marks[node];
      const shown = mark === TOKEN ? (this.#edits.ids.get(node) ?? kind) : (rules.renamed[kind] ?? kind);
      const text = rules.tokenText ? tree.text(node) : '';
      this.#leaf(tree, node, shown, SYNTAX, mark === TOKEN ? renamedToken(tree, kind, shown, text) : text);
      return;
    }
    const written = tree.text(node);
    const role = this.roles.of(tree, node, written, inType);
    const literal = rules.literals[kind];
    let text = this.roles.name(tree, node, written);
    if (literal !== undefined) text = normalLiteral(literal, text);
    if (rules.newlines.has(kind) || (rules.fields && rules.newlines.has(tree.field[node] ?? 0))) {
      text = rules.fields ? text.replaceAll('\\r\\n', '\\n') : normalNewlines(text);
    }
    if (text === '' && rules.droppedBlank.has(kind)) return;
    const documents = rules.hereDocuments;
    if (documents?.all.has(tree.kind[tree.parent[node] ?? 0] ?? 0)) {
      text = hereDocumentText(tree, node, text, documents);
    }
    const from = this.out.length;
    this.#leaf(tree, node, rules.renamed[kind] ?? kind, role, text);
    if (this.#inTextLines(tree, node)) this.#readLines(tree, node, from);
  }

  #inTextLines(tree: FlatTree, node: number): boolean {
    return this.#rules.hereDocuments?.lines.has(tree.kind[tree.parent[node] ?? 0] ?? 0) ?? false;
  }

  /** Each word of the lines counts as a node. */
  #readLines(tree: FlatTree, node: number, leaf: number): void {
    const regions = this.#regions;
    let at = tree.start[node] ?? 0;
    const open = (from: number, words: number) => {
      regions?.openLine(tree, node, at, this.#depth, from, this.#nodes);
      this.#nodes += words;
    };
    const close = (to: number) => {
      const feed = tree.source.indexOf('\n', at);
      at = feed < 0 ? (tree.end[node] ?? 0) : Math.min(feed + 1, tree.end[node] ?? 0);
      regions?.closeLine(tree, node, at, to, this.#nodes);
    };
    this.lines.add(this.out, leaf, textStart(this.out.bytes, textEnd(this.out.bytes, leaf + 1)), open, close);
  }

  /** `'a': 1` as `a: 1`, `'1': a` as `1: a`. */
  #key(tree: FlatTree, node: number): void {
    const { keyStrings } = this.#rules;
    if (keyStrings === undefined) return;
    const { ids, texts } = this.#edits;
    const kind = ids.get(node) ?? keyStrings.literal;
    const isName = kind === keyStrings.identifier;
    const field = isName ? keyStrings.name : keyStrings.value;
    this.#open(tree, kind, tree.field[node] ?? 0);
    this.#writeLeaf(tree, node, tree.names.id('scalar'), field, isName ? PROPERTY : LITERAL, texts.get(node) ?? '');
    this.out.byte(CLOSE);
  }

  #open(tree: FlatTree, kind: number, field: number): void {
    this.out.chunk(this.#header(tree, OPEN, kind, field));
    if ((this.#traitsOf(tree, kind) & COUNTED) !== 0) this.#nodes++;
  }

  #leaf(tree: FlatTree, node: number, kind: number, role: number, text: string): void {
    const edited = this.#edits.marks[node] === FIELD ? this.#edits.ids.get(node) : undefined;
    this.#writeLeaf(tree, node, kind, edited ?? tree.field[node] ?? 0, role, text);
    if ((this.#traitsOf(tree, kind) & COUNTED) !== 0) this.#nodes++;
  }

  #writeLeaf(tree: FlatTree, node: number, kind: number, field: number, role: number, text: string): void {
    const from = this.out.length;
    this.out.chunk(this.#header(tree, LEAF, kind, field));
    this.out.text(text, 0, text.length);
    if (role !== LITERAL && role !== SYNTAX) {
      this.identifiers.push(role, text, node, from, this.out.length, this.leaves.node.length);
    }
    if (!this.#keepLeaves) return;
    this.leaves.node.push(node);
    this.leaves.role.push(role);
    this.leaves.kind.push(kind);
    this.leaves.text.push(text);
  }

  /** The mark of an inner node or leaf with its length-prefixed kind, cached. */
  #header(tree: FlatTree, mark: number, kind: number, field: number): Uint8Array {
    const shownField = this.#rules.fields ? field : 0;
    const byKind = mark === OPEN ? this.#openHeaders : this.#leafHeaders;
    let byField = byKind[kind];
    if (byField === undefined) {
      byField = [];
      byKind[kind] = byField;
    }
    let header = byField[shownField];
    if (header === undefined) {
      header = this.#makeHeader(tree, mark, kind, shownField);
      byField[shownField] = header;
    }
    return header;
  }

  #makeHeader(tree: FlatTree, mark: number, kind: number, field: number): Uint8Array {
    const name = tree.names.name(kind);
    const shown = name === 'scalar' ? '' : name;
    const writer = new ByteWriter();
    writer.byte(mark);
    const text = field === 0 ? shown : `${tree.names.name(field)}:${shown}`;
    writer.text(text, 0, text.length);
    return writer.bytes.slice(0, writer.length);
  }

  #traitsOf(tree: FlatTree, kind: number): number {
    return this.#traits[kind] || this.#learn(tree, kind);
  }

  #learn(tree: FlatTree, kind: number): number {
    const rules = this.#rules;
    const name = tree.names.name(kind);
    let traits = KNOWN;
    if (rules.dropped.has(kind)) traits |= DROPPED;
    if (name.startsWith("'")) traits |= TOKEN_KIND;
    else if (rules.fields && name === '[]') traits |= LIST;
    else if (rules.fields && name === 'null') traits |= NULL;
    else if (rules.fields && name === 'scalar') traits |= SCALAR;
    else if (name !== '~' && name !== '{}') traits |= COUNTED;
    if (isRuled(rules, kind)) traits |= RULED;
    if (kind >= this.#traits.length) {
      const traitsOfAll = new Uint8Array(tree.names.list.length);
      traitsOfAll.set(this.#traits);
      this.#traits = traitsOfAll;
    }
    this.#traits[kind] = traits;
    return traits;
  }
}

function grown(column: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(column);
  return larger;
}

/** A token's text with its spelling replaced by that of the renamed token. */
function renamedToken(tree: FlatTree, kind: number, shown: number, text: string): string {
  return text.replace(tree.names.name(kind).slice(1), () => tree.names.name(shown).slice(1));
}
