import { table } from '../../table.ts';

/** Results of one entry point. */
interface Row {
  cases: number;
  hangs: number;
  crashes: number;
  memory: number;
  peak: number;
  slowestMs: number;
  slowest: string;
}

/** A case on which an entry point failed, or on which two entry points differ. */
export interface Failure {
  entry: string;
  path: string;
  problem: string;
}

export class Account {
  readonly failures: Failure[] = [];
  readonly #rows = new Map<string, Row>();
  /** Files that exceeded a limit of an engine, by status and entry point: the only allowed differences. */
  readonly #limited = new Map<string, number>();
  #longest = { bytes: 0, path: '' };

  passed(entry: string, paths: readonly string[], peak: number, ms: number): void {
    const row = this.#row(entry);
    row.cases += paths.length;
    row.peak = Math.max(row.peak, peak);
    if (ms / paths.length > row.slowestMs) {
      row.slowestMs = ms / paths.length;
      row.slowest = `${paths[0]}${paths.length > 1 ? ` and ${paths.length - 1} more` : ''}`;
    }
  }

  failed(failure: Failure): void {
    const row = this.#row(failure.entry);
    if (failure.problem.startsWith('hang')) row.hangs++;
    else if (failure.problem.startsWith('memory')) row.memory++;
    else if (failure.problem.startsWith('crash')) row.crashes++;
    this.failures.push(failure);
  }

  limited(entry: string, status: string): void {
    const key = `${entry}: ${status}`;
    this.#limited.set(key, (this.#limited.get(key) ?? 0) + 1);
  }

  file(path: string, bytes: number): void {
    if (bytes > this.#longest.bytes) this.#longest = { bytes, path };
  }

  get differences(): number {
    return this.failures.filter(({ problem }) => problem.startsWith('differs')).length;
  }

  report(): string {
    const rows = [...this.#rows].map(([entry, row]) => [
      entry,
      ...[row.cases, row.hangs, row.crashes, row.memory].map(String),
      (row.peak / 1e6).toFixed(0),
      (row.slowestMs / 1000).toFixed(1),
      row.slowest,
    ]);
    return [
      table([['', 'cases', 'hangs', 'crashes', 'over memory', 'peak MB', 'slowest s', 'at'], ...rows]),
      `differences between entry points: ${this.differences}`,
      `longest file: ${this.#longest.bytes} bytes, ${this.#longest.path}`,
      ...[...this.#limited].map(([what, count]) => `given up at a limit, ${what}: ${count}`),
      ...this.failures.flatMap(({ entry, path, problem }) => [
        `${entry}, ${path}: ${problem}`,
        `  npm run bench -- unbreakable entries --entry ${entry.replace(' and ', ',')} --depths ${path.split('.')[2]} --only ${path}`,
      ]),
      '',
    ].join('\n');
  }

  #row(entry: string): Row {
    let row = this.#rows.get(entry);
    if (row === undefined) {
      row = { cases: 0, hangs: 0, crashes: 0, memory: 0, peak: 0, slowestMs: 0, slowest: '' };
      this.#rows.set(entry, row);
    }
    return row;
  }
}
