import type { Row, Value } from './port.ts';

/** The statements of one connection that only read, of either database. */
export interface ReadStatements {
  first<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T | undefined;
  all<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T[];
  /** As of a snapshot. */
  gather(computations: readonly (() => unknown)[]): void;
  iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T>;
}
