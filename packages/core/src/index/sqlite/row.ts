import type { Value } from '../port.ts';
import { TypedRow } from '../typed-row.ts';

/** A row of the driver. One object is reused for all rows of a result. */
export class ResultRow extends TypedRow {
  #columns: object = {};

  /** @param row of the driver */
  set(row: unknown): this {
    if (typeof row !== 'object' || row === null) throw new RangeError('the database returned no row');
    this.#columns = row;
    return this;
  }

  protected value(column: string): Value | undefined {
    return Reflect.get(this.#columns, column);
  }
}
