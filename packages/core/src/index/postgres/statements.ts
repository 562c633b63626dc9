import type { Row, Value } from '../port.ts';
import type { ReadStatements } from '../read-statements.ts';
import type { Bridge } from './bridge/bridge.ts';
import type { Result, SentStatement } from './bridge/messages.ts';
import { ListRow } from './row.ts';
import { postgresSql } from './sql.ts';

/** Rows that are read at once of a result too large for memory. */
const ROWS_AT_ONCE = 2_000;

/** The statements of one connection, each prepared once. */
export class PostgresStatements implements ReadStatements {
  readonly #bridge: Bridge;
  readonly #check: () => void;
  /** Names of prepared statements. */
  readonly #names = new Map<string, string>();
  /** Results that were asked for together, by statement and values. */
  readonly #gathered = new Map<string, Result>();
  /** What running computations of `gather` ask for and does not exist yet. */
  #missing: Map<string, SentStatement> | undefined;
  #cursors = 0;
  /** Statements that close cursors that are read. Another one sends them too, and the end of the transaction closes all. */
  #read: string[] = [];
  /** Cursors need a transaction. */
  #inTransaction = false;

  /** @param check called regularly; an error that it throws ends the statement */
  constructor(bridge: Bridge, check: () => void) {
    this.#bridge = bridge;
    this.#check = check;
  }

  first<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T | undefined {
    const { columns, rows } = this.#run(sql, parameters);
    const [first] = rows;
    return first === undefined ? undefined : read(new ListRow(columns).set(first));
  }

  all<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T[] {
    const { columns, rows } = this.#run(sql, parameters);
    const row = new ListRow(columns);
    return rows.map((values) => read(row.set(values)));
  }

  gather(computations: readonly (() => unknown)[]): void {
    if (this.#missing !== undefined) {
      if (computations.filter(isWaiting).length > 0) throw NOT_GATHERED;
      return;
    }
    for (let left = computations; left.length > 0; ) {
      const missing = new Map<string, SentStatement>();
      this.#missing = missing;
      try {
        left = left.filter(isWaiting);
      } finally {
        this.#missing = undefined;
      }
      if (missing.size === 0) return;
      const keys = [...missing.keys()];
      for (const [index, result] of this.#bridge.runAll([...missing.values()], this.#check).entries()) {
        this.#gathered.set(keys[index] ?? '', result);
      }
    }
  }

  *iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T> {
    if (this.#missing !== undefined) throw new RangeError('rows that are too large for memory are not gathered');
    const cursor = `c${++this.#cursors}`;
    const { sql: query, values } = postgresSql(sql, parameters);
    const fetch = { sql: `FETCH ${ROWS_AT_ONCE} FROM ${cursor}` };
    const declare = { sql: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`, values };
    const before = this.#inTransaction ? this.#read : ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'];
    this.#inTransaction = true;
    this.#read = [];
    let result = this.#bridge.runAll([...before.map((its) => ({ sql: its })), declare, fetch], this.#check).at(-1);
    for (; result !== undefined; result = this.#bridge.runOne(fetch, this.#check)) {
      const row = new ListRow(result.columns);
      for (const values of result.rows) yield read(row.set(values));
      if (result.rows.length < ROWS_AT_ONCE) break;
    }
    this.#read.push(`CLOSE ${cursor}`);
  }

  /** Ends all cursors, and forgets gathered rows. */
  end(): void {
    this.#gathered.clear();
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    this.#read = [];
    if (!this.#bridge.isLost) this.#bridge.run('COMMIT');
  }

  /** @throws NOT_GATHERED in a computation of `gather`, for rows that are not read yet */
  #run(sql: string, parameters: readonly Value[]): Result {
    if (this.#missing === undefined && this.#gathered.size === 0)
      return this.#bridge.runOne(this.#prepared(sql, parameters), this.#check);
    const key = sql + JSON.stringify(parameters);
    const result = this.#gathered.get(key);
    if (result !== undefined) return result;
    const statement = this.#prepared(sql, parameters);
    if (this.#missing === undefined) return this.#bridge.runOne(statement, this.#check);
    this.#missing.set(key, statement);
    throw NOT_GATHERED;
  }

  #prepared(sql: string, parameters: readonly Value[]): SentStatement {
    const translated = postgresSql(sql, parameters);
    let name = this.#names.get(translated.sql);
    if (name === undefined) {
      name = `s${this.#names.size}`;
      this.#names.set(translated.sql, name);
    }
    return { ...translated, name };
  }
}

/** Ends a run of a computation, which runs again when its rows are there. One, because recording a stack takes time. */
const NOT_GATHERED = new Error('rows are not gathered');

/** Runs a computation whose other errors appear again when it is used. */
function isWaiting(compute: () => unknown): boolean {
  try {
    compute();
    return false;
  } catch (error) {
    return error === NOT_GATHERED;
  }
}
