import type { CompiledFacts } from './compiled-facts.ts';
import { cut, LONGEST, scalarCount } from './cut.ts';
import type { Nodes } from './nodes.ts';
import type { MemberRule, NameRule, ReceiverRule } from './rules.ts';

/** Replaces a receiver that is not a dotted name: a call, a literal, an element. */
export const ELSE = '…';

/** Reads names of single nodes, and dotted names of expressions. */
export class NameReader {
  readonly #nodes: Nodes;
  readonly #language: CompiledFacts;

  constructor(nodes: Nodes, language: CompiledFacts) {
    this.#nodes = nodes;
    this.#language = language;
  }

  /**
   * The trailing names of an expression, receiver first, preceded by `…` for any other receiver; `['…']` if it does not
   * end in a name. At most 200 scalar values when joined by dots.
   *
   * @param target whether it is assigned to: then keys are included, and a computed member is the name `[text]`
   * @param member how to read the node itself, if it is a receiver and a name besides its other meaning
   */
  path(node: number, target: boolean, member?: MemberRule): string[] {
    const backwards: string[] = [];
    // Remaining length, including the dots.
    let remaining = LONGEST + 1;
    let at = member === undefined ? this.#unwrap(node) : node;
    let rule = member ?? this.#rule(at);
    for (;;) {
      const receiver = rule?.as === 'receiver' && backwards.length > 0 && !target ? rule : undefined;
      const name = receiver
        ? this.#receiver(at, receiver)
        : this.#lastName(at, rule, target && backwards.length === 0, target);
      if (name === undefined) {
        backwards.push(ELSE);
        break;
      }
      remaining -= scalarCount(name) + 1;
      backwards.push(name);
      if (rule?.as !== 'member' || remaining < 0) break;
      const object = this.#nodes.select(at, rule.object);
      if (object < 0) break;
      at = this.#unwrap(object);
      rule = this.#rule(at);
    }
    return shortened(backwards.reverse());
  }

  /** The node of the first name of an expression; the node itself if it is not dotted. */
  first(node: number): number {
    let at = this.#unwrap(node);
    for (let rule = this.#rule(at), dotted = false; ; dotted = true) {
      if (rule?.as !== 'member') return dotted ? at : node;
      at = this.#unwrap(this.#nodes.select(at, rule.object));
      rule = this.#rule(at);
    }
  }

  /** The name of a node that is a single name or a key; undefined for other nodes and for an empty name. */
  simple(node: number): string | undefined {
    const at = this.#unwrap(node);
    const rule = this.#rule(at);
    return rule?.as === 'member' ? undefined : this.#lastName(at, rule, true, false);
  }

  #rule(node: number): NameRule | undefined {
    return node < 0 ? undefined : this.#language.rules(this.#nodes.tree.kind[node] ?? 0)?.name;
  }

  #unwrap(node: number): number {
    let at = node;
    for (let rule = this.#rule(at); rule?.as === 'through'; rule = this.#rule(at)) {
      at = this.#nodes.select(at, rule.inner);
    }
    return at;
  }

  #lastName(node: number, rule: NameRule | undefined, keys: boolean, computed: boolean): string | undefined {
    if (rule === undefined || rule.as === 'through' || rule.as === 'receiver' || (rule.as === 'key' && !keys))
      return undefined;
    if (rule.as === 'join') return this.#joined(node);
    if (rule.as !== 'member') {
      const name = this.#leaf(node, rule);
      if (name !== '') return name;
      // An empty key is written as a computed one: `['']`.
      return rule.as === 'key' && computed ? this.computed(node, -1) : undefined;
    }
    const name = this.#nodes.select(node, rule.name);
    const isComputed = rule.computed === true || (rule.computed !== false && this.#nodes.holds(rule.computed, node));
    if (isComputed) return computed ? this.computed(name, this.#nodes.select(node, rule.object)) : undefined;
    return name < 0 ? undefined : this.simple(name);
  }

  /** `super` of `super()`, `super(C)` of `super(C, self)`. */
  #receiver(node: number, rule: ReceiverRule): string | undefined {
    const callee = this.#nodes.select(node, rule.callee);
    const name = callee < 0 ? undefined : this.simple(callee);
    const list = this.#nodes.select(node, rule.arguments);
    if (name === undefined || list < 0 || !rule.is.has(name)) return undefined;
    const [first, , third] = this.#nodes.solids(list);
    if (first === undefined) return name;
    const argument = third === undefined ? this.simple(first) : undefined;
    return argument === undefined ? undefined : cut(`${name}(${argument})`);
  }

  /** `[text]` of a computed key; `[]` if there is only the receiver (PHP's `$a[]`). */
  computed(key: number, object: number): string {
    if (key < 0 || key === object) return '[]';
    // Cut before joining: a key may be as long as the file, and keys may be nested.
    return cut(`[${this.#nodes.text(key).slice(0, 2 * LONGEST)}]`);
  }

  #leaf(node: number, rule: NameRule & { as: 'leaf' | 'key' }): string {
    const at = rule.text === undefined ? node : this.#nodes.select(node, rule.text);
    if (at < 0) return '';
    const text = this.#nodes.text(at);
    const last = rule.without.size === 0 ? text : [...text].filter((scalar) => !rule.without.has(scalar)).join('');
    return last === '' ? '' : cut(rule.prefix + last);
  }

  /** A word of several parts that are all literal; undefined if one of them expands. */
  #joined(node: number): string | undefined {
    const { kind, names } = this.#nodes.tree;
    const end = this.#nodes.end(node);
    let text = '';
    let at = node + 1;
    while (at < end) {
      const rule = this.#rule(at);
      if (rule?.as === 'leaf') {
        text += this.#leaf(at, rule);
        at = this.#nodes.end(at);
      } else if (rule?.as === 'join' || names.name(kind[at] ?? 0).startsWith("'")) at++;
      else return undefined;
    }
    return text === '' ? undefined : cut(text);
  }
}

/** Drops leading names until the dotted text fits, and cuts the last one if it does not fit alone. */
function shortened(path: string[]): string[] {
  if (path.length === 1) return path;
  const length = path.reduce((sum, name) => sum + scalarCount(name) + 1, -1);
  if (length <= LONGEST) return path;
  const last: string[] = [];
  let remaining = LONGEST - 1;
  for (const name of path.slice(path[0] === ELSE ? 1 : 0).reverse()) {
    remaining -= scalarCount(name) + 1;
    if (remaining < 0) break;
    last.unshift(name);
  }
  return last.length > 0 ? [ELSE, ...last] : [ELSE, cut(path.at(-1) ?? '', LONGEST - 2)];
}
