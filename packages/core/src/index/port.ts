import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import type { CallVia, LinkState } from '#scan/model.ts';
import type { ControlRecord } from './control/control-records.ts';

/** Value of a column: integers are numbers, hashes and keys are bytes. */
export type Value = number | string | Uint8Array | null;

/**
 * One row of a result. Columns are read by name and type. A getter throws a RangeError if the column is missing or has
 * another type, which is a bug in the statement.
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
 * A condition that is always true, for statements that may read many rows: at each 1,024th row it checks whether the
 * query should continue. There is no other way to end a running statement.
 *
 * @param id an integer column with different values
 */
export function goingOn(id: string): string {
  return `(${id} & 1023 <> 0 OR going_on() = 1)`;
}

/** The calls of one file, ordered by position, as columns of equal length. */
export interface FileCalls {
  /** Integer id of the file's node; the ids of its declarations follow in order. */
  file: number;
  /** Dotted; `…` for parts that are not names. */
  callee: string[];
  line: number[];
  /** Index of the enclosing declaration, -1 at file level. */
  within: number[];
  state: LinkState[];
  /** The rule that found the candidates. */
  via: (CallVia | null)[];
  /** Integer node ids of declarations; a single one for a resolved call. */
  candidates: number[][];
  /** Set for external and unresolved calls. */
  reason: (string | null)[];
}

/** Calls to read: of one file, or of all files that call a last name. */
export type WantedCalls = { file: number } | { name: string };

/**
 * One state of the index. `schema/tables.ts` describes its tables and columns, `codes.ts` its codes. Statements are
 * prepared once per connection and SQL string: write them with `?` and use few different strings.
 */
export interface Snapshot {
  /** The `snapshot_id` of this state, 64 hex. */
  readonly id: string;
  /** The same object for all snapshots of a connection: its index never changes, so that results can be kept for it. */
  readonly connection: object;
  /** Whether the numbers of rows of lists are stored, by which a list of millions of rows finds a page. */
  readonly hasRowCounts: boolean;
  /** @returns the result of `read` for each row */
  all<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T[];
  /**
   * Reads what computations need that do not depend on each other: each runs until it asks for rows, those of all are read
   * together, and so on. The rows stay for the rest of the query. An index that is a file does nothing.
   *
   * @param computations whose repetition changes nothing: each runs several times; their results and errors are ignored
   */
  gather(computations: readonly (() => unknown)[]): void;
  /** The first row, if there is one. */
  first<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T | undefined;
  /** The column `n` of the only row, for statements of which the same number is asked again: each connection caches it. */
  count(sql: string, parameters: readonly Value[]): number;
  /** Row by row, for results that are too large for memory; ends with the snapshot. */
  iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T>;
  /**
   * The leaves of a grouped function, of a grouped type without its functions, or of a function directly in such a
   * type, by integer node id; undefined for other nodes.
   */
  tokens(node: number): TokenRecord | undefined;
  /** The different texts of these leaves whose role and kind are wanted: far less work than all leaves. */
  tokenTexts(node: number, isWanted: (role: TokenRole, kind: string) => boolean): ReadonlySet<string> | undefined;
  /**
   * Reads together what `tokens` and `tokenTexts` of these nodes need.
   *
   * @returns those that have leaves
   */
  prefetchTokens(nodes: readonly number[]): number[];
  /** The control structures of occurrences of groups, by integer node id; nodes without any and other nodes are absent. */
  control(nodes: readonly number[]): ReadonlyMap<number, ControlRecord>;
  /**
   * The calls of a project, by its integer id; files without calls are omitted.
   *
   * @param only other calls are omitted
   */
  calls(project: number, only?: WantedCalls): Iterable<FileCalls>;
}

/**
 * The read side of an index: it never writes. It reads the file that it opened, even after a writer has replaced that
 * file; open the index again to read the new one. A connection may be used by one thread only.
 */
export interface IndexReader {
  /**
   * Runs one query.
   *
   * @param check called regularly by statements with `goingOn`; an error that it throws ends them
   * @throws AnalyzerError `unusable_index`; `busy` when another program changed the file meanwhile; errors of the
   *   work and the check
   */
  read<T>(work: (snapshot: Snapshot) => T, check?: () => void): T;
  /**
   * Opens a snapshot for a longer time, such as an export.
   *
   * @returns `close` throws AnalyzerError `busy` as `read` does: then the read rows are invalid
   */
  open(): { snapshot: Snapshot; close(): void };
  /**
   * Paths of the projects' sources on this machine, by label. Only for quotes checked by hash; never part of a result.
   */
  roots(snapshot: Snapshot): Map<string, string>;
  /** Whether opening the index again would read the same state. */
  isCurrent(): boolean;
  close(): void;
}
