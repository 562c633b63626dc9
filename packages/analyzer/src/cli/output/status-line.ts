const START_OF_LINE = '\r\x1b[2K';

export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** One line that is redrawn; only on a terminal. */
export class StatusLine {
  readonly #terminal: Terminal;
  #visible = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  draw(text: string): void {
    if (this.#terminal.isTTY !== true) return;
    this.#visible = true;
    this.#terminal.write(START_OF_LINE + text.slice(0, (this.#terminal.columns ?? 80) - 1));
  }

  /** Clears the line. */
  end(): void {
    if (this.#visible) this.#terminal.write(START_OF_LINE);
    this.#visible = false;
  }
}
