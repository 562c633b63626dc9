import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Snapshot } from '#index/port.ts';
import { storedRoot } from '#index/root/stored-root.ts';
import { functionRows, projectRows } from './export-rows.ts';
import { FORMAT } from './read-export.ts';
import { TableWriter } from './table-writer.ts';
import { fileOf, TABLES } from './tables.ts';

/**
 * A row group ends with a range (first byte of the fingerprints) after at least so many rows, so that engines can skip
 * row groups; in a range with very many functions it ends earlier, which bounds memory.
 */
const ROWS_OF_GROUP = 65_536;
const MOST_ROWS_OF_GROUP = 262_144;
const ROWS_BETWEEN_PAUSES = 4096;

/**
 * Writes the tables of an index to a folder. Equal indexes give equal bytes.
 *
 * @param folder empty
 * @returns number of functions, each counted once for each kind
 * @throws the signal's reason
 */
export async function exportTables(snapshot: Snapshot, folder: string, signal: AbortSignal): Promise<number> {
  const metadata = metadataOf(snapshot);
  const projects = new TableWriter(join(folder, fileOf('projects')), TABLES.projects, metadata);
  try {
    for (const row of projectRows(snapshot)) projects.add(row);
    projects.finish();
  } finally {
    projects.close();
  }
  const functions = new TableWriter(join(folder, fileOf('functions')), TABLES.functions, metadata);
  try {
    let [rows, range] = [0, 0];
    for (const row of functionRows(snapshot)) {
      const isComplete = row.hash_range !== range && functions.open >= ROWS_OF_GROUP;
      if (isComplete || functions.open >= MOST_ROWS_OF_GROUP) functions.endRowGroup();
      range = row.hash_range;
      functions.add(row);
      if (++rows % ROWS_BETWEEN_PAUSES !== 0) continue;
      await setImmediate();
      signal.throwIfAborted();
    }
    functions.finish();
    return rows;
  } finally {
    functions.close();
  }
}

function metadataOf(snapshot: Snapshot): Record<string, string> {
  const sql = 'SELECT format, fingerprint_version FROM snapshot';
  const versions = snapshot.first(sql, [], (row) => ({
    'analyzer.fingerprint_version': String(row.integer('fingerprint_version')),
  }));
  return {
    'analyzer.export': FORMAT,
    'analyzer.snapshot_id': snapshot.id,
    'analyzer.root': storedRoot(snapshot),
    ...versions,
  };
}
