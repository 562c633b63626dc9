/** Assigns numbers to strings, from 1 in order of first use, and writes each string once. */
export class Dictionary {
  readonly #write: (id: number, text: string) => void;
  readonly #ids = new Map<string, number>();

  /** @param write called for each new string */
  constructor(write: (id: number, text: string) => void) {
    this.#write = write;
  }

  id(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#ids.size + 1;
      this.#ids.set(text, id);
      this.#write(id, text);
    }
    return id;
  }
}
