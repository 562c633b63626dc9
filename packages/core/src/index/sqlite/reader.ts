import type { IndexReader, Snapshot } from '../port.ts';
import { ReadSnapshot, readsOf } from '../read-snapshot.ts';
import { readRoots } from '../roots.ts';
import type { Database } from './driver.ts';
import { damagedError, readError } from './failure.ts';
import type { IndexFile } from './index-file.ts';
import type { OpenedIndex } from './open-index.ts';
import { Statements } from './statements.ts';

export class SqliteReader implements IndexReader {
  readonly #path: string;
  readonly #database: Database;
  readonly #file: IndexFile;
  readonly #statements: Statements;
  readonly #reads: ReturnType<typeof readsOf>;
  #check: (() => void) | undefined;

  constructor(path: string, { database, file }: OpenedIndex) {
    this.#path = path;
    this.#database = database;
    this.#file = file;
    this.#statements = new Statements(database);
    this.#reads = readsOf(this.#statements);
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
    return readRoots(snapshot);
  }

  isCurrent(): boolean {
    return this.#file.isAtItsPath();
  }

  close(): void {
    this.#database.close();
    this.#file.close();
  }

  #snapshot(): Snapshot {
    const id = this.#statements.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
    if (id === undefined) throw damagedError(this.#path);
    return new ReadSnapshot(id, {
      ...this.#reads,
      hasRowCounts: false,
      guard: (work) => this.#guard(work),
    });
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
