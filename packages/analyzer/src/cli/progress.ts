import type { ScanEvent } from '@analyzer/core/scan/model.ts';

const REDRAW_MS = 100;
/** Before this a rate is a guess. */
const SETTLED_MS = 1000;
const START_OF_LINE = '\r\x1b[2K';

interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** One line that says how far a scan is, how fast, and how long it will take; only where a person watches. */
export class Progress {
  readonly #output: Output;
  readonly #now: () => number;
  readonly #started: number;
  #drawn = Number.NEGATIVE_INFINITY;
  #visible = false;
  #total = { files: 0, bytes: 0 };
  #done = { files: 0, bytes: 0 };

  /** @param now milliseconds of a clock that never goes back */
  constructor(output: Output, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#now = now;
    this.#started = now();
    this.#draw('Listing files …');
  }

  on(event: ScanEvent): void {
    if (event.type === 'listed') this.#total = { files: event.files, bytes: event.bytes };
    if (event.type === 'file') {
      this.#done.files++;
      this.#done.bytes += event.bytes;
    }
    if (event.type === 'relating') this.#draw('Resolving imports and calls, comparing functions …');
    else if (this.#now() - this.#drawn >= REDRAW_MS) this.#draw(this.#reading());
  }

  /** Takes the line away. */
  end(): void {
    if (this.#visible) this.#output.write(START_OF_LINE);
    this.#visible = false;
  }

  #reading(): string {
    const elapsed = this.#now() - this.#started;
    const { files, bytes } = this.#done;
    const line = `${files} of ${this.#total.files} files`;
    if (elapsed < SETTLED_MS || bytes === 0) return line;
    const rate = Math.round((files / elapsed) * 1000);
    const left = Math.ceil(((this.#total.bytes - bytes) / bytes) * (elapsed / 1000));
    return `${line}, ${rate} files/s, ${left > 90 ? `${Math.ceil(left / 60)} min` : `${left} s`} left`;
  }

  #draw(line: string): void {
    if (this.#output.isTTY !== true) return;
    this.#drawn = this.#now();
    this.#visible = true;
    this.#output.write(START_OF_LINE + line.slice(0, (this.#output.columns ?? 80) - 1));
  }
}
