import { groupBy } from '../group-by.ts';
import type { FactLocation, Reading } from './reading.ts';

export type List = 'declarations' | 'imports' | 'calls';
export const LISTS: readonly List[] = ['declarations', 'imports', 'calls'];

/**
 * Differences of an engine's list from a reader's: a fact the engine lacks, one that only the engine has, the same fact on another
 * line, or the same name and line with another kind.
 */
export type Side = 'missing' | 'extra' | 'line' | 'kind';

export interface Difference {
  list: List;
  side: Side;
  /** Kind (of a declaration) and name. */
  fact: string;
  /** Of the reader; of the engine where the fact is `extra`. */
  line: number;
  /** The line or kind that the engine has instead. */
  instead?: string;
}

interface Fact extends FactLocation {
  kind: string;
}

/** Compares the lists as multisets. */
export function compare(expected: Reading, found: Reading): Difference[] {
  return LISTS.flatMap((list) =>
    compareList(
      list,
      expected[list].map((one) => fact(shortened(one))),
      found[list].map(fact),
    ),
  );
}

/** Facts quote at most this number of characters of the source (docs/specifications/facts.md). */
const LONGEST = 200;

/** A fact with its name as an engine quotes it. */
export function shortened<T extends { name: string }>(fact: T): T {
  const characters = [...fact.name];
  if (characters.length <= LONGEST) return fact;
  return { ...fact, name: `${characters.slice(0, LONGEST - 1).join('')}…` };
}

function fact(location: FactLocation & { kind?: string }): Fact {
  return { kind: location.kind ?? '', name: location.name, line: location.line };
}

function compareList(list: List, expected: Fact[], found: Fact[]): Difference[] {
  const exact = pairOff(expected, found, ({ kind, name, line }) => `${line} ${kind} ${name}`);
  const moved = pairOff(exact.left, exact.right, ({ kind, name }) => `${kind} ${name}`);
  const renamed = pairOff(moved.left, moved.right, ({ name, line }) => `${line} ${name}`);
  const difference = (side: Side, { kind, name, line }: Fact, instead?: string): Difference => ({
    list,
    side,
    fact: kind === '' ? name : `${kind} ${name}`,
    line,
    ...(instead === undefined ? {} : { instead }),
  });
  return [
    ...moved.pairs.map(([wanted, got]) => difference('line', wanted, `line ${got.line}`)),
    ...renamed.pairs.map(([wanted, got]) => difference('kind', wanted, got.kind)),
    ...renamed.left.map((wanted) => difference('missing', wanted)),
    ...renamed.right.map((got) => difference('extra', got)),
  ];
}

/** Pairs facts of equal key in order of line; unpaired facts remain on their side. */
function pairOff(expected: Fact[], found: Fact[], key: (fact: Fact) => string) {
  const waiting = groupBy(found.toSorted(byLine), key);
  const pairs: [Fact, Fact][] = [];
  const left: Fact[] = [];
  for (const wanted of expected.toSorted(byLine)) {
    const got = waiting.get(key(wanted))?.shift();
    if (got === undefined) left.push(wanted);
    else pairs.push([wanted, got]);
  }
  return { pairs, left, right: [...waiting.values()].flat() };
}

function byLine(a: Fact, b: Fact): number {
  return a.line - b.line;
}
