import { join } from 'node:path';
import type { Snapshot } from '#index/port.ts';
import { storedRoot } from '#index/root/stored-root.ts';
import { pause } from '#tree/pause.ts';
import { type ExportContext, writeTables } from '../tables/write-tables.ts';
import { functionRows, projectRows } from './export-rows.ts';
import { FORMAT } from './read-export.ts';
import { TableWriter } from './table-writer.ts';
import { fileOf, TABLES } from './tables.ts';

/**
 * A row group ends with a range (first byte of the fingerprints) after at least so many rows, so that engines can skip
 * row groups; in a range with very many functions it ends earlier, which bounds memory.
 */
const ROWS_OF_GROUP = 65_536;
const MAX_ROWS_OF_GROUP = 262_144;
const ROWS_BETWEEN_PAUSES = 4096;

/**
 * Writes the tables of an index to a folder: those for analysts, and those from which an index is made again. Equal
 * indexes give equal bytes.
 *
 * @param folder empty
 * @returns number of functions, each counted once for each kind
 * @throws AnalyzerError `cancelled`
 */
export async function exportTables(snapshot: Snapshot, folder: string, context: ExportContext): Promise<number> {
  const { signal } = context;
  const metadata = metadataOf(snapshot);
  const projects = new TableWriter(join(folder, fileOf('projects')), TABLES.projects, metadata);
  try {
    for (const row of projectRows(snapshot)) projects.add(row);
    projects.finish();
  } finally {
    projects.close();
  }
  const rows = await exportFunctions(snapshot, folder, metadata, signal);
  await writeTables(snapshot, folder, metadata, context);
  return rows;
}

async function exportFunctions(
  snapshot: Snapshot,
  folder: string,
  metadata: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const functions = new TableWriter(join(folder, fileOf('functions')), TABLES.functions, metadata);
  try {
    let [rows, range] = [0, 0];
    for (const row of functionRows(snapshot)) {
      const isComplete = row.hash_range !== range && functions.open >= ROWS_OF_GROUP;
      if (isComplete || functions.open >= MAX_ROWS_OF_GROUP) functions.endRowGroup();
      range = row.hash_range;
      functions.add(row);
      if (++rows % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
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
