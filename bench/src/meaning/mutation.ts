import type { Random } from '../unbreakable/random.ts';
import type { Piece } from './lexer.ts';

/** Replaces the range `from` to `to` of a source with `text`. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** The input of a mutator. */
export interface Target {
  source: string;
  from: number;
  to: number;
  pieces: readonly Piece[];
  /** The function's own names, which are not in the stream. */
  own: ReadonlySet<string>;
}

/** One kind of change of one token; undefined if the function has no suitable token. */
export interface Mutator {
  kind: string;
  mutate(target: Target, random: Random): Edit | undefined;
}

export function apply(source: string, { from, to, text }: Edit): string {
  return source.slice(0, from) + text + source.slice(to);
}

export function replace(piece: Piece, text: string): Edit | undefined {
  return piece.text === text ? undefined : { from: piece.from, to: piece.to, text };
}

/** A random piece that matches. */
export function choose(target: Target, random: Random, pass: (piece: Piece, at: number) => boolean): Piece | undefined {
  const found = target.pieces.filter((piece, at) => !target.own.has(piece.text) && pass(piece, at));
  return found.length === 0 ? undefined : random.pick(found);
}
