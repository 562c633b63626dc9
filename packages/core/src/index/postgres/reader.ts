import { hostname } from 'node:os';
import { AnalyzerError } from '@analyzer/contracts';
import { LOCKS } from '#postgres/advisory-locks.ts';
import { changed, codeOf } from '#postgres/failure.ts';
import { SNAPSHOTS } from '#postgres/migrations/0007-snapshots.ts';
import { MIGRATIONS, newerDatabase } from '#postgres/migrations/migrate.ts';
import { shownUrl } from '#postgres/url.ts';
import type { IndexReader, Snapshot } from '../port.ts';
import { ReadSnapshot, readsOf } from '../read-snapshot.ts';
import { readRoots } from '../roots.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { Bridge } from './bridge/bridge.ts';
import { schemaOf } from './generation.ts';
import { PostgresStatements } from './statements.ts';
import { hasTotals } from './totals.ts';

/** Publications that may happen while a reader opens; each takes seconds, opening milliseconds. */
const MAX_TRIES = 10;

const SETTINGS = `
  SET default_transaction_read_only = on;
  SET jit = off;
  SET cursor_tuple_fraction = 1;
  -- Statements have more tables than the default limit, above which the written order counts.
  SET join_collapse_limit = 12;
  SET from_collapse_limit = 12;
  -- A range of a key that depends on another table, such as the nodes of a file, has no good estimate: a plan that reads
  -- all nodes for each file of a list takes a thousand times as long as one that uses the key.
  SET enable_seqscan = off;
  SET enable_material = off;
  SET enable_memoize = off;
  SET random_page_cost = 1.1`;
const CURRENT = 'SELECT generation FROM analyzer.current';

/**
 * An index on a PostgreSQL server. A generation never changes, and a shared lock protects it from removal while a reader
 * has it open: all statements of a reader see one state, without a transaction around them.
 */
export class PostgresReader implements IndexReader {
  readonly #server: string;
  readonly #bridge: Bridge;
  readonly #generation: number;
  readonly #statements: PostgresStatements;
  readonly #reads: ReturnType<typeof readsOf>;
  readonly #hasTotals: boolean;
  #check: (() => void) | undefined;
  #opened = 0;
  #id: string | undefined;

  private constructor(server: string, bridge: Bridge, generation: number) {
    this.#server = server;
    this.#bridge = bridge;
    this.#generation = generation;
    this.#statements = new PostgresStatements(bridge, () => this.#check?.());
    this.#reads = readsOf(this.#statements);
    this.#hasTotals = hasTotals(bridge, generation);
  }

  /**
   * @param bridge path of the program of the connection's thread
   * @param snapshotId the generation of this snapshot is opened if the server has it, else the current one
   * @throws AnalyzerError `no_snapshot`, `unusable_index`, `unavailable`, `unreadable`, `not_found`, `busy`, `usage`
   */
  static open(url: string, bridge: string | undefined, snapshotId?: string): PostgresReader {
    const server = shownUrl(url);
    const connection = new Bridge(url, bridge);
    try {
      connection.connect();
      connection.run(SETTINGS);
      connection.run("SELECT set_config('analyzer.machine', $1, false)", [hostname()]);
      const earlier = snapshotId === undefined ? undefined : earlierGeneration(connection, server, snapshotId);
      return new PostgresReader(server, connection, earlier ?? lockedGeneration(connection, server));
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  read<T>(work: (snapshot: Snapshot) => T, check?: () => void): T {
    const before = this.#check;
    const { snapshot, close } = this.open();
    this.#check = check;
    try {
      return work(snapshot);
    } catch (error) {
      throw isOfData(error) ? changed(this.#server, error) : error;
    } finally {
      this.#check = before;
      close();
    }
  }

  open(): { snapshot: Snapshot; close(): void } {
    this.#id ??= this.#statements.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
    const id = this.#id;
    if (id === undefined) throw withoutSnapshot(this.#server);
    this.#opened++;
    return {
      snapshot: new ReadSnapshot(id, {
        ...this.#reads,
        hasRowCounts: this.#hasTotals,
        guard: (work) => work(),
      }),
      close: () => {
        if (--this.#opened === 0) this.#statements.end();
      },
    };
  }

  roots(snapshot: Snapshot): Map<string, string> {
    return readRoots(snapshot);
  }

  /** Also false after the connection was lost. */
  isCurrent(): boolean {
    if (this.#bridge.isLost) return false;
    try {
      return this.#bridge.run(CURRENT).rows[0]?.[0] === this.#generation;
    } catch (error) {
      if (this.#bridge.isLost) return false;
      throw error;
    }
  }

  close(): void {
    this.#bridge.close();
  }
}

/** Whether a value that was read is not one that a publication wrote. */
function isOfData(error: unknown): error is Error {
  if (error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError) return true;
  // Of zlib.
  return error instanceof Error && codeOf(error)?.startsWith('Z_') === true;
}

const SNAPSHOT = 'SELECT max(number) FROM analyzer.generation WHERE snapshot_id = $1 AND schema_version = $2';
const LOCK = 'SELECT pg_try_advisory_lock_shared($1, $2)';
const UNLOCK = 'SELECT pg_advisory_unlock_all()';

/** Chooses and locks the generation of a snapshot. @returns undefined if the server does not have it */
function earlierGeneration(bridge: Bridge, server: string, snapshotId: string): number | undefined {
  const [table] = bridge.run("SELECT to_regclass('analyzer.current') IS NOT NULL").rows;
  // An older version of this program did not store the snapshots of generations.
  if (table?.[0] !== 1 || requireKnown(bridge, server) < SNAPSHOTS.number) return undefined;
  const find = () => bridge.run(SNAPSHOT, [snapshotId, SCHEMA_VERSION]).rows[0]?.[0];
  const generation = find();
  if (typeof generation !== 'number') return undefined;
  const [locked] = bridge.run(LOCK, [LOCKS.generation, generation]).rows;
  // A publisher may have removed it between the two statements.
  if (locked?.[0] === 1 && find() === generation) {
    search(bridge, generation);
    return generation;
  }
  bridge.run(UNLOCK);
  return undefined;
}

function search(bridge: Bridge, generation: number): void {
  bridge.run(`SET search_path = ${schemaOf(generation)}, pg_catalog`);
}

/** Chooses the current generation, and locks it so that no publisher removes it. */
function lockedGeneration(bridge: Bridge, server: string): number {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [row] = bridge.run("SELECT to_regclass('analyzer.current') IS NOT NULL").rows;
    const isKnown = row?.[0] === 1;
    if (isKnown) requireKnown(bridge, server);
    const [current] = isKnown ? bridge.run(POINTER).rows : [];
    const [generation, version] = current ?? [];
    if (typeof generation !== 'number') throw withoutSnapshot(server);
    if (version !== SCHEMA_VERSION) throw otherVersion(server, Number(version));
    const [locked] = bridge.run(LOCK, [LOCKS.generation, generation]).rows;
    // A publisher may have removed it between the two statements; then the pointer names another one.
    const [again] = locked?.[0] === 1 ? bridge.run(CURRENT).rows : [];
    if (again?.[0] === generation) {
      search(bridge, generation);
      return generation;
    }
    bridge.run(UNLOCK);
  }
  throw new AnalyzerError('busy', { problem: 'another process keeps replacing the index' }, { hint: 'Start again.' });
}

const POINTER = `
  SELECT generation, schema_version FROM analyzer.current
  JOIN analyzer.generation ON generation.number = generation`;

/**
 * @returns number of the last migration
 * @throws AnalyzerError `unusable_index` if a newer version of this program changed the database
 */
function requireKnown(bridge: Bridge, server: string): number {
  const [row] = bridge.run('SELECT max(number) FROM analyzer.migration').rows;
  const last = Number(row?.[0]);
  if (last > MIGRATIONS.length) throw newerDatabase(server, last);
  return last;
}

const INDEX = 'Index with `analyzer workspace index --db` and this URL.';

function withoutSnapshot(server: string): AnalyzerError {
  return new AnalyzerError('no_snapshot', { path: server }, { hint: INDEX });
}

function otherVersion(server: string, version: number): AnalyzerError {
  const reason =
    version > SCHEMA_VERSION ? 'a newer version of this program wrote it' : 'an older version of this program wrote it';
  const hint = version > SCHEMA_VERSION ? 'Update this program.' : INDEX;
  return new AnalyzerError('unusable_index', { path: server, reason }, { hint });
}
