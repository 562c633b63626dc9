/** Reads GBNF: an independent check of the grammars, for tests. */

/** A symbol of a grammar, with the least and the largest number of repetitions. */
export type Node =
  | { kind: 'characters'; accepts(point: number): boolean; ranges: [number, number][] }
  | { kind: 'rule'; name: string }
  | { kind: 'sequence'; items: Node[] }
  | { kind: 'choice'; options: Node[] }
  | { kind: 'repetition'; item: Node; min: number; max: number };

export type Grammar = ReadonlyMap<string, Node>;

const RULE = /^([a-z][a-z0-9-]*) ::= (.+)$/;
const LAST = 0x10ffff;

/** @throws RangeError for a text that is not in the dialect of our grammars */
export function readGrammar(text: string): Grammar {
  const grammar = new Map<string, Node>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, right] = RULE.exec(line) ?? [];
    if (name === undefined || right === undefined) throw new RangeError(`not a rule: ${line}`);
    if (grammar.has(name)) throw new RangeError(`rule ${name} is defined twice`);
    grammar.set(name, new Reader(right).read());
  }
  for (const [name, node] of grammar) requireRules(name, node, grammar);
  return grammar;
}

function requireRules(name: string, node: Node, grammar: Grammar): void {
  if (node.kind === 'rule' && !grammar.has(node.name)) throw new RangeError(`${name} uses ${node.name}, not a rule`);
  if (node.kind === 'sequence') for (const item of node.items) requireRules(name, item, grammar);
  if (node.kind === 'choice') for (const option of node.options) requireRules(name, option, grammar);
  if (node.kind !== 'repetition') return;
  const { item, min, max } = node;
  if (item.kind !== 'rule') throw new RangeError(`${name} repeats an item that is not a rule`);
  if (min > 256 || (max > 256 && max !== Number.POSITIVE_INFINITY)) throw new RangeError(`${name} repeats too often`);
  requireRules(name, item, grammar);
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Node {
    const node = this.#choice();
    if (this.#at < this.#text.length) throw this.#error();
    return node;
  }

  #choice(): Node {
    const options = [this.#sequence()];
    while (this.#take(/ ?\| ?/y) !== undefined) options.push(this.#sequence());
    return { kind: 'choice', options };
  }

  #sequence(): Node {
    const items: Node[] = [];
    do items.push(this.#repeated());
    while (this.#take(/ (?=[^|])/y) !== undefined);
    return { kind: 'sequence', items };
  }

  #repeated(): Node {
    const item = this.#item();
    const quantifier = this.#take(/[?*+]|\{(\d+)(,(\d+)?)?\}/y);
    if (quantifier === undefined) return item;
    const [all, min, comma, max] = quantifier;
    if (all === '?') return { kind: 'repetition', item, min: 0, max: 1 };
    if (min === undefined) return { kind: 'repetition', item, min: all === '+' ? 1 : 0, max: Number.POSITIVE_INFINITY };
    const most = comma === undefined ? Number(min) : max === undefined ? Number.POSITIVE_INFINITY : Number(max);
    return { kind: 'repetition', item, min: Number(min), max: most };
  }

  #item(): Node {
    const name = this.#take(/[a-z][a-z0-9-]*/y)?.[0];
    if (name !== undefined) return { kind: 'rule', name };
    if (this.#take(/\(/y) !== undefined) {
      const group = this.#choice();
      if (this.#take(/\)/y) === undefined) throw this.#error();
      return group;
    }
    const literal = this.#take(/"((?:[^"\\]|\\.)+)"/y)?.[1];
    if (literal !== undefined) {
      return { kind: 'sequence', items: pointsOf(literal).map(([point]) => characters([[point, point]], false)) };
    }
    const [all, negation, content] = this.#take(/\[(\^?)((?:[^\]\\]|\\.)+)\]/y) ?? [];
    if (all === undefined || content === undefined) throw this.#error();
    return characters(rangesOf(content), negation === '^');
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #error(): RangeError {
    return new RangeError(`not GBNF at ${this.#at}: ${this.#text}`);
  }
}

function rangesOf(content: string): [number, number][] {
  const points = pointsOf(content);
  const ranges: [number, number][] = [];
  for (let index = 0; index < points.length; index++) {
    const [first = 0] = points[index] ?? [];
    const [next, isEscaped] = points[index + 1] ?? [];
    const [last] = points[index + 2] ?? [];
    if (next === 0x2d && isEscaped === false && last !== undefined) {
      ranges.push([first, last]);
      index += 2;
    } else ranges.push([first, first]);
  }
  return ranges;
}

function pointsOf(text: string): [point: number, isEscaped: boolean][] {
  const escapes = text.matchAll(/\\x([\dA-F]{2})|\\u([\dA-F]{4})|\\U([\dA-F]{8})|\\(.)|(.)/gu);
  return [...escapes].map(([, two, four, eight, escaped, plain]) => {
    const hex = two ?? four ?? eight;
    if (hex !== undefined) return [Number.parseInt(hex, 16), true];
    return [(escaped ?? plain ?? '').codePointAt(0) ?? 0, escaped !== undefined];
  });
}

function characters(ranges: [number, number][], isNegated: boolean): Node {
  const within = (point: number) => ranges.some(([first, last]) => first <= point && point <= last);
  return {
    kind: 'characters',
    accepts: (point) => within(point) !== isNegated,
    ranges: isNegated ? outside(ranges) : ranges,
  };
}

function outside(ranges: readonly [number, number][]): [number, number][] {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    if (first > next) gaps.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  return next > LAST ? gaps : [...gaps, [next, LAST]];
}
