import { cacheNote } from '@analyzer/core/parse/cache/report.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import type { ScanEvent } from '@analyzer/core/scan/model.ts';
import { StatusLine, type Terminal } from './status-line.ts';

const REDRAW_MS = 100;
/** Time before a rate is reliable, in milliseconds. */
const SETTLED_MS = 1000;

interface ProgressOptions {
  /** Prefix of all lines. */
  title?: string;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/** A status line with progress, rate and remaining time of a scan; only on a terminal. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #line: StatusLine;
  readonly #before: string;
  readonly #now: () => number;
  readonly #started: number;
  #drawn = Number.NEGATIVE_INFINITY;
  #total = { files: 0, bytes: 0 };
  #done = { files: 0, bytes: 0 };

  constructor(terminal: Terminal, { title, now = () => performance.now() }: ProgressOptions = {}) {
    this.#terminal = terminal;
    this.#line = new StatusLine(terminal);
    this.#before = title === undefined ? '' : `${title} `;
    this.#now = now;
    this.#started = now();
    this.#draw('Listing files …');
  }

  on(event: ScanEvent): void {
    const note = noteOf(event);
    if (note !== undefined) {
      this.#line.end();
      this.#terminal.write(`${this.#before}${note}\n`);
      return;
    }
    if (event.type === 'listed') {
      this.#total = { files: event.files, bytes: event.bytes };
      this.#done = { files: 0, bytes: 0 };
    }
    if (event.type === 'file') {
      this.#done.files++;
      this.#done.bytes += event.bytes;
    }
    if (event.type === 'files') {
      this.#done.files += event.files;
      this.#done.bytes += event.bytes;
    }
    if (event.type === 'relating') this.#draw('Resolving names, comparing code …');
    else if (this.#now() - this.#drawn >= REDRAW_MS) this.#draw(this.#reading());
  }

  /** Clears the line. */
  end(): void {
    this.#line.end();
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
    this.#drawn = this.#now();
    this.#line.draw(this.#before + line);
  }
}

/** A line for the user that stays on the terminal. */
function noteOf(event: ScanEvent): string | undefined {
  switch (event.type) {
    case 'git-problem':
      return `${visible(event.path)} has no effect: ${event.reason}`;
    case 'file-by-file':
      return `Parsing file by file: the supervising process of the native engine ${event.reason}.`;
    case 'cache':
      return cacheNote(event.report);
    default:
      return undefined;
  }
}
