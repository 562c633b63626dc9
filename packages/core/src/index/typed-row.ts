import type { Row, Value } from './port.ts';

/** One row of a result, read by name and type. */
export abstract class TypedRow implements Row {
  /** @returns undefined for a missing column */
  protected abstract value(column: string): Value | undefined;

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
    const value = this.value(column);
    if (value === null) return undefined;
    return typeof value === 'number' ? value : this.#missing(column, 'integer');
  }

  optionalText(column: string): string | undefined {
    const value = this.value(column);
    if (value === null) return undefined;
    return typeof value === 'string' ? value : this.#missing(column, 'text');
  }

  optionalBytes(column: string): Uint8Array | undefined {
    const value = this.value(column);
    if (value === null) return undefined;
    return value instanceof Uint8Array ? value : this.#missing(column, 'bytes');
  }

  #missing(column: string, type: string): never {
    throw new RangeError(`the result has no ${type} ${column}`);
  }
}
