import type { ClassPiece, Pattern, Piece, Segment } from './pattern.ts';

/** An error in a glob, as the end of a sentence. */
export class GlobProblem extends Error {
  override readonly name = 'GlobProblem';
}

/**
 * Parses the only glob dialect: `*` and `?` (not `/`), `**` as a complete segment, `[a-z]`, `[!a]`, `{a,b}`. A glob
 * without a slash matches the last segment of a path; a glob with one (also a leading one) matches the path from the
 * root; a trailing slash matches directories only. There is no escape: `[*]` is a star.
 *
 * @throws {GlobProblem} for invalid syntax
 */
export function parseGlob(source: string): Pattern {
  if (source === '') throw new GlobProblem('is empty');
  if (source.startsWith('!')) throw new GlobProblem('starts with !, but there is no negation');
  const directory = source.endsWith('/');
  const body = directory ? source.slice(0, -1) : source;
  const anchored = body.includes('/');
  const names = body.split('/');
  if (names.length > 1 && names[0] === '') names.shift();
  return { segments: names.map(parseSegment), anchored, directory };
}

function parseSegment(name: string): Segment {
  if (name === '') throw new GlobProblem('has an empty segment between slashes');
  if (name === '.' || name === '..') throw new GlobProblem(`has the segment ${name}; paths start at the root`);
  if (name === '**') return 'any-depth';
  return new SegmentReader(name).pieces(false);
}

/** Parses one segment; a slash ends it, so classes and braces with a slash are reported as not closed. */
class SegmentReader {
  readonly #points: string[];
  #at = 0;

  constructor(name: string) {
    this.#points = [...name];
  }

  pieces(inBraces: boolean): Piece[] {
    const pieces: Piece[] = [];
    for (;;) {
      const point = this.#points[this.#at];
      if (point === undefined || (inBraces && (point === ',' || point === '}'))) return pieces;
      this.#at++;
      if (point === '{' && inBraces) throw new GlobProblem('nests braces');
      pieces.push(this.#piece(point));
    }
  }

  #piece(point: string): Piece {
    switch (point) {
      case '*':
        if (this.#points[this.#at] === '*') throw new GlobProblem('has ** next to other characters of a segment');
        return { kind: 'many' };
      case '?':
        return { kind: 'one' };
      case '[':
        return this.#class();
      case '{':
        return this.#choice();
      case ']':
      case '}':
        throw new GlobProblem(`has an unmatched ${point}; write []] or [}] for the character`);
      case '\\':
        throw new GlobProblem('has a backslash, but there is no escape; write [*] for a star');
      default:
        return { kind: 'literal', text: point };
    }
  }

  #choice(): Piece {
    const options = [this.pieces(true)];
    while (this.#points[this.#at] === ',') {
      this.#at++;
      options.push(this.pieces(true));
    }
    if (this.#points[this.#at] !== '}') throw new GlobProblem('has braces that are not closed within their segment');
    this.#at++;
    if (options.length === 1) throw new GlobProblem('has braces without a comma');
    return { kind: 'choice', options };
  }

  #class(): ClassPiece {
    const negated = this.#points[this.#at] === '!';
    if (negated) this.#at++;
    if (this.#points[this.#at] === '^') throw new GlobProblem('has ^ first in a class; write [!a] for any but a');
    const ranges: [number, number][] = [];
    while (ranges.length === 0 || this.#points[this.#at] !== ']') ranges.push(this.#range(ranges.length === 0));
    this.#at++;
    return { kind: 'class', negated, ranges };
  }

  #range(first: boolean): [number, number] {
    const from = this.#classPoint();
    const next = this.#points[this.#at];
    if (from === '[' && (next === ':' || next === '=' || next === '.')) {
      throw new GlobProblem(`has a POSIX class [${next}…${next}]`);
    }
    if (from === '-' && !first && next !== ']')
      throw new GlobProblem('has a - in a class that is neither first nor last');
    if (next !== '-' || this.#points[this.#at + 1] === ']') return [codePoint(from), codePoint(from)];
    this.#at++;
    const to = this.#classPoint();
    if (codePoint(from) > codePoint(to)) throw new GlobProblem(`has the range ${from}-${to}, which runs backwards`);
    return [codePoint(from), codePoint(to)];
  }

  #classPoint(): string {
    const point = this.#points[this.#at];
    if (point === undefined) throw new GlobProblem('has a class that is not closed within its segment');
    if (point === '\\') throw new GlobProblem('has a backslash, but there is no escape');
    this.#at++;
    return point;
  }
}

function codePoint(text: string): number {
  return text.codePointAt(0) ?? 0;
}
