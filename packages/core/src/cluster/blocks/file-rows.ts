type Row = Record<string, unknown>;

/** Rows of an engine in the order of their exports and files, of which only those of one file are in memory. */
export class FileRows {
  readonly #rows: AsyncGenerator<Row>;
  readonly #fail: (reason: string) => Error;
  #next: Row | undefined;
  #isOpen = false;

  /** @param fail the error for rows in another order, or of no file */
  constructor(rows: AsyncGenerator<Row>, fail: (reason: string) => Error) {
    this.#rows = rows;
    this.#fail = fail;
  }

  /** The rows of a file; files are asked for in their order. */
  async of(source: number, file: number): Promise<Row[]> {
    if (!this.#isOpen) await this.#read();
    this.#isOpen = true;
    const found: Row[] = [];
    for (let row = this.#next; row !== undefined; row = this.#next) {
      const difference = Number(row.source) - source || Number(row.file) - file;
      if (difference < 0) throw this.#fail('its rows are not ordered, or of no file');
      if (difference > 0) break;
      found.push(row);
      await this.#read();
    }
    return found;
  }

  /** @throws the error for rows after those of the last file */
  finish(): void {
    if (this.#next !== undefined) throw this.#fail('its rows are of no file');
  }

  async #read(): Promise<void> {
    const { value, done } = await this.#rows.next();
    this.#next = done === true ? undefined : value;
  }
}
