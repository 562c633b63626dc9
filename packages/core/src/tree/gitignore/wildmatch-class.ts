import type { ClassPiece } from '../globs/pattern.ts';

type Range = [number, number];

/** Character classes as Git defines them, in ASCII in every locale. */
const NAMED: Readonly<Record<string, readonly Range[]>> = {
  alnum: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  alpha: [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  blank: [
    [0x09, 0x09],
    [0x20, 0x20],
  ],
  cntrl: [
    [0x00, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: [[0x30, 0x39]],
  graph: [[0x21, 0x7e]],
  lower: [[0x61, 0x7a]],
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: [
    [0x09, 0x0a],
    [0x0d, 0x0d],
    [0x20, 0x20],
  ],
  upper: [[0x41, 0x5a]],
  xdigit: [
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ],
};

/**
 * Reads the class at `[` as Git's `wildmatch` does.
 *
 * @returns the class and the position after it; undefined where it is malformed
 */
export function readClass(pattern: string, open: number): { class: ClassPiece; end: number } | undefined {
  const negated = pattern[open + 1] === '!' || pattern[open + 1] === '^';
  const ranges: Range[] = [];
  /** The character before a `-`; none after a range or a named class. */
  let previous: number | undefined;
  let at = open + (negated ? 2 : 1);
  do {
    let code = codeAt(pattern, at);
    if (code === undefined) return undefined;
    const char = pattern[at];
    if (char === '-' && previous !== undefined && at + 1 < pattern.length && pattern[at + 1] !== ']') {
      if (pattern[++at] === '\\') at++;
      code = codeAt(pattern, at);
      if (code === undefined) return undefined;
      if (previous <= code) ranges.push([previous, code]);
      previous = undefined;
    } else if (char === '[' && pattern[at + 1] === ':') {
      const end = pattern.indexOf(']', at + 2);
      if (end < 0) return undefined;
      if (pattern[end - 1] === ':' && end - 1 >= at + 2) {
        const name = pattern.slice(at + 2, end - 1);
        if (!Object.hasOwn(NAMED, name)) return undefined;
        ranges.push(...(NAMED[name] ?? []));
        previous = undefined;
        at = end;
      } else {
        ranges.push([code, code]);
        previous = code;
      }
    } else {
      if (char === '\\') code = codeAt(pattern, ++at);
      if (code === undefined) return undefined;
      ranges.push([code, code]);
      previous = code;
    }
    at++;
  } while (pattern[at] !== ']');
  return { class: { kind: 'class', negated, ranges }, end: at + 1 };
}

function codeAt(pattern: string, at: number): number | undefined {
  return at < pattern.length ? pattern.charCodeAt(at) : undefined;
}
