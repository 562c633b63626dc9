import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import type { CallReader } from './calls/call-reader.ts';
import { ControlReader } from './control/control-reader.ts';
import type { ControlRecord } from './control/control-records.ts';
import type { CountCache } from './count-cache.ts';
import type { FileCalls, Row, Snapshot, Value, WantedCalls } from './port.ts';
import type { ReadStatements } from './read-statements.ts';
import { TokenRecords } from './token-records.ts';

/** What the snapshots of one connection share. */
export interface OpenConnection {
  statements: ReadStatements;
  counts: CountCache;
  calls: CallReader;
  hasRowCounts: boolean;
  /** Runs the work and converts its errors. */
  guard: <T>(work: () => T) => T;
}

/** One state of an index, of either database. */
export class ReadSnapshot implements Snapshot {
  readonly id: string;
  readonly hasRowCounts: boolean;
  readonly #statements: ReadStatements;
  readonly #counts: CountCache;
  readonly #calls: CallReader;
  readonly #guard: <T>(work: () => T) => T;
  readonly #tokens: TokenRecords;
  readonly #control: ControlReader;

  constructor(id: string, { statements, counts, calls, hasRowCounts, guard }: OpenConnection) {
    this.id = id;
    this.hasRowCounts = hasRowCounts;
    this.#statements = statements;
    this.#counts = counts;
    this.#calls = calls;
    this.#guard = guard;
    this.#tokens = new TokenRecords(statements);
    this.#control = new ControlReader(statements);
  }

  get connection(): object {
    return this.#statements;
  }

  all<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T[] {
    return this.#guard(() => this.#statements.all(sql, parameters, read));
  }

  gather(computations: readonly (() => unknown)[]): void {
    this.#guard(() => this.#statements.gather(computations));
  }

  first<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T | undefined {
    return this.#guard(() => this.#statements.first(sql, parameters, read));
  }

  count(sql: string, parameters: readonly Value[]): number {
    return this.#guard(() => this.#counts.of(sql, parameters));
  }

  iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T> {
    return this.#guarded(this.#guard(() => this.#statements.iterate(sql, parameters, read)));
  }

  *#guarded<T>(rows: IterableIterator<T>): IterableIterator<T> {
    for (let next = this.#guard(() => rows.next()); !next.done; next = this.#guard(() => rows.next())) {
      yield next.value;
    }
  }

  tokens(node: number): TokenRecord | undefined {
    return this.#guard(() => this.#tokens.of(node));
  }

  tokenTexts(node: number, isWanted: (role: TokenRole, kind: string) => boolean): ReadonlySet<string> | undefined {
    return this.#guard(() => this.#tokens.textsOf(node, isWanted));
  }

  prefetchTokens(nodes: readonly number[]): number[] {
    return this.#guard(() => this.#tokens.prefetch(nodes));
  }

  control(nodes: readonly number[]): ReadonlyMap<number, ControlRecord> {
    return this.#guard(() => this.#control.of(nodes));
  }

  calls(project: number, only?: WantedCalls): Iterable<FileCalls> {
    if (only === undefined) return this.#guarded(this.#calls.ofProject(project));
    return this.#guard(() => this.#calls.wanted(project, only));
  }
}
