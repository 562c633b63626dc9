import type { FlatTree } from '../flat-tree.ts';
import { cleanJsxText, isPlainJsxString } from './jsx-text.ts';
import {
  type BlockBodyRule,
  type DocstringRule,
  type JsxRule,
  type KeyStringRule,
  type PairRule,
  type StreamRules,
  slot,
  type TrailingRule,
} from './stream-rules.ts';

/** Marks of a node in addition to the rules of its kind. */
export const SKIP = 1;
export const NAME = 2;
export const TEXT = 3;
export const KEY = 4;
export const SPLICE = 5;
export const FIELD = 6;
export const TOKEN = 7;
export const KEEP = 8;
/** The start of the body of an `if`, an `else` or a loop that gets a block. */
export const BODY = 9;

const FIRST_CAPACITY = 1 << 12;
/** Larger columns are released after use. */
const RETAINED_CAPACITY = 1 << 17;

const PLAIN_KEY = /^"[A-Za-z_$][A-Za-z0-9_$]*"$/;
const WHOLE_KEY = /^"(?:0|[1-9][0-9]{0,14})"$/;

/** Whether a kind needs `visit` and `isTransparent`, or another rule about inner nodes. */
export function isRuled(rules: StreamRules, kind: number): boolean {
  const { docstrings, jsx } = rules;
  return (
    [rules.trailing, rules.droppedEmpty, rules.pairedTokens, rules.transparentWithout].some(
      (list) => list[kind] !== undefined,
    ) ||
    [rules.nestedClauses, rules.texts, rules.verbatimWith].some((list) => list[kind] !== undefined) ||
    [rules.transparent, rules.transparentSingle, rules.typeContexts].some((set) => set.has(kind)) ||
    docstrings?.root === kind ||
    docstrings?.body === kind ||
    rules.sorted?.parents.has(kind) === true ||
    rules.keyStrings?.parents.has(kind) === true ||
    rules.blockBodies?.parents.has(kind) === true ||
    jsx?.parents.has(kind) === true ||
    jsx?.attribute === kind
  );
}

/**
 * Decisions on nodes that depend on their neighbours. They are made at the parent, before the pass visits the children,
 * so that looking one level ahead is sufficient.
 */
export class StreamEdits {
  readonly #rules: StreamRules;
  marks = new Uint8Array(0);
  /** Texts of nodes marked `TEXT`. */
  readonly texts = new Map<number, string>();
  /** Field ids of nodes marked `FIELD`, kind ids of those marked `TOKEN`, `TEXT` or `KEY`. */
  readonly ids = new Map<number, number>();
  /** First nodes after bodies, by the first node of each, and after clauses that are followed by a part of their body. */
  readonly #ends = new Map<number, number>();

  constructor(rules: StreamRules) {
    this.#rules = rules;
  }

  begin(count: number): void {
    if (this.marks.length < count || this.marks.length > RETAINED_CAPACITY)
      this.marks = new Uint8Array(Math.max(count, FIRST_CAPACITY));
    else this.marks.fill(0, 0, count);
    this.texts.clear();
    this.ids.clear();
    this.#ends.clear();
  }

  /** The first node after a node and all that belongs to it. */
  end(tree: FlatTree, node: number): number {
    return (this.#ends.size === 0 ? undefined : this.#ends.get(node)) ?? node + (tree.size[node] ?? 1);
  }

  /**
   * Replaces the mark of a body without a block, which is about to be written, by that of its statement in one.
   *
   * @returns whether it is an empty statement
   */
  beginBody(tree: FlatTree, node: number, { block, list, listKind }: BlockBodyRule): boolean {
    const isEmpty =
      isToken(tree, node) || this.#rules.droppedIn[list === 0 ? block : listKind]?.has(tree.kind[node] ?? 0) === true;
    this.#ends.delete(node);
    if (isEmpty) this.marks[node] = SKIP;
    else if (list === 0) this.marks[node] = 0;
    else this.#setField(node, 0);
    return isEmpty;
  }

  /** Decides on the children of a node that is about to be written or replaced. */
  visit(tree: FlatTree, node: number): void {
    const rules = this.#rules;
    const kind = tree.kind[node] ?? 0;
    const trailing = rules.trailing[kind];
    if (trailing !== undefined) this.#trailing(tree, node, trailing);
    const empty = rules.droppedEmpty[kind];
    if (empty !== undefined) this.#empty(tree, node, empty);
    const pair = rules.pairedTokens[kind];
    if (pair !== undefined) this.#pair(tree, node, pair);
    if (rules.sorted?.parents.has(kind)) this.#sort(tree, node, rules.sorted.kinds);
    if (rules.docstrings !== undefined) this.#docstring(tree, node, rules.docstrings);
    if (rules.keyStrings?.parents.has(kind)) this.#key(tree, node, rules.keyStrings);
    if (rules.blockBodies?.parents.has(kind)) this.#bodies(tree, node, rules.blockBodies);
    if (rules.jsx !== undefined) {
      if (rules.jsx.parents.has(kind)) this.#jsxChildren(tree, node, rules.jsx);
      else if (kind === rules.jsx.attribute) this.#jsxAttribute(tree, node, rules.jsx);
    }
  }

  /** Whether a node is replaced by its children; marks the list of a single one. */
  isTransparent(tree: FlatTree, node: number): boolean {
    const rules = this.#rules;
    const kind = tree.kind[node] ?? 0;
    if (rules.transparent.has(kind)) return !this.#keepsGrouping(tree, node);
    const without = rules.transparentWithout[kind];
    if (without !== undefined) {
      if (this.#keepsGrouping(tree, node)) return false;
      let named = false;
      for (const child of children(tree, node)) {
        if (tree.kind[child] === without) return false;
        if (!isToken(tree, child)) named = true;
      }
      return named;
    }
    if (!rules.transparentSingle.has(kind)) return false;
    const list = node + 1;
    const only = list + 1;
    const size = tree.size[node] ?? 0;
    if (size < 3 || tree.size[list] !== size - 1 || tree.size[only] !== size - 2) return false;
    this.marks[list] = SPLICE;
    this.#setField(only, tree.field[node] ?? 0);
    return true;
  }

  #keepsGrouping(tree: FlatTree, node: number): boolean {
    for (const { kind, slots, children: inside, beside } of this.#rules.significantGrouping) {
      if (tree.kind[node] !== kind) continue;
      const parent = tree.parent[node] ?? 0;
      const above = tree.kind[parent] ?? 0;
      if (!slots.has(slot(above, tree.field[node] ?? 0)) && !slots.has(slot(above, 0))) continue;
      if (beside !== 0 && !hasChild(tree, parent, beside)) continue;
      for (const child of children(tree, node)) if (inside.has(tree.kind[child] ?? 0)) return true;
    }
    return false;
  }

  #setField(node: number, field: number): void {
    this.marks[node] = FIELD;
    this.ids.set(node, field);
  }

  #trailing(tree: FlatTree, node: number, { token, others }: TrailingRule): void {
    let last = -1;
    let tokens = 0;
    for (const child of children(tree, node)) {
      const kind = tree.kind[child] ?? 0;
      if (kind === token) {
        tokens++;
        last = child;
      } else if (!this.#rules.dropped.has(kind) && !this.#rules.closers.has(kind)) {
        last = -1;
      }
    }
    if (last >= 0 && tokens > others) this.marks[last] = SKIP;
  }

  #empty(tree: FlatTree, node: number, kinds: ReadonlySet<number>): void {
    for (const child of children(tree, node)) {
      if (!kinds.has(tree.kind[child] ?? 0)) continue;
      let empty = true;
      for (const inner of children(tree, child)) if (!isToken(tree, inner)) empty = false;
      if (empty) this.marks[child] = SKIP;
    }
  }

  #pair(tree: FlatTree, node: number, pair: PairRule): void {
    let first = -1;
    let last = -1;
    for (const child of children(tree, node)) {
      const kind = tree.kind[child];
      if (first < 0) {
        if (kind === pair.token) first = child;
      } else if (kind === pair.closing) {
        last = child;
      }
    }
    if (last < 0) return;
    this.marks[first] = TOKEN;
    this.ids.set(first, pair.first);
    this.marks[last] = TOKEN;
    this.ids.set(last, pair.last);
  }

  /** A string that is the first statement of a body. */
  #docstring(tree: FlatTree, node: number, rule: DocstringRule): void {
    const kind = tree.kind[node] ?? 0;
    const above = tree.kind[tree.parent[node] ?? -1] ?? 0;
    if (kind !== rule.root && !(kind === rule.body && rule.bodies.has(above))) return;
    for (const child of children(tree, node)) {
      if (this.#rules.dropped.has(tree.kind[child] ?? 0)) continue;
      const literal = child + 1;
      const isAlone = tree.kind[child] === rule.statement && tree.size[literal] === (tree.size[child] ?? 0) - 1;
      if (isAlone && rule.literal.has(tree.kind[literal] ?? 0) && isPlainString(tree, literal, rule)) {
        this.marks[child] = SKIP;
      }
      return;
    }
  }

  /** Sorts modifiers. */
  #sort(tree: FlatTree, node: number, kinds: readonly number[]): void {
    const found: number[] = [];
    for (const child of children(tree, node)) if (kinds.includes(tree.kind[child] ?? 0)) found.push(child);
    const sorted = found.map((child) => ({
      kind: tree.kind[child] ?? 0,
      text: tree.source.slice(tree.start[child], tree.end[child]).toLowerCase(),
    }));
    sorted.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
    for (const [at, { kind, text }] of sorted.entries()) this.#setText(found[at] ?? 0, kind, text);
  }

  #setText(node: number, kind: number, text: string): void {
    this.marks[node] = TEXT;
    this.ids.set(node, kind);
    this.texts.set(node, text);
  }

  #key(tree: FlatTree, node: number, rule: KeyStringRule): void {
    if (scalarIsTrue(tree, node, rule.unless)) return;
    let differs = false;
    for (const child of children(tree, node)) {
      if (rule.slots.has(slot(tree.kind[node] ?? 0, tree.field[child] ?? 0))) {
        const value = tree.text(child + 1);
        differs = value === rule.shorthandDiffers;
        if (tree.kind[child] === rule.literal) this.#keyString(child, value, rule);
      }
      if (differs && tree.field[child] === rule.shorthand && tree.text(child) === 'true') this.marks[child] = KEEP;
    }
  }

  #keyString(key: number, value: string, rule: KeyStringRule): void {
    const isName = PLAIN_KEY.test(value);
    if (!isName && !WHOLE_KEY.test(value)) return;
    this.marks[key] = KEY;
    this.ids.set(key, isName ? rule.identifier : rule.literal);
    this.texts.set(key, isName ? value : value.slice(1, -1));
  }

  #bodies(tree: FlatTree, node: number, { parents, slots, block, trailing, dangling }: BlockBodyRule): void {
    const above = tree.kind[node] ?? 0;
    const isDangling = dangling !== 0 && hasChild(tree, node, dangling);
    /** First node of the last body, or a clause with one. */
    let last = -1;
    let body = -1;
    for (const child of children(tree, node)) {
      const kind = tree.kind[child] ?? 0;
      if (slots.has(slot(above, tree.field[child] ?? 0)) && !this.#rules.dropped.has(kind)) {
        const isBlock = kind === block && !this.#rules.transparent.has(block);
        if (isBlock || last < 0 || this.marks[last] !== BODY || tree.field[last] !== tree.field[child]) {
          last = child;
          body = child;
          if (!isBlock && (!isDangling || !parents.has(kind))) this.marks[child] = BODY;
        }
        if (last !== child) this.#ends.set(last, this.end(tree, child));
      } else if (parents.has(kind)) last = child;
      else if (last >= 0 && trailing.has(kind)) this.#ends.set(last, this.end(tree, child));
    }
    const end = this.#ends.get(node);
    if (body >= 0 && end !== undefined) this.#ends.set(body, end);
    const token = this.#rules.trailing[above]?.token;
    if (body < 0 && token !== undefined) this.#emptyBody(tree, node, token);
  }

  /** A loop of which the body is the token that is dropped as the last one: PHP's `for (;;);`. */
  #emptyBody(tree: FlatTree, node: number, token: number): void {
    for (const child of children(tree, node)) {
      if (tree.kind[child] === token && this.marks[child] === SKIP) this.marks[child] = BODY;
    }
  }

  /** Joins neighbouring texts and string containers into one text, as React does. */
  #jsxChildren(tree: FlatTree, node: number, rule: JsxRule): void {
    for (const list of children(tree, node)) {
      if (tree.field[list] !== rule.list) continue;
      let first = -1;
      let text = '';
      const flush = () => {
        if (first < 0) return;
        if (text === '') this.marks[first] = SKIP;
        else this.#setText(first, rule.text, text);
        first = -1;
        text = '';
      };
      for (const child of children(tree, list)) {
        const part = jsxText(tree, child, rule);
        if (part === undefined) {
          flush();
          continue;
        }
        text += part;
        if (first < 0) first = child;
        else this.marks[child] = SKIP;
      }
      flush();
    }
  }

  #jsxAttribute(tree: FlatTree, node: number, rule: JsxRule): void {
    for (const child of children(tree, node)) {
      if (tree.kind[child] !== rule.container) continue;
      const literal = child + 1;
      const value = jsxString(tree, literal, rule);
      if (value === undefined || !isPlainJsxString(value)) continue;
      this.marks[child] = SPLICE;
      this.#setField(literal, tree.field[child] ?? 0);
    }
  }
}

function jsxText(tree: FlatTree, node: number, rule: JsxRule): string | undefined {
  const kind = tree.kind[node] ?? 0;
  if (kind === rule.text) return cleanJsxText(tree.source.slice(tree.start[node], tree.end[node]));
  if (kind !== rule.container) return undefined;
  if (tree.kind[node + 1] === rule.empty) return '';
  const value = jsxString(tree, node + 1, rule);
  return value !== undefined && isPlainJsxString(value) ? value : undefined;
}

function jsxString(tree: FlatTree, node: number, rule: JsxRule): string | undefined {
  if (tree.kind[node] !== rule.literal) return undefined;
  const text = tree.text(node + 1);
  if (!text.startsWith('"')) return undefined;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? value : undefined;
}

function isPlainString(tree: FlatTree, literal: number, rule: DocstringRule): boolean {
  const end = literal + (tree.size[literal] ?? 1);
  for (let node = literal; node < end; node++) {
    if (tree.kind[node] !== rule.prefix) continue;
    const prefix = tree.text(node).toLowerCase();
    if (rule.notPrefixes.some((letter) => prefix.includes(letter))) return false;
  }
  return true;
}

/** Whether a node has a child of that kind or in that field. */
export function hasChild(tree: FlatTree, node: number, id: number): boolean {
  for (const child of children(tree, node)) if (tree.kind[child] === id || tree.field[child] === id) return true;
  return false;
}

export function* children(tree: FlatTree, node: number): Generator<number> {
  const end = node + (tree.size[node] ?? 1);
  for (let child = node + 1; child < end; child += tree.size[child] ?? 1) yield child;
}

/** Whether a scalar child in that field is true. */
export function scalarIsTrue(tree: FlatTree, node: number, field: number): boolean {
  for (const child of children(tree, node)) if (tree.field[child] === field) return tree.text(child) === 'true';
  return false;
}

export function isToken(tree: FlatTree, node: number): boolean {
  return tree.names.name(tree.kind[node] ?? 0).startsWith("'");
}
