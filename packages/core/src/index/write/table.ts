import type { Parameter, Statement } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';

/** Values of a column; there are no nulls, and booleans are 1 and 0. */
export type Cell = Parameter | boolean | undefined;

/** Rows per insert statement: running a statement costs as much as a few rows. */
const ROWS_AT_ONCE = 16;

/** Inserts rows into one table, by column name. Rows are buffered until there are enough for one statement. */
export class Table<Column extends string> {
  readonly #columns: readonly Column[];
  readonly #many: Statement;
  readonly #one: Statement;
  /** Cells of the buffered rows, row by row. */
  readonly #waiting: Parameter[] = [];

  /** @param name with the prefix `temp.` for a temporary table */
  constructor(statements: Statements, name: string, columns: readonly Column[]) {
    this.#columns = columns;
    const row = `(${columns.map(() => '?').join(', ')})`;
    // After a failure everything is rolled back, so OR FAIL avoids the statement journal, which takes longer than the
    // inserts for rows that change many pages.
    const into = `INSERT OR FAIL INTO ${name} (${columns.join(', ')}) VALUES`;
    this.#one = statements.prepared(`${into} ${row}`);
    this.#many = statements.prepared(`${into} ${Array.from({ length: ROWS_AT_ONCE }, () => row).join(', ')}`);
    statements.beforeAnyOther(() => this.#finish());
  }

  insert(row: Readonly<Record<Column, Cell>>): void {
    const waiting = this.#waiting;
    for (const column of this.#columns) waiting.push(parameter(row[column]));
    if (waiting.length < ROWS_AT_ONCE * this.#columns.length) return;
    this.#many.run(...waiting);
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
      this.#many.run(...this.#waiting);
      this.#waiting.length = 0;
    }
    for (; at + size <= cells.length; at += size) this.#many.run(...cells.slice(at, at + size));
    this.#waiting.push(...cells.slice(at));
  }

  #finish(): void {
    const { length } = this.#columns;
    for (let at = 0; at < this.#waiting.length; at += length) this.#one.run(...this.#waiting.slice(at, at + length));
    this.#waiting.length = 0;
  }
}

function parameter(cell: Cell): Parameter {
  if (cell === undefined) return null;
  return typeof cell === 'boolean' ? Number(cell) : cell;
}
