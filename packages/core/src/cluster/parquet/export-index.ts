import { join } from 'node:path';
import type { Snapshot } from '#index/port.ts';
import { storedRoot } from '#index/root/stored-root.ts';
import { pause } from '#tree/pause.ts';
import { type ExportContext, writeTables } from '../tables/write-tables.ts';
import { exportBlocks } from './export-blocks.ts';
import { functionRows, projectRows } from './export-rows.ts';
import { nearLimits, nearUnits, nodeColumns } from './near-units.ts';
import { FORMAT } from './read-export.ts';
import { SortedUnits } from './sorted-units.ts';
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
 * Writes the tables of an index to a folder: those for other engines, and those from which an index is made again. Equal
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
  await exportNearUnits(snapshot, folder, metadata, signal);
  const blocks = await exportBlocks(snapshot, folder, metadata, signal);
  await writeTables(snapshot, folder, metadata, blocks, context);
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

/** 5-grams of a row group, after which it ends with a range, or with a row after twice as many. */
const GRAMS_OF_GROUP = 1_000_000;
const GRAM_BYTES = 8;

/** Empty without groups of similar declarations. */
async function exportNearUnits(
  snapshot: Snapshot,
  folder: string,
  metadata: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const limits = nearLimits(snapshot);
  const units = new SortedUnits(folder);
  try {
    let [read, total] = [0, 0];
    for (const unit of limits === undefined ? [] : nearUnits(snapshot, limits)) {
      units.add(unit);
      total += unit.grams.length / GRAM_BYTES;
      if (++read % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
    }
    const sizes = limits === undefined ? {} : { 'analyzer.min_near_nodes': String(limits.nearNodes) };
    const own = { ...metadata, ...sizes, 'analyzer.grams': String(total) };
    const table = new TableWriter(join(folder, fileOf('near_units')), TABLES.near_units, own);
    try {
      let [written, open, range] = [0, 0, 0];
      for (const { node, declaration, around, fingerprint, grams } of units.sorted()) {
        const hash_range = fingerprint[0] ?? 0;
        if (open >= 2 * GRAMS_OF_GROUP || (hash_range !== range && open >= GRAMS_OF_GROUP)) {
          table.endRowGroup();
          open = 0;
        }
        range = hash_range;
        const size = grams.length / GRAM_BYTES;
        open += size;
        table.add({
          unit: BigInt(written++),
          hash_range,
          fingerprint,
          ...nodeColumns(snapshot, node),
          declaration,
          around: around.join(','),
          size,
          grams: Array.from({ length: size }, (_, at) => grams.readBigInt64BE(at * GRAM_BYTES)),
        });
        if (written % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
      }
      table.finish();
    } finally {
      table.close();
    }
  } finally {
    units.close();
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
