/**
 * Limits the files that are read but not yet parsed: enough files to keep the parsers busy, few enough bytes to limit
 * memory. A single file is always admitted.
 */
export class ParseWindow {
  readonly #mostFiles: number;
  readonly #mostBytes: number;
  #files = 0;
  #bytes = 0;
  #wake: (() => void) | undefined;

  constructor(mostFiles: number, mostBytes: number) {
    this.#mostFiles = mostFiles;
    this.#mostBytes = mostBytes;
  }

  get isEmpty(): boolean {
    return this.#files === 0;
  }

  canTake(bytes: number): boolean {
    return this.isEmpty || (this.#files < this.#mostFiles && this.#bytes + bytes <= this.#mostBytes);
  }

  enter(bytes: number): void {
    this.#files++;
    this.#bytes += bytes;
  }

  leave(bytes: number): void {
    this.#files--;
    this.#bytes -= bytes;
    this.wake();
  }

  /** Resolves when a file leaves, or at `wake`. Only one caller may wait. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
