import type { Row, Value } from '../port.ts';

/** One row of the driver, read by name and type. One object is reused for all rows of a result. */
export class ResultRow implements Row {
  #columns: object = {};

  /** @param row of the driver */
  set(row: unknown): this {
    if (typeof row !== 'object' || row === null) throw new RangeError('the database returned no row');
    this.#columns = row;
    return this;
  }

  integer(column: string): number {
    return this.optionalInteger(column) ?? this.#missing(column, 'integer');
  }

  text(column: string): string {
    return this.optionalText(column) ?? this.#missing(column, 'text');
  }

  bytes(column: string): Uint8Array {
    return this.optionalBytes(column) ?? this.#missing(column, 'bytes');
  }

  flag(column: string): boolean {
    return this.integer(column) !== 0;
  }

  optionalInteger(column: string): number | undefined {
    const value = this.#value(column);
    if (value === null) return undefined;
    return typeof value === 'number' ? value : this.#missing(column, 'integer');
  }

  optionalText(column: string): string | undefined {
    const value = this.#value(column);
    if (value === null) return undefined;
    return typeof value === 'string' ? value : this.#missing(column, 'text');
  }

  optionalBytes(column: string): Uint8Array | undefined {
    const value = this.#value(column);
    if (value === null) return undefined;
    return value instanceof Uint8Array ? value : this.#missing(column, 'bytes');
  }

  #value(column: string): Value | undefined {
    return Reflect.get(this.#columns, column);
  }

  #missing(column: string, type: string): never {
    throw new RangeError(`the result has no ${type} ${column}`);
  }
}
