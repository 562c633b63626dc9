import type { Piece } from './pattern.ts';

/** A glob with more expansions of its braces is not looked up. */
const MAX_SPELLINGS = 64;

/** The texts that pieces without wildcards expand to; none if there are wildcards or too many texts. */
export function spellings(pieces: readonly Piece[]): string[] {
  let texts = [''];
  for (const piece of pieces) {
    if (piece.kind === 'literal') {
      texts = texts.map((text) => text + piece.text);
    } else if (piece.kind === 'choice') {
      const options = choices(piece.options);
      if (texts.length * options.length > MAX_SPELLINGS) return [];
      texts = texts.flatMap((text) => options.map((option) => text + option));
    } else {
      return [];
    }
  }
  return texts;
}

/** The suffixes, one of which every match has: the texts after the last wildcard. */
export function endings(pieces: readonly Piece[]): string[] {
  for (let from = pieces.findLastIndex(isWildcard) + 1; from < pieces.length; from++) {
    const texts = spellings(pieces.slice(from));
    if (texts.length > 0) return texts;
  }
  return [''];
}

/** The prefixes, one of which every match has: the texts before the first wildcard. */
export function starts(pieces: readonly Piece[]): string[] {
  const first = pieces.findIndex(isWildcard);
  for (let to = first < 0 ? pieces.length : first; to > 0; to--) {
    const texts = spellings(pieces.slice(0, to));
    if (texts.length > 0) return texts;
  }
  return [''];
}

function isWildcard({ kind }: Piece): boolean {
  return kind !== 'literal' && kind !== 'choice';
}

function choices(options: readonly Piece[][]): string[] {
  const texts = options.map(spellings);
  return texts.every(({ length }) => length === 1) ? texts.flat() : [];
}
