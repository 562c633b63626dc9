const LF = 10;

/** Counts lines over pieces of a file: LF bytes, and one more when the last line does not end in one. */
export class LineCount {
  #feeds = 0;
  #open = false;

  add(piece: Uint8Array): void {
    for (let i = 0; i < piece.length; i++) if (piece[i] === LF) this.#feeds++;
    if (piece.length > 0) this.#open = piece[piece.length - 1] !== LF;
  }

  get lines(): number {
    return this.#feeds + (this.#open ? 1 : 0);
  }
}
