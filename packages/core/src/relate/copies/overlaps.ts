/** Finds overlaps in time proportional to the text that the occurrences are in, divided by their length. */
export class Overlaps {
  readonly #stamps: Uint32Array;
  readonly #positions: Uint32Array;
  #stamp = 0;

  constructor(length: number) {
    this.#stamps = new Uint32Array(length + 2);
    this.#positions = new Uint32Array(length + 2);
  }

  /** Whether two of the occurrences of a run of this length overlap. Two in one bucket of its length do. */
  among(positions: ArrayLike<number>, length: number): boolean {
    if (length === 1) return false;
    this.#stamp++;
    for (let index = 0; index < positions.length; index++) {
      const position = positions[index] ?? 0;
      // One more, so that there is a bucket before the first.
      const bucket = Math.floor(position / length) + 1;
      if (this.#stamps[bucket] === this.#stamp) return true;
      if (this.#stamps[bucket - 1] === this.#stamp && position - (this.#positions[bucket - 1] ?? 0) < length)
        return true;
      if (this.#stamps[bucket + 1] === this.#stamp && (this.#positions[bucket + 1] ?? 0) - position < length)
        return true;
      this.#stamps[bucket] = this.#stamp;
      this.#positions[bucket] = position;
    }
    return false;
  }
}
