import type { TreeSample } from '../measure/process-tree.ts';
import { table } from '../table.ts';
import type { DriveEvents, Driven } from './drive.ts';
import type { Input } from './input.ts';

const SHOWN = 15;
const MB = 1_000_000;

/** Results for all inputs of one kind. */
interface Account {
  inputs: number;
  statuses: Map<string, number>;
  slowestMs: number;
  /** Highest sampled PSS of all processes while the most recently started input was of this kind, in bytes. */
  peak: number;
}

/** The results of a run: outcomes of all inputs and violated rules. */
export class Tally implements DriveEvents {
  readonly problems: string[] = [];
  readonly #kinds = new Map<string, Account>();
  readonly #slowest: Driven[] = [];
  #current = '';
  #inputs = 0;

  begun({ kind }: Input): void {
    this.#current = kind;
  }

  done(driven: Driven): void {
    this.#inputs++;
    const account = this.#account(driven.input.kind);
    account.inputs++;
    account.statuses.set(driven.status, (account.statuses.get(driven.status) ?? 0) + 1);
    account.slowestMs = Math.max(account.slowestMs, driven.ms);
    this.#slowest.push(driven);
    this.#slowest.sort((a, b) => b.ms - a.ms);
    this.#slowest.length = Math.min(this.#slowest.length, SHOWN);
  }

  broken(input: Input, problem: string): void {
    this.problems.push(`${describe(input)}: ${problem}`);
  }

  /** @param most memory limit of all processes, in bytes */
  sample({ pss, processes }: TreeSample, most: number): void {
    if (this.#current === '') return;
    const account = this.#account(this.#current);
    if (pss > most && account.peak <= most) {
      this.problems.push(`${this.#current}: ${megabytes(pss)} MB in ${processes} processes`);
    }
    account.peak = Math.max(account.peak, pss);
  }

  progress(): string {
    return `${this.#inputs} inputs, at ${this.#current}, ${this.problems.length} problems`;
  }

  /** A table for the terminal. */
  report(): string {
    const names = [...new Set([...this.#kinds.values()].flatMap(({ statuses }) => [...statuses.keys()]))].sort();
    const rows = [...this.#kinds].map(([kind, { inputs, statuses, slowestMs, peak }]) => [
      kind,
      ...[inputs, ...names.map((name) => statuses.get(name) ?? 0)].map(String),
      megabytes(peak),
      (slowestMs / 1000).toFixed(1),
    ]);
    return [
      table([['', 'inputs', ...names, 'peak MB', 'slowest s'], ...rows]),
      'longest waits:',
      ...this.#slowest.map(({ input, ms, status }) => `  ${(ms / 1000).toFixed(1)} s  ${status}: ${describe(input)}`),
      ...(this.problems.length === 0 ? ['nothing broke'] : ['broken:', ...this.problems.map((each) => `  ${each}`)]),
      '',
    ].join('\n');
  }

  #account(kind: string): Account {
    let account = this.#kinds.get(kind);
    if (account === undefined) {
      account = { inputs: 0, statuses: new Map(), slowestMs: 0, peak: 0 };
      this.#kinds.set(kind, account);
    }
    return account;
  }
}

function megabytes(bytes: number): string {
  return (bytes / MB).toFixed(0);
}

function describe({ name, mode, bytes }: Input): string {
  return `${mode.language}${mode.dialect === undefined ? '' : ` (${mode.dialect})`}, ${bytes.length} bytes: ${name}`;
}
