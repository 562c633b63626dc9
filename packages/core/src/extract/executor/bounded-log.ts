import { writeFileSync } from 'node:fs';

const MAX_BYTES = 4 * 1024 * 1024;
const CUT = '\n[analyzer: the log ends here; the rest of the output is not stored]\n';

/** Stores the start of a program's output. A full disk ends the log, not the program. */
export class BoundedLog {
  readonly #file: number;
  readonly #limit: number;
  #written = 0;
  #isClosed = false;

  constructor(file: number, limit = MAX_BYTES) {
    this.#file = file;
    this.#limit = limit;
  }

  /** Whether it stores no more. */
  get isFull(): boolean {
    return this.#isClosed;
  }

  add(piece: Uint8Array): void {
    if (this.#isClosed) return;
    const part = piece.subarray(0, this.#limit - this.#written);
    this.#write(part);
    if (part.length === piece.length) return;
    this.#write(Buffer.from(CUT));
    this.#isClosed = true;
  }

  #write(bytes: Uint8Array): void {
    try {
      writeFileSync(this.#file, bytes);
      this.#written += bytes.length;
    } catch {
      this.#isClosed = true;
    }
  }
}
