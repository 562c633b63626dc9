import type { Parameter, Statement } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';

/** What a column can be given; nothing is null, yes and no are 1 and 0. */
export type Cell = Parameter | boolean | undefined;

/** Inserts rows into one table, each column by its name. */
export class Table<Column extends string> {
  readonly #columns: readonly Column[];
  readonly #insert: Statement;

  /** @param name with `temp.` before it for a temporary table */
  constructor(statements: Statements, name: string, columns: readonly Column[]) {
    this.#columns = columns;
    const places = columns.map(() => '?').join(', ');
    this.#insert = statements.prepared(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})`);
  }

  insert(row: Readonly<Record<Column, Cell>>): void {
    this.#insert.run(...this.#columns.map((column) => parameter(row[column])));
  }
}

function parameter(cell: Cell): Parameter {
  if (cell === undefined) return null;
  return typeof cell === 'boolean' ? Number(cell) : cell;
}
