import type { Row } from '../port.ts';
import type { ReadStatements } from '../read-statements.ts';
import type { Database, Parameter, Statement } from './driver.ts';
import { ResultRow } from './row.ts';

/** The statements of one connection, each prepared once. */
export class Statements implements ReadStatements {
  readonly #database: Database;
  readonly #prepared = new Map<string, Statement>();
  readonly #before: (() => void)[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param finish inserts pending rows; called before any statement of this class except those from `prepared` */
  beforeAnyOther(finish: () => void): void {
    this.#before.push(finish);
  }

  /** Inserts pending rows. */
  finish(): void {
    for (const finish of this.#before) finish();
  }

  run(sql: string, ...parameters: Parameter[]): void {
    this.finish();
    this.prepared(sql).run(...parameters);
  }

  first<T>(sql: string, parameters: readonly Parameter[], read: (row: Row) => T): T | undefined {
    this.finish();
    const row = this.prepared(sql).get(...parameters);
    return row === undefined ? undefined : read(new ResultRow().set(row));
  }

  all<T>(sql: string, parameters: readonly Parameter[], read: (row: Row) => T): T[] {
    this.finish();
    const row = new ResultRow();
    return this.prepared(sql)
      .all(...parameters)
      .map((columns) => read(row.set(columns)));
  }

  /** Reading a file waits for nothing. */
  gather(): void {}

  /** The same statement must not run again before the end. */
  *iterate<T>(sql: string, parameters: readonly Parameter[], read: (row: Row) => T): IterableIterator<T> {
    this.finish();
    const row = new ResultRow();
    for (const columns of this.prepared(sql).iterate(...parameters)) yield read(row.set(columns));
  }

  prepared(sql: string): Statement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
