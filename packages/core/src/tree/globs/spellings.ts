import type { Piece } from './pattern.ts';

/** A glob with more expansions of its braces is not looked up. */
const MAX_SPELLINGS = 64;

/** The texts that pieces without wildcards expand to; none if there are wildcards or too many texts. */
export function spellings(pieces: readonly Piece[]): string[] {
  let texts = [''];
  for (const piece of pieces) {
    const options = piece.kind === 'literal' ? [piece.text] : piece.kind === 'choice' ? choices(piece.options) : [];
    if (texts.length * options.length > MAX_SPELLINGS) return [];
    texts = texts.flatMap((text) => options.map((option) => text + option));
  }
  return texts;
}

/** The suffixes, one of which every match has: the texts after the last wildcard. */
export function endings(pieces: readonly Piece[]): string[] {
  for (let from = 0; from < pieces.length; from++) {
    const texts = spellings(pieces.slice(from));
    if (texts.length > 0) return texts;
  }
  return [''];
}

/** The prefixes, one of which every match has: the texts before the first wildcard. */
export function starts(pieces: readonly Piece[]): string[] {
  for (let to = pieces.length; to > 0; to--) {
    const texts = spellings(pieces.slice(0, to));
    if (texts.length > 0) return texts;
  }
  return [''];
}

function choices(options: readonly Piece[][]): string[] {
  const texts = options.map(spellings);
  return texts.every(({ length }) => length === 1) ? texts.flat() : [];
}
