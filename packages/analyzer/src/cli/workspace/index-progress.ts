import type { IndexEvent } from '@analyzer/core/index/index-workspace.ts';
import { type CacheReport, cacheNote, joinedReport } from '@analyzer/core/parse/cache/report.ts';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
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
  #unchanged: string | undefined;
  /** The earlier index stays, because no project has changed. */
  stays = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#line = new StatusLine(terminal);
  }

  on(event: IndexEvent): void {
    switch (event.type) {
      case 'waiting':
        this.#line.draw('Waiting for another process that is writing the index …');
        break;
      case 'checking':
        this.#line.draw(`${titleOf(event)} Looking for changes …`);
        break;
      case 'unchanged':
        this.stays = event.stays;
        this.#unchanged = unchangedNote(event);
        break;
      case 'cache':
        this.#cacheReports.push(event.report);
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
      case 'history':
        this.#line.draw(`${titleOf(event)} Reading the history …`);
        break;
    }
  }

  end(): void {
    this.#line.end();
    this.#scan?.end();
    if (this.#unchanged !== undefined) this.#terminal.write(`${this.#unchanged}\n`);
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

interface Unchanged {
  projects: number;
  total: number;
  stays: boolean;
}

/** Nothing of a first run. */
function unchangedNote({ projects, total, stays }: Unchanged): string | undefined {
  if (projects === 0) return undefined;
  if (stays) return `${plural(total, 'project')} unchanged: the index stays as it is.`;
  return `${grouped(projects)} of ${plural(total, 'project')} unchanged.`;
}
