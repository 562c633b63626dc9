import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { BLOCK_KINDS, type BlockKind } from '../blocks/seeds.ts';
import { FOLDER, LIST, LIST_COLUMNS } from '../tables/stored-tables.ts';
import { fileBuffer, isFile } from './file-buffer.ts';
import { schemaOf, type TableColumns } from './table.ts';
import { BLOCK_TABLE_NAMES, fileOf, MIN_NODES, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

/** Version of the tables. Columns may be added; a changed meaning is another version. */
export const FORMAT = '1';

/** An export that can be grouped. */
export interface ExportFolder {
  /** As the user wrote it. */
  folder: string;
  snapshotId: string;
  projects: string[];
  fingerprintVersion: string;
  /** Number of rows of the functions. */
  rows: number;
  /** Declarations that are compared; undefined if the index has no groups of similar ones. */
  near: { units: number; grams: number; minNodes: string } | undefined;
  /** Runs of units that are compared; undefined for an export of an earlier version. */
  blocks: BlockExport | undefined;
}

interface BlockExport {
  starts: number;
  /** Least number of nodes of each kind that the index has. */
  minNodes: ReadonlyMap<BlockKind, string>;
}

/** @throws AnalyzerError `invalid_file` unless it is an export of this program, `not_found` */
export async function readExport(folder: string): Promise<ExportFolder> {
  const tables = new Map<TableName, FileMetaData>();
  const read = async (table: TableName) => {
    const path = join(folder, fileOf(table));
    const metadata = await readMetadata(path, TABLES[table]);
    tables.set(table, metadata);
    const [own, first] = [metadata, tables.get('projects')].map((its) => metadataValue(its, 'analyzer.snapshot_id'));
    if (own !== first) throw invalidExport(path, `of another export than ${fileOf('projects')}`);
  };
  for (const table of TABLE_NAMES) await read(table);
  const hasBlocks = BLOCK_TABLE_NAMES.some((table) => isFile(join(folder, fileOf(table))));
  if (hasBlocks) for (const table of BLOCK_TABLE_NAMES) await read(table);
  const projects = await parquetReadObjects({
    file: fileBuffer(join(folder, fileOf('projects'))),
    columns: ['project'],
  });
  const metadata = tables.get('functions');
  return {
    folder,
    snapshotId: metadataValue(metadata, 'analyzer.snapshot_id') ?? '',
    projects: projects.map(({ project }) => String(project)),
    fingerprintVersion: metadataValue(metadata, 'analyzer.fingerprint_version') ?? '',
    rows: Number(metadata?.num_rows ?? 0),
    near: nearOf(tables.get('near_units')),
    blocks: hasBlocks ? blocksOf(tables.get('block_starts')) : undefined,
  };
}

function blocksOf(starts: FileMetaData | undefined): BlockExport {
  const minNodes = new Map<BlockKind, string>();
  for (const kind of BLOCK_KINDS) {
    const nodes = metadataValue(starts, MIN_NODES[kind]);
    if (nodes !== undefined) minNodes.set(kind, nodes);
  }
  return { starts: Number(starts?.num_rows ?? 0), minNodes };
}

function nearOf(metadata: FileMetaData | undefined): ExportFolder['near'] {
  const minNodes = metadataValue(metadata, 'analyzer.min_near_nodes');
  if (minNodes === undefined) return undefined;
  const grams = Number(metadataValue(metadata, 'analyzer.grams') ?? 0);
  return { units: Number(metadata?.num_rows ?? 0), grams, minNodes };
}

/**
 * The metadata of a table of an export.
 *
 * @throws AnalyzerError `not_found`, `unreadable`; `invalid_file` for another file
 */
export async function readMetadata(path: string, columns: TableColumns): Promise<FileMetaData> {
  if (!isFile(path)) {
    throw new AnalyzerError('not_found', { what: 'export', name: path }, { hint: EXPORT_FIRST });
  }
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(fileBuffer(path));
  } catch (cause) {
    throw cause instanceof AnalyzerError ? cause : invalidExport(path, 'not a complete Parquet file', cause);
  }
  const format = metadataValue(metadata, 'analyzer.export');
  if (format !== FORMAT) {
    throw invalidExport(
      path,
      format === undefined ? 'not an export of this program' : `export of version ${format}, not ${FORMAT}`,
    );
  }
  const found = metadata.schema.slice(1).map(({ name, type }) => `${name} ${type}`);
  for (const { name, type } of schemaOf(columns).slice(1)) {
    if (!found.includes(`${name} ${type}`)) throw invalidExport(path, `without the column ${name}`);
  }
  return metadata;
}

const EXPORT_FIRST = 'Write one with `analyzer workspace export --format parquet -o DIR`.';

/** @param path of the file that is damaged, or not what its name says */
export function invalidExport(path: string, problem: string, cause?: unknown): AnalyzerError {
  return new AnalyzerError('invalid_file', { path, problem }, { hint: EXPORT_FIRST, cause });
}

export function metadataValue(metadata: FileMetaData | undefined, key: string): string | undefined {
  return metadata?.key_value_metadata?.find((its) => its.key === key)?.value;
}

/** Whether all files of a folder are those of an export. */
export async function isExport(folder: string, names: readonly string[]): Promise<boolean> {
  const files = [...TABLE_NAMES, ...BLOCK_TABLE_NAMES].map(fileOf);
  const others = names.filter((name) => !files.includes(name)).sort();
  if (others.length > 0 && others.join(' ') !== `${FOLDER} ${LIST}`) return false;
  try {
    await readExport(folder);
    return others.length === 0 || (await isTables(folder));
  } catch {
    return false;
  }
}

/** Whether the other files of an export are those of the tables of an index, of any version. */
async function isTables(folder: string): Promise<boolean> {
  await readMetadata(join(folder, LIST), LIST_COLUMNS);
  return readdirSync(join(folder, FOLDER)).every((name) => /^[a-z_]+\.parquet$/.test(name));
}

/** Number of rows of the Parquet files in a folder. */
export async function countRows(folder: string): Promise<number> {
  let rows = 0;
  for (const name of readdirSync(folder)) {
    rows += Number((await parquetMetadataAsync(fileBuffer(join(folder, name)))).num_rows);
  }
  return rows;
}

/** Whether all entries of a folder are those of groups. */
export async function isGroups(folder: string, names: readonly string[]): Promise<boolean> {
  const folders = names.filter((name) => name !== 'ranges.parquet').sort();
  if (folders.length === names.length || !/^groups (left_out )?members$/.test(folders.join(' '))) return false;
  try {
    const parts = folders.flatMap((name) => readdirSync(join(folder, name)));
    const metadata = await parquetMetadataAsync(fileBuffer(join(folder, 'ranges.parquet')));
    return (
      metadataValue(metadata, 'analyzer.groups') !== undefined &&
      parts.every((name) => /^(\d+|near|blocks)\.parquet$/.test(name))
    );
  } catch {
    return false;
  }
}

/** The root in the folder of groups. */
export async function groupsRoot(folder: string): Promise<string> {
  const path = join(folder, 'ranges.parquet');
  const root = metadataValue(await parquetMetadataAsync(fileBuffer(path)), 'analyzer.root');
  if (root === undefined) throw new AnalyzerError('invalid_file', { path, problem: 'without a root' });
  return root;
}
