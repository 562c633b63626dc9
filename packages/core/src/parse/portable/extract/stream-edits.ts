import type { FlatTree } from '../flat-tree.ts';
import { cleanJsxText, isPlainJsxString } from './jsx-text.ts';
import type { DocstringRule, JsxRule, KeyStringRule, StreamRules } from './stream-rules.ts';

/** What the pass does with a node besides the rules of its kind. */
export const SKIP = 1;
export const NAME = 2;
export const TEXT = 3;
export const KEY = 4;
export const SPLICE = 5;
export const FIELD = 6;
export const TOKEN = 7;

const PLAIN_KEY = /^"[A-Za-z_$][A-Za-z0-9_$]*"$/;

/** Whether a kind needs `visit` and `isTransparent`, or another rule about inner nodes. */
export function isRuled(rules: StreamRules, kind: number): boolean {
  const { docstrings, jsx } = rules;
  return (
    [rules.trailing, rules.droppedEmpty, rules.pairedTokens, rules.transparentWithout].some(
      (list) => list[kind] !== undefined,
    ) ||
    [rules.nestedClauses, rules.texts].some((list) => list[kind] !== undefined) ||
    [rules.transparent, rules.transparentSingle, rules.typeContexts].some((set) => set.has(kind)) ||
    docstrings?.root === kind ||
    docstrings?.body === kind ||
    rules.keyStrings?.parents.has(kind) === true ||
    jsx?.parents.has(kind) === true ||
    jsx?.attribute === kind
  );
}

/**
 * Decisions about nodes that depend on their neighbours. They are taken at the parent, before the pass reaches the
 * children, so one look forward is enough.
 */
export class StreamEdits {
  readonly #rules: StreamRules;
  marks = new Uint8Array(0);
  /** Of nodes marked `TEXT`. */
  readonly texts = new Map<number, string>();
  /** Field ids of nodes marked `FIELD`, kind ids of those marked `TOKEN`. */
  readonly ids = new Map<number, number>();

  constructor(rules: StreamRules) {
    this.#rules = rules;
  }

  begin(count: number): void {
    if (this.marks.length < count || this.marks.length > 1 << 20) this.marks = new Uint8Array(Math.max(count, 1 << 12));
    else this.marks.fill(0, 0, count);
    this.texts.clear();
    this.ids.clear();
  }

  /** Looks at the children of a node that is about to be written or spliced. */
  visit(tree: FlatTree, node: number): void {
    const rules = this.#rules;
    const kind = tree.kind[node] ?? 0;
    const trailing = rules.trailing[kind];
    if (trailing !== undefined) this.#trailing(tree, node, trailing.token, trailing.others);
    const empty = rules.droppedEmpty[kind];
    if (empty !== undefined) this.#empty(tree, node, empty);
    const pair = rules.pairedTokens[kind];
    if (pair !== undefined) this.#pair(tree, node, pair);
    if (rules.docstrings !== undefined) this.#docstring(tree, node, rules.docstrings);
    if (rules.keyStrings?.parents.has(kind)) this.#key(tree, node, rules.keyStrings);
    if (rules.jsx !== undefined) {
      if (rules.jsx.parents.has(kind)) this.#jsxChildren(tree, node, rules.jsx);
      else if (kind === rules.jsx.attribute) this.#jsxAttribute(tree, node, rules.jsx);
    }
  }

  /** Whether a node's place is taken by what is below it; marks the list of a single one. */
  isTransparent(tree: FlatTree, node: number): boolean {
    const rules = this.#rules;
    const kind = tree.kind[node] ?? 0;
    if (rules.transparent.has(kind)) return !this.#keepsGrouping(tree, node);
    const without = rules.transparentWithout[kind];
    if (without !== undefined) {
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
    const grouping = this.#rules.keptGrouping;
    if (grouping === undefined || tree.kind[node] !== grouping.kind) return false;
    const parent = tree.kind[tree.parent[node] ?? 0] ?? 0;
    if (!grouping.parents.has(parent)) return false;
    for (const child of children(tree, node)) if (grouping.children.has(tree.kind[child] ?? 0)) return true;
    return false;
  }

  #setField(node: number, field: number): void {
    this.marks[node] = FIELD;
    this.ids.set(node, field);
  }

  #trailing(tree: FlatTree, node: number, token: number, others: number): void {
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

  #pair(tree: FlatTree, node: number, pair: { token: number; first: number; last: number }): void {
    let first = -1;
    let last = -1;
    for (const child of children(tree, node)) {
      if (tree.kind[child] !== pair.token) continue;
      if (first < 0) first = child;
      else last = child;
    }
    if (last < 0) return;
    this.marks[first] = TOKEN;
    this.ids.set(first, pair.first);
    this.marks[last] = TOKEN;
    this.ids.set(last, pair.last);
  }

  /** A string alone as the first statement of a body. */
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

  #key(tree: FlatTree, node: number, rule: KeyStringRule): void {
    if (scalarIsTrue(tree, node, rule.unless)) return;
    for (const child of children(tree, node)) {
      if (tree.field[child] !== rule.field || tree.kind[child] !== rule.literal) continue;
      const value = tree.text(child + 1);
      if (!PLAIN_KEY.test(value)) return;
      this.marks[child] = KEY;
      this.texts.set(child, value);
    }
  }

  /** Joins neighbouring text and string containers into one text, as React reads them. */
  #jsxChildren(tree: FlatTree, node: number, rule: JsxRule): void {
    for (const list of children(tree, node)) {
      if (tree.field[list] !== rule.list) continue;
      let first = -1;
      let text = '';
      const flush = () => {
        if (first < 0) return;
        this.marks[first] = text === '' ? SKIP : TEXT;
        this.texts.set(first, text);
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
