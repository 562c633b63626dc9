import type { MissedEvent } from '@analyzer/core/missed/model.ts';
import { StatusLine, type Terminal } from '../output/status-line.ts';

/** A status line with the steps of a search; only on a terminal. */
export class MissedProgress {
  readonly #line: StatusLine;

  constructor(terminal: Terminal) {
    this.#line = new StatusLine(terminal);
  }

  on(event: MissedEvent): void {
    if (event.type === 'history') this.#line.draw('Listing commits …');
    else if (event.type === 'files') this.#line.draw(`Parsing ${event.files} files …`);
    else this.#line.draw(`Comparing commit ${event.done} of ${event.all} …`);
  }

  /** Clears the line. */
  end(): void {
    this.#line.end();
  }
}
