import { setTimeout } from 'node:timers/promises';
import type { Engine } from '#parse/engine.ts';
import type { Scan } from '#scan/model.ts';
import { pause } from '#tree/pause.ts';
import { indexSnapshotId, type ProjectIdentity } from '../snapshot-id.ts';
import type { Database } from '../sqlite/driver.ts';
import { busyError, isBusy, sqliteCode, writeError } from '../sqlite/failure.ts';
import { openToWrite } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import { INDEX_VERSIONS } from '../versions.ts';
import { clear, dropIndexes } from './clear.ts';
import { writeCounts } from './counts.ts';
import { writeGroups } from './group-writer.ts';
import { type ProjectHead, ProjectWriter, type WholeScan } from './project-writer.ts';
import { createStaging } from './staging.ts';
import { TokenStaging } from './token-staging.ts';
import { writeTokenRecords } from './token-writer.ts';

const RETRY_MS = 200;

/** What is put into an index: everything anew, in one transaction. */
export interface Rebuild {
  /** The engine that scans must use, so that token records go where they belong. */
  readonly engine: Engine;
  /** Projects come in the order of their labels. */
  add(head: ProjectHead, scan: Scan, snapshotId: string): Promise<void>;
  /**
   * Has the engine scan a project whole, if it can, and adds it.
   *
   * @returns whether it is in; else it must be scanned and added
   */
  addWhole(head: ProjectHead, scan: Omit<WholeScan, 'scanWhole'>): Promise<boolean>;
}

export interface RebuildContext {
  /** One that hands out token records; it stays whose it was. */
  engine: Engine;
  /** How long to wait while another process is writing. */
  patienceMs: number;
  /** Called once when it must be waited for. */
  onWaiting?: (() => void) | undefined;
  /** Called when all projects are in and groups are looked for. */
  onGrouping?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Replaces what an index holds. Until the last moment, whatever happens to this process, readers and the next writer
 * find what was there before.
 *
 * @param path of the index, as a person wrote it
 * @param fill adds all projects
 * @returns the new snapshot id
 * @throws AnalyzerError `unusable_index`, `output_failed`, `busy`, `cancelled`; what `fill` throws
 */
export async function rebuildIndex(
  path: string,
  context: RebuildContext,
  fill: (rebuild: Rebuild) => Promise<void>,
): Promise<string> {
  const database = await openToWrite(path);
  try {
    await beginWriting(database, path, context);
    const id = await withinTransaction(database, () => writeAll(database, context, fill));
    tidy(database);
    return id;
  } catch (error) {
    throw writeError(error, path);
  } finally {
    database.close();
  }
}

async function beginWriting(
  database: Database,
  path: string,
  { patienceMs, onWaiting, signal }: RebuildContext,
): Promise<void> {
  const started = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - started >= patienceMs) throw busyError(path, error);
      if (tries === 0) onWaiting?.();
      await setTimeout(RETRY_MS, undefined, signal === undefined ? {} : { signal });
    }
  }
}

async function withinTransaction<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** After some failures, such as a full disk, SQLite has done so itself. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
  }
}

async function writeAll(
  database: Database,
  { engine, onGrouping, signal }: RebuildContext,
  fill: (rebuild: Rebuild) => Promise<void>,
): Promise<string> {
  clear(database);
  const indexes = dropIndexes(database);
  createStaging(database);
  const statements = new Statements(database);
  const tokens = new TokenStaging(statements);
  const projects = new ProjectWriter(statements, tokens);
  const identities: ProjectIdentity[] = [];

  const identify = ({ label, markers, workspaces }: ProjectHead, snapshot_id: string) =>
    identities.push({ label, snapshot_id, markers, workspaces });

  await fill({
    engine: tokens.around(engine),
    async addWhole(head, scan) {
      if (engine.wholeProject === undefined) return false;
      const snapshotId = await projects.writeWhole(head, { ...scan, scanWhole: engine.wholeProject }, signal);
      if (snapshotId !== undefined) identify(head, snapshotId);
      return snapshotId !== undefined;
    },
    async add(head, scan, snapshotId) {
      identify(head, snapshotId);
      for (const { id, entry } of await projects.write(head, scan, snapshotId, signal)) {
        if (entry.facts !== undefined) tokens.assign(id, entry.facts);
      }
    },
  });
  engine.rest?.();
  onGrouping?.();
  statements.finish();
  for (const sql of indexes) {
    database.exec(sql);
    await pause(signal);
  }
  await writeGroups(database, statements, signal);
  await writeTokenRecords(statements, signal);
  writeCounts(database, statements);

  const id = indexSnapshotId(INDEX_VERSIONS, identities);
  statements.run(
    `INSERT INTO snapshot SELECT 1, ?, ?, ?, ?, coalesce(sum(lines), 0), coalesce(sum(repeated_lines), 0) FROM project`,
    ...[id, INDEX_VERSIONS.format, INDEX_VERSIONS.fingerprint, JSON.stringify(INDEX_VERSIONS.parsers)],
  );
  statements.run('INSERT INTO local_run VALUES (1, ?, ?)', engine.name, new Date().toISOString());
  // So that the planner knows which index to take; a sample of each will do.
  database.exec('PRAGMA analysis_limit = 1000; ANALYZE;');
  return id;
}

/** Moves what was committed out of the log, and gives back space when most of the file is free. */
function tidy(database: Database): void {
  const pragma = (name: string) =>
    new Statements(database).first(`PRAGMA ${name}`, [], (row) => row.integer(name)) ?? 0;
  try {
    if (pragma('freelist_count') * 2 > pragma('page_count')) database.exec('VACUUM');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // All is committed; where readers or a full disk are in the way, the next writer does it.
    if (sqliteCode(error) === undefined) throw error;
  }
}
