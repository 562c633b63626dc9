import type { Row, Statement, Value } from '../port.ts';
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
  readonly #expected = new Map<string, Result>();
  #cursors = 0;
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

  prefetch(statements: readonly Statement[]): void {
    const sent = statements.map(({ sql, parameters }) => this.#prepared(sql, parameters));
    if (sent.length < 2) return;
    const results = this.#bridge.runAll(sent, this.#check);
    for (const [index, result] of results.entries()) this.#expected.set(keyOf(sent[index]), result);
  }

  *iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T> {
    const cursor = `c${++this.#cursors}`;
    const translated = postgresSql(sql, parameters);
    this.#begin();
    this.#send(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${translated.sql}`, translated.values);
    for (;;) {
      const { columns, rows } = this.#send(`FETCH ${ROWS_AT_ONCE} FROM ${cursor}`);
      const row = new ListRow(columns);
      for (const values of rows) yield read(row.set(values));
      if (rows.length < ROWS_AT_ONCE) break;
    }
    this.#send(`CLOSE ${cursor}`);
  }

  /** Ends all cursors. */
  end(): void {
    this.#expected.clear();
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    if (!this.#bridge.isLost) this.#bridge.run('COMMIT');
  }

  #begin(): void {
    if (this.#inTransaction) return;
    this.#send('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    this.#inTransaction = true;
  }

  #run(sql: string, parameters: readonly Value[]): Result {
    const statement = this.#prepared(sql, parameters);
    if (this.#expected.size > 0) {
      const key = keyOf(statement);
      const result = this.#expected.get(key);
      if (result !== undefined) {
        this.#expected.delete(key);
        return result;
      }
    }
    return this.#send(statement.sql, statement.values, statement.name);
  }

  #prepared(sql: string, parameters: readonly Value[]): SentStatement & { name: string } {
    const translated = postgresSql(sql, parameters);
    let name = this.#names.get(translated.sql);
    if (name === undefined) {
      name = `s${this.#names.size}`;
      this.#names.set(translated.sql, name);
    }
    return { ...translated, name };
  }

  #send(sql: string, values?: readonly Value[], name?: string): Result {
    return this.#bridge.run(sql, values, { ...(name !== undefined && { name }), check: this.#check });
  }
}

function keyOf(statement: SentStatement | undefined): string {
  return JSON.stringify([statement?.name, ...(statement?.values ?? [])]);
}
