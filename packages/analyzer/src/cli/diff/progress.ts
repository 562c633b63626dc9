import type { DiffEvent } from '@analyzer/core/diff/diff.ts';
import { Progress } from '../output/progress.ts';
import { StatusLine, type Terminal } from '../output/status-line.ts';

/** A status line with the progress of each side. */
export class DiffProgress {
  readonly #terminal: Terminal;
  readonly #line: StatusLine;
  readonly #scans = new Map<string, Progress>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#line = new StatusLine(terminal);
  }

  on(event: DiffEvent): void {
    if (event.type === 'scanning') this.#scanning(event.side).on(event.event);
    else if (event.type === 'searching') this.#line.draw(`Comparing ${event.files} files without a partner …`);
    else this.#line.draw('Comparing declarations, imports and copies …');
  }

  end(): void {
    this.#line.end();
    for (const scan of this.#scans.values()) scan.end();
  }

  #scanning(side: string): Progress {
    let scan = this.#scans.get(side);
    if (scan === undefined) {
      scan = new Progress(this.#terminal, { title: side === 'before' ? '[1/2]' : '[2/2]' });
      this.#scans.set(side, scan);
    }
    return scan;
  }
}
