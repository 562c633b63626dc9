import type { Parameter, Statement } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';

/** Values of a column; there are no nulls, and booleans are 1 and 0. */
export type Cell = Parameter | boolean | undefined;

/** Rows per insert statement: running a statement costs as much as a few rows. */
const ROWS_AT_ONCE = 16;

/** Inserts rows into one table, by column name. Rows are buffered until there are enough for one statement. */
export class Table<Column extends string> {
  readonly #columns: readonly Column[];
  readonly #prepare: (rows: number) => Statement;
  /** Prepared when they are needed first: a part of a project fills few tables. */
  #many: Statement | undefined;
  #one: Statement | undefined;
  /** Cells of the buffered rows, row by row. */
  readonly #waiting: Parameter[] = [];

  /** @param name with the prefix `temp.` for a temporary table */
  constructor(statements: Statements, name: string, columns: readonly Column[]) {
    this.#columns = columns;
    const row = `(${columns.map(() => '?').join(', ')})`;
    // After a failure everything is rolled back, so OR FAIL avoids the statement journal, which takes longer than the
    // inserts for rows that change many pages.
    const into = `INSERT OR FAIL INTO ${name} (${columns.join(', ')}) VALUES`;
    this.#prepare = (rows) => statements.prepared(`${into} ${Array.from({ length: rows }, () => row).join(', ')}`);
    statements.beforeAnyOther(() => this.#finish());
  }

  insert(row: Readonly<Record<Column, Cell>>): void {
    const waiting = this.#waiting;
    for (const column of this.#columns) waiting.push(parameter(row[column]));
    if (waiting.length < ROWS_AT_ONCE * this.#columns.length) return;
    this.#insertMany(waiting);
    waiting.length = 0;
  }

  /** @param cells of complete rows, row by row in the order of the columns */
  insertCells(cells: Parameter[]): void {
    const size = ROWS_AT_ONCE * this.#columns.length;
    let at = 0;
    if (this.#waiting.length > 0) {
      at = Math.min(cells.length, size - this.#waiting.length);
      this.#waiting.push(...cells.slice(0, at));
      if (this.#waiting.length < size) return;
      this.#insertMany(this.#waiting);
      this.#waiting.length = 0;
    }
    for (; at + size <= cells.length; at += size) this.#insertMany(cells.slice(at, at + size));
    this.#waiting.push(...cells.slice(at));
  }

  #insertMany(cells: readonly Parameter[]): void {
    this.#many ??= this.#prepare(ROWS_AT_ONCE);
    this.#many.run(...cells);
  }

  #finish(): void {
    if (this.#waiting.length === 0) return;
    const { length } = this.#columns;
    this.#one ??= this.#prepare(1);
    for (let at = 0; at < this.#waiting.length; at += length) this.#one.run(...this.#waiting.slice(at, at + length));
    this.#waiting.length = 0;
  }
}

function parameter(cell: Cell): Parameter {
  if (cell === undefined) return null;
  return typeof cell === 'boolean' ? Number(cell) : cell;
}
