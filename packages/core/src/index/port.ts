import type { TokenRecord } from '#parse/facts.ts';
import type { LinkState } from '#scan/model.ts';

/** What stands in a column: integers come as numbers, hashes and keys as bytes. */
export type Value = number | string | Uint8Array | null;

/**
 * One row of a result. Columns are read by name and type, so that nothing is taken for what it is not.
 * A getter throws a RangeError when the column is missing or of another type: a fault of the statement.
 */
export interface Row {
  integer(column: string): number;
  text(column: string): string;
  bytes(column: string): Uint8Array;
  /** 0 or 1. */
  flag(column: string): boolean;
  optionalInteger(column: string): number | undefined;
  optionalText(column: string): string | undefined;
  optionalBytes(column: string): Uint8Array | undefined;
}

/**
 * A condition that is true, for statements that may go through many rows: at each 1,024th it asks whether the query
 * should go on. Nothing else reaches into a running statement.
 *
 * @param id a column of integers that are not all alike
 */
export function goingOn(id: string): string {
  return `(${id} & 1023 OR going_on())`;
}

/** The calls of one file in order of position, as columns of equal length. */
export interface FileCalls {
  /** Its integer node id; those of its declarations follow in order. */
  file: number;
  /** Dotted; `…` for what is no name. */
  callee: string[];
  line: number[];
  /** Index of the enclosing declaration, -1 at file level. */
  within: number[];
  state: LinkState[];
  /** Integer node ids of declarations; one of a resolved call. */
  candidates: number[][];
  /** Of an external or unresolved one. */
  reason: (string | null)[];
}

/**
 * One state of the index. The schema, with the meaning of each column, is `schema/tables.ts`, its codes `codes.ts`.
 * Statements are prepared once per connection and SQL string: write them with `?` and use few different strings.
 */
export interface Snapshot {
  /** The `snapshot_id` of this state, 64 hex. */
  readonly id: string;
  /** @returns what `read` makes of each row */
  all<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T[];
  /** The first row, if there is one. */
  first<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T | undefined;
  /** Row by row, for results that should not be held at once; ends with the snapshot. */
  iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T>;
  /** The kept leaves of a grouped function, by its integer node id; undefined for any other node. */
  tokens(node: number): TokenRecord | undefined;
  /** Every call of a project, by its integer id; files without calls are left out. */
  calls(project: number): IterableIterator<FileCalls>;
}

/**
 * The read side of an index: never writes. It reads the file that it opened, also after a writer has replaced that file;
 * open the index again to read the new one. A connection serves one thread.
 */
export interface IndexReader {
  /**
   * Runs one query.
   *
   * @param check is called every so often by statements that contain `goingOn`; an error of it ends them
   * @throws AnalyzerError `unusable_index`; `busy` when another program changed the file meanwhile; errors of the work and
   *   the check
   */
  read<T>(work: (snapshot: Snapshot) => T, check?: () => void): T;
  /**
   * The snapshot for a longer time, such as an export.
   *
   * @returns `close` throws AnalyzerError `busy` as `read` does: then the rows that were read are not valid
   */
  open(): { snapshot: Snapshot; close(): void };
  /** Paths of the projects' sources on this machine, by label. Only for quoting by hash: they are never part of a result. */
  roots(snapshot: Snapshot): Map<string, string>;
  close(): void;
}
