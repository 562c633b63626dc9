import type { Value } from '../port.ts';
import { TypedRow } from '../typed-row.ts';

/** A row of a result. One object is reused for all rows. */
export class ListRow extends TypedRow {
  /** By name; of equal names the last one counts, as in SQLite. */
  readonly #positions: ReadonlyMap<string, number>;
  #values: readonly Value[] = [];

  constructor(columns: readonly string[]) {
    super();
    this.#positions = new Map(columns.map((name, position) => [name, position]));
  }

  set(values: readonly Value[]): this {
    this.#values = values;
    return this;
  }

  protected value(column: string): Value | undefined {
    const position = this.#positions.get(column);
    return position === undefined ? undefined : this.#values[position];
  }
}
