/** Numbers texts and writes each once: ids are numbers in order of first use, from 1. */
export class Dictionary {
  readonly #write: (id: number, text: string) => void;
  readonly #ids = new Map<string, number>();

  /** @param write what becomes of a text that is new */
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
