import type { TokenRecord } from '#parse/facts.ts';
import { callsOfBlock } from './calls/call-block.ts';
import { ControlReader } from './control/control-reader.ts';
import type { ControlRecord } from './control/control-records.ts';
import { CountCache } from './count-cache.ts';
import type { FileCalls, IndexReader, Row, Snapshot, Value } from './port.ts';
import type { Database } from './sqlite/driver.ts';
import { damagedError, readError } from './sqlite/failure.ts';
import { gated } from './sqlite/gated.ts';
import type { IndexFile } from './sqlite/index-file.ts';
import { type OpenContext, type OpenedIndex, openToRead } from './sqlite/open-index.ts';
import { Statements } from './sqlite/statements.ts';
import { TokenRecords } from './token-records.ts';

/**
 * @param path of the index, as the user wrote it
 * @throws AnalyzerError `not_found`, `no_snapshot`, `unusable_index`, `unreadable`, `busy`, `cancelled`
 */
export async function openIndex(path: string, context: OpenContext = {}): Promise<IndexReader> {
  const { database, file } = await openToRead(path, context);
  const { gate } = context;
  return new Reader(path, { file, database: gate === undefined ? database : gated(database, gate) });
}

class Reader implements IndexReader {
  readonly #path: string;
  readonly #database: Database;
  readonly #file: IndexFile;
  readonly #statements: Statements;
  readonly #counts: CountCache;
  #check: (() => void) | undefined;

  constructor(path: string, { database, file }: OpenedIndex) {
    this.#path = path;
    this.#database = database;
    this.#file = file;
    this.#statements = new Statements(database);
    this.#counts = new CountCache(this.#statements);
    database.function('going_on', () => {
      this.#check?.();
      return 1;
    });
  }

  read<T>(work: (snapshot: Snapshot) => T, check?: () => void): T {
    const { snapshot, close } = this.open();
    this.#check = check;
    try {
      return work(snapshot);
    } finally {
      this.#check = undefined;
      close();
    }
  }

  open(): { snapshot: Snapshot; close(): void } {
    const snapshot = this.#guard(() => this.#snapshot());
    return { snapshot, close: () => this.#file.requireUnchanged() };
  }

  roots(snapshot: Snapshot): Map<string, string> {
    const sql = 'SELECT label, root FROM local_root JOIN project ON project.id = project_id ORDER BY project_id';
    return new Map(snapshot.all(sql, [], (row) => [row.text('label'), row.text('root')]));
  }

  close(): void {
    this.#database.close();
    this.#file.close();
  }

  #snapshot(): Snapshot {
    const id = this.#statements.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
    if (id === undefined) throw damagedError(this.#path);
    return new ReadSnapshot(id, this.#statements, this.#counts, (work) => this.#guard(work));
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // A driver forwards only the message of an error thrown inside a statement.
      this.#check?.();
      throw readError(error, this.#path);
    }
  }
}

const CALL_BLOCKS = `
  SELECT data FROM project JOIN call_block ON first_file_id BETWEEN node_id AND last_node_id
  WHERE project.id = ?
  ORDER BY first_file_id`;

class ReadSnapshot implements Snapshot {
  readonly id: string;
  readonly #statements: Statements;
  readonly #counts: CountCache;
  readonly #guard: <T>(work: () => T) => T;
  readonly #tokens: TokenRecords;
  readonly #control: ControlReader;

  constructor(id: string, statements: Statements, counts: CountCache, guard: <T>(work: () => T) => T) {
    this.id = id;
    this.#statements = statements;
    this.#counts = counts;
    this.#guard = guard;
    this.#tokens = new TokenRecords(statements);
    this.#control = new ControlReader(statements);
  }

  all<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T[] {
    return this.#guard(() => this.#statements.all(sql, parameters, read));
  }

  first<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): T | undefined {
    return this.#guard(() => this.#statements.first(sql, parameters, read));
  }

  count(sql: string, parameters: readonly Value[]): number {
    return this.#guard(() => this.#counts.of(sql, parameters));
  }

  *iterate<T>(sql: string, parameters: readonly Value[], read: (row: Row) => T): IterableIterator<T> {
    const rows = this.#guard(() => this.#statements.iterate(sql, parameters, read));
    for (let next = this.#guard(() => rows.next()); !next.done; next = this.#guard(() => rows.next())) {
      yield next.value;
    }
  }

  tokens(node: number): TokenRecord | undefined {
    return this.#guard(() => this.#tokens.of(node));
  }

  control(node: number): ControlRecord {
    return this.#guard(() => this.#control.of(node));
  }

  *calls(project: number): IterableIterator<FileCalls> {
    for (const block of this.iterate(CALL_BLOCKS, [project], (row) => row.bytes('data'))) yield* callsOfBlock(block);
  }
}
