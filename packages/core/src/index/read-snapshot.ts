import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { CallReader } from './calls/call-reader.ts';
import { ControlReader } from './control/control-reader.ts';
import type { ControlRecord } from './control/control-records.ts';
import { CountCache } from './count-cache.ts';
import type { FileCalls, Row, Snapshot, Value, WantedCalls } from './port.ts';
import type { ReadStatements } from './read-statements.ts';
import { TokenRecords } from './token-records.ts';

/** What the snapshots of one connection share. */
export function readsOf(statements: ReadStatements) {
  return { statements, counts: new CountCache(statements), calls: new CallReader(statements) };
}

export interface OpenConnection extends ReturnType<typeof readsOf> {
  hasRowCounts: boolean;
  /** Runs the work and converts its errors. */
  guard: <T>(work: () => T) => T;
}

/** One state of an index, of either database. */
export class ReadSnapshot implements Snapshot {
  readonly id: string;
  readonly hasRowCounts: boolean;
  readonly #shared: OpenConnection;
  readonly #tokens: TokenRecords;
  readonly #control: ControlReader;

  constructor(id: string, shared: OpenConnection) {
    this.id = id;
    this.hasRowCounts = shared.hasRowCounts;
    this.#shared = shared;
    this.#tokens = new TokenRecords(shared.statements);
    this.#control = new ControlReader(shared.statements);
  }

  get connection(): object {
    return this.#shared.statements;
  }

  all<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T[] {
    return this.#shared.guard(() => this.#shared.statements.all(sql, parameters, read));
  }

  gather(computations: readonly (() => unknown)[]): void {
    this.#shared.guard(() => this.#shared.statements.gather(computations));
  }

  first<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T | undefined {
    return this.#shared.guard(() => this.#shared.statements.first(sql, parameters, read));
  }

  count(sql: string, parameters: readonly Value[]): number {
    return this.#shared.guard(() => this.#shared.counts.of(sql, parameters));
  }

  iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T> {
    return this.#guarded(this.#shared.guard(() => this.#shared.statements.iterate(sql, parameters, read)));
  }

  *#guarded<T>(rows: IterableIterator<T>): IterableIterator<T> {
    for (let next = this.#shared.guard(() => rows.next()); !next.done; next = this.#shared.guard(() => rows.next())) {
      yield next.value;
    }
  }

  tokens(node: number): TokenRecord | undefined {
    return this.#shared.guard(() => this.#tokens.of(node));
  }

  tokenTexts(node: number, isWanted: (role: TokenRole, kind: string) => boolean): ReadonlySet<string> | undefined {
    return this.#shared.guard(() => this.#tokens.textsOf(node, isWanted));
  }

  prefetchTokens(nodes: readonly number[]): number[] {
    return this.#shared.guard(() => this.#tokens.prefetch(nodes));
  }

  control(nodes: readonly number[]): ReadonlyMap<number, ControlRecord> {
    return this.#shared.guard(() => this.#control.of(nodes));
  }

  calls(project: number, only?: WantedCalls): Iterable<FileCalls> {
    if (only === undefined) return this.#guarded(this.#shared.calls.ofProject(project));
    return this.#shared.guard(() => this.#shared.calls.wanted(project, only));
  }
}
