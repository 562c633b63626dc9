import type { IndexEvent } from '@analyzer/core/index/index-workspace.ts';
import { type CacheReport, cacheNote, joinedReport } from '@analyzer/core/parse/cache/report.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { Progress } from '../output/progress.ts';
import { StatusLine, type Terminal } from '../output/status-line.ts';

/** A status line with the progress of each project. */
export class IndexProgress {
  readonly #terminal: Terminal;
  readonly #line: StatusLine;
  #number = 0;
  #scan: Progress | undefined;
  readonly #cacheReports: CacheReport[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#line = new StatusLine(terminal);
  }

  on(event: IndexEvent): void {
    switch (event.type) {
      case 'waiting':
        this.#line.draw('Waiting for another process that is writing the index …');
        break;
      case 'scanning':
        if (event.event.type === 'cache') this.#cacheReports.push(event.event.report);
        else this.#scanning(event).on(event.event);
        break;
      case 'writing':
        this.#line.draw(`${titleOf(event)} Writing …`);
        break;
      case 'grouping':
        this.#line.draw('Comparing the functions of all projects …');
        break;
    }
  }

  end(): void {
    this.#line.end();
    this.#scan?.end();
    // Once for all projects, which have the same cache.
    const report = joinedReport(this.#cacheReports);
    const note = report && cacheNote(report);
    if (note !== undefined) this.#terminal.write(`${note}\n`);
  }

  #scanning(event: IndexEvent & { type: 'scanning' }): Progress {
    if (this.#scan === undefined || event.number !== this.#number) {
      this.#number = event.number;
      this.#scan = new Progress(this.#terminal, { title: titleOf(event) });
    }
    return this.#scan;
  }
}

function titleOf({ label, number, total }: { label: string; number: number; total: number }): string {
  return `[${number}/${total}] ${visible(label)}:`;
}
