import { choice, type Expression, literal, type Range, sequence } from './expression.ts';

const LAST = 0x10ffff;
const LAST_CONTROL = 0x1f;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Control characters with a short escape, as in `JSON.stringify`. */
const SHORT: ReadonlyMap<number, string> = new Map([
  [0x08, 'b'],
  [0x09, 't'],
  [0x0a, 'n'],
  [0x0c, 'f'],
  [0x0d, 'r'],
]);

/** Code points as ordered ranges without gaps or overlaps between neighbors. */
export type CharacterSet = readonly Range[];

export const ALL: CharacterSet = [[0, LAST]];

export function union(ranges: readonly Range[]): CharacterSet {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(set: CharacterSet): CharacterSet {
  const gaps: Range[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  return next <= LAST ? [...gaps, [next, LAST]] : gaps;
}

function has(set: CharacterSet, point: number): boolean {
  return set.some(([first, last]) => first <= point && point <= last);
}

/** One character of a JSON string, written as by `JSON.stringify`. */
export function inJson(set: CharacterSet): Expression {
  const escapedPoints: CharacterSet = [
    [0, LAST_CONTROL],
    [QUOTE, QUOTE],
    [BACKSLASH, BACKSLASH],
  ];
  const raw = complement(union([...complement(set), ...escapedPoints]));
  const escapes = [QUOTE, BACKSLASH, ...SHORT.keys()].filter((point) => has(set, point));
  const letters = escapes.map((point) => SHORT.get(point)?.codePointAt(0) ?? point);
  const others = Array.from({ length: LAST_CONTROL + 1 }, (_, point) => point).filter(
    (point) => !SHORT.has(point) && has(set, point),
  );
  return choice([
    ...(raw.length === 0 ? [] : [characters(raw)]),
    ...(letters.length === 0 ? [] : [sequence([literal('\\'), characters(union(letters.map((it) => [it, it])))])]),
    ...unicodeEscapes(others),
  ]);
}

/** `\u0000` to `\u001f`: one option for each first digit. */
function unicodeEscapes(points: readonly number[]): Expression[] {
  return [0, 1].flatMap((first) => {
    const digits = points
      .filter((point) => point >> 4 === first)
      .map((point) => (point & 15).toString(16).charCodeAt(0));
    if (digits.length === 0) return [];
    return [sequence([literal(`\\u00${first}`), characters(union(digits.map((digit) => [digit, digit])))])];
  });
}

function characters(set: CharacterSet): Expression {
  const isOpen = has(set, LAST);
  const [[first, last] = [], ...more] = set;
  if (!isOpen && more.length === 0 && first === last && first !== undefined)
    return literal(String.fromCodePoint(first));
  return { kind: 'characters', ranges: isOpen ? complement(set) : set, negated: isOpen };
}
