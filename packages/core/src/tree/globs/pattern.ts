/** A parsed glob. Characters are code points. */
export interface Pattern {
  segments: Segment[];
  /** Matches a path from the root; otherwise a name at any depth. */
  anchored: boolean;
  /** Matches directories only. */
  directory: boolean;
}

/** One segment of a path, or any number of segments (`**`). */
export type Segment = Piece[] | 'any-depth';

export type Piece = LiteralPiece | AnyPiece | ClassPiece | ChoicePiece;

export interface LiteralPiece {
  kind: 'literal';
  text: string;
}

/** `one` is `?`, `many` is `*`; neither matches a slash. */
export interface AnyPiece {
  kind: 'one' | 'many';
}

export interface ClassPiece {
  kind: 'class';
  negated: boolean;
  /** First and last code point of each range. */
  ranges: [number, number][];
}

export interface ChoicePiece {
  kind: 'choice';
  options: Piece[][];
}
