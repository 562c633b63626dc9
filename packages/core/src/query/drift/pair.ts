import type { Compared } from './declarations.ts';

/** The same declaration of both sides. */
export type Pair = readonly [a: Compared, b: Compared];

export interface Pairs {
  pairs: Pair[];
  onlyA: Compared[];
  onlyB: Compared[];
}

/** Keys by which declarations are the same, the surest first. A declaration without a key is not paired by it. */
const KEYS: readonly ((one: Compared) => string | undefined)[] = [
  ({ path, name, isFunction }) => JSON.stringify([path, name, isFunction]),
  ({ name, isFunction }) => JSON.stringify([name, isFunction]),
  ({ body }) => body,
];

/** Pairs declarations: by path and name, then by name, then by code. Equal keys are paired in order. */
export function pairUp(a: readonly Compared[], b: readonly Compared[]): Pairs {
  const pairs: Pair[] = [];
  let [onlyA, onlyB] = [[...a], [...b]];
  for (const keyOf of KEYS) {
    const waiting = new Map<string, Compared[]>();
    for (const one of onlyB) {
      const key = keyOf(one);
      if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), one]);
    }
    const taken = new Set<Compared>();
    onlyA = onlyA.filter((one) => {
      const other = waiting.get(keyOf(one) ?? '')?.shift();
      if (other === undefined) return true;
      taken.add(other);
      pairs.push([one, other]);
      return false;
    });
    onlyB = onlyB.filter((one) => !taken.has(one));
  }
  return { pairs: pairs.sort(([x], [y]) => x.id - y.id), onlyA, onlyB };
}

export type PairState = 'same' | 'renamed' | 'edited' | 'not_compared';

export function stateOf([a, b]: Pair): PairState {
  if (a.body === undefined || b.body === undefined) return 'not_compared';
  if (a.body === b.body) return a.name === b.name ? 'same' : 'renamed';
  return a.shape !== undefined && a.shape === b.shape ? 'renamed' : 'edited';
}
