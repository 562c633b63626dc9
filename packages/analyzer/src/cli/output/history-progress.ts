import type { HistoryEvent } from '@analyzer/core/history/model.ts';
import { StatusLine, type Terminal } from './status-line.ts';

/** A status line with the steps that are counted; only on a terminal. */
export class HistoryProgress {
  readonly #line: StatusLine;

  constructor(terminal: Terminal) {
    this.#line = new StatusLine(terminal);
  }

  on(event: HistoryEvent): void {
    if (event.type === 'commits') this.#line.draw('Listing commits …');
    else this.#line.draw(`Counting copies at step ${event.done + 1} of ${event.all} …`);
  }

  /** Clears the line. */
  end(): void {
    this.#line.end();
  }
}
