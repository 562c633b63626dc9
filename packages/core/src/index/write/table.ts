import type { Parameter, Statement } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';

/** What a column can be given; nothing is null, yes and no are 1 and 0. */
export type Cell = Parameter | boolean | undefined;

/** Inserts rows into one table, each column by its name. */
export class Table<Column extends string> {
  readonly #columns: readonly Column[];
  readonly #insert: Statement;
  /** One list for all rows: there are millions. */
  readonly #parameters: Parameter[];

  /** @param name with `temp.` before it for a temporary table */
  constructor(statements: Statements, name: string, columns: readonly Column[]) {
    this.#columns = columns;
    this.#parameters = columns.map(() => null);
    const places = columns.map(() => '?').join(', ');
    this.#insert = statements.prepared(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})`);
  }

  insert(row: Readonly<Record<Column, Cell>>): void {
    const parameters = this.#parameters;
    for (let i = 0; i < this.#columns.length; i++) {
      const column = this.#columns[i];
      parameters[i] = column === undefined ? null : parameter(row[column]);
    }
    this.#insert.run(...parameters);
  }
}

function parameter(cell: Cell): Parameter {
  if (cell === undefined) return null;
  return typeof cell === 'boolean' ? Number(cell) : cell;
}
