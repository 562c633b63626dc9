import type { Look } from '../measure/process-tree.ts';
import type { DriveEvents, Driven } from './drive.ts';
import type { Input } from './input.ts';

const SHOWN = 15;
const MB = 1_000_000;

/** The account of a drive: what came of every input, and what broke. */
export class Tally implements DriveEvents {
  readonly problems: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #slowest: Driven[] = [];
  #peak: Look = { processes: 0, pss: 0, cpu: 0 };
  #inputs = 0;

  get inputs(): number {
    return this.#inputs;
  }

  done(driven: Driven): void {
    this.#inputs++;
    const key = `${driven.input.mode.language} ${driven.status}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#slowest.push(driven);
    this.#slowest.sort((a, b) => b.ms - a.ms);
    this.#slowest.length = Math.min(this.#slowest.length, SHOWN);
  }

  broken(input: Input, problem: string): void {
    this.problems.push(`${describe(input)}: ${problem}`);
  }

  sample(look: Look): void {
    if (look.pss > this.#peak.pss) this.#peak = look;
  }

  /** For people. */
  report(): string {
    const statuses = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      `${this.#inputs} inputs; peak ${(this.#peak.pss / MB).toFixed(0)} MB in ${this.#peak.processes} processes`,
      ...statuses.map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`),
      'longest waits, ms:',
      ...this.#slowest.map(({ input, ms, status }) => `  ${ms.toFixed(0).padStart(6)}  ${status}: ${describe(input)}`),
      ...(this.problems.length === 0 ? [] : ['broken:', ...this.problems.map((problem) => `  ${problem}`)]),
      '',
    ].join('\n');
  }
}

function describe({ name, mode, bytes }: Input): string {
  return `${mode.language}${mode.dialect === undefined ? '' : ` (${mode.dialect})`}, ${bytes.length} bytes: ${name}`;
}
