import type { Grammar, Node } from './read.ts';

/** Repetitions beyond the least number. */
const MAX_MORE = 6;

/** Surrogates are not characters of a text in UTF-8. */
const SURROGATES = { first: 0xd800, last: 0xdfff };

/**
 * A random text that the grammar derives.
 *
 * @param random from 0 to less than 1
 * @param length about which the text becomes only as long as necessary
 */
export function derive(grammar: Grammar, random: () => number, length: number): string {
  const least = leastLengths(grammar);
  const parts: string[] = [];
  const pick = (count: number) => Math.floor(random() * count);
  const fits = (node: Node) => parts.length + least(node) <= length;
  const add = (node: Node): void => {
    if (node.kind === 'rule') add(ruleOf(grammar, node.name));
    else if (node.kind === 'choice') {
      const possible = node.options.filter(fits);
      const shortest = node.options.reduce((a, b) => (least(b) < least(a) ? b : a));
      add(possible[pick(possible.length)] ?? shortest);
    } else if (node.kind === 'sequence') for (const item of node.items) add(item);
    else if (node.kind === 'characters') parts.push(characterOf(node.ranges, pick));
    else {
      const most = node.min + pick(Math.min(node.max - node.min, MAX_MORE) + 1);
      for (let count = 0; count < most && (count < node.min || fits(node.item)); count++) add(node.item);
    }
  };
  add({ kind: 'rule', name: 'root' });
  return parts.join('');
}

function ruleOf(grammar: Grammar, name: string): Node {
  const node = grammar.get(name);
  if (node === undefined) throw new RangeError(`rule ${name} is not defined`);
  return node;
}

/** The number of characters of the shortest text of a node. */
function leastLengths(grammar: Grammar): (node: Node) => number {
  const known = new Map<Node, number>();
  const leastOf = (node: Node): number => {
    if (node.kind === 'rule') return least(ruleOf(grammar, node.name));
    if (node.kind === 'choice') return Math.min(...node.options.map(least));
    if (node.kind === 'sequence') return node.items.map(least).reduce((a, b) => a + b, 0);
    return node.kind === 'repetition' ? node.min * least(node.item) : 1;
  };
  const least = (node: Node): number => {
    const length = known.get(node) ?? leastOf(node);
    known.set(node, length);
    return length;
  };
  return least;
}

function characterOf(ranges: readonly [number, number][], pick: (count: number) => number): string {
  for (;;) {
    const [first, last] = ranges[pick(ranges.length)] ?? [0, 0];
    // Mostly the first of a large range, so that ASCII is as frequent as everything else.
    const point = first + pick(Math.min(last - first + 1, pick(2) === 0 ? 64 : Number.POSITIVE_INFINITY));
    if (point < SURROGATES.first || point > SURROGATES.last) return String.fromCodePoint(point);
  }
}

/** Random numbers from 0 to less than 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
