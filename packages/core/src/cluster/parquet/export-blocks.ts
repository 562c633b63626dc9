import { join } from 'node:path';
import { classesOf } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { pause } from '#tree/pause.ts';
import { BLOCK_KINDS } from '../blocks/seeds.ts';
import { type BlockSizes, blockStarts } from './block-starts.ts';
import { elementBlocks } from './element-blocks.ts';
import { groupOptions } from './group-options.ts';
import { SortedStarts } from './sorted-starts.ts';
import type { TableRow } from './table.ts';
import { TableWriter, type WrittenTable } from './table-writer.ts';
import { type BlockTableName, fileOf, MIN_NODES, TABLES } from './tables.ts';

const ROWS_OF_GROUP = 65_536;
const MAX_ROWS_OF_GROUP = 262_144;
/** One row group is read at a time, as of the tables of an index. */
const FILES_OF_GROUP = 16_384;
const ROWS_BETWEEN_PAUSES = 4096;

type Metadata = Readonly<Record<string, string>>;

/** Writes `block_starts` and `block_files`, which are empty without groups of blocks, and returns what the list needs. */
export async function exportBlocks(
  snapshot: Snapshot,
  folder: string,
  metadata: Metadata,
  signal: AbortSignal,
): Promise<Record<BlockTableName, WrittenTable>> {
  const sizes = blockSizes(snapshot);
  const starts = new SortedStarts(folder);
  try {
    const files: number[] = [];
    for (const blocks of sizes.size === 0 ? [] : elementBlocks(snapshot)) {
      for (const { file, elements } of blocks) {
        for (const start of blockStarts(elements, sizes)) {
          starts.add(file, start);
          if (files.at(-1) !== file) files.push(file);
        }
      }
      await pause(signal);
    }
    const leasts = [...sizes].map(([kind, nodes]) => [MIN_NODES[kind], String(nodes)]);
    return {
      block_starts: await writeStarts(starts, folder, { ...metadata, ...Object.fromEntries(leasts) }, signal),
      block_files: await writeFiles(snapshot, files, folder, metadata, signal),
    };
  } finally {
    starts.close();
  }
}

function blockSizes(snapshot: Snapshot): BlockSizes {
  const { kinds, limits } = groupOptions(snapshot);
  const nodes = { block: limits.blockNodes, 'block-shape': limits.shapeNodes };
  return new Map(BLOCK_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => [kind, nodes[kind]]));
}

async function writeStarts(
  starts: SortedStarts,
  folder: string,
  metadata: Metadata,
  signal: AbortSignal,
): Promise<WrittenTable> {
  const table = new TableWriter(join(folder, fileOf('block_starts')), TABLES.block_starts, metadata);
  try {
    let [rows, range] = [0, 0];
    for (const row of starts.sorted()) {
      const isComplete = row.hash_range !== range && table.open >= ROWS_OF_GROUP;
      if (isComplete || table.open >= MAX_ROWS_OF_GROUP) table.endRowGroup();
      range = row.hash_range;
      table.add(row);
      if (++rows % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
    }
    return table.finish();
  } finally {
    table.close();
  }
}

async function writeFiles(
  snapshot: Snapshot,
  files: readonly number[],
  folder: string,
  metadata: Metadata,
  signal: AbortSignal,
): Promise<WrittenTable> {
  const table = new TableWriter(join(folder, fileOf('block_files')), TABLES.block_files, metadata);
  try {
    for (const [at, file] of files.entries()) {
      table.add(fileRow(snapshot, file));
      if (table.open >= FILES_OF_GROUP) table.endRowGroup();
      if (at % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
    }
    return table.finish();
  } finally {
    table.close();
  }
}

const FILE = `
  SELECT project.label, file.path, language.name AS language, classes
  FROM file
  JOIN node ON node.id = file.id
  JOIN project ON project.id = file.project_id
  JOIN language ON language.id = node.language_id
  WHERE file.id = ?`;

/** The row of a file. */
export function fileRow(snapshot: Snapshot, file: number): TableRow<typeof TABLES.block_files> {
  const found = snapshot.first(FILE, [file], (row: Row) => ({
    file: BigInt(file),
    project: row.text('label'),
    path: row.text('path'),
    language: row.text('language'),
    classes: classesOf(row.integer('classes')).join(','),
  }));
  if (found === undefined) throw new RangeError(`there is no file ${file}`);
  return found;
}
