import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { schemaOf } from './table.ts';
import { fileOf, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

/** Version of the tables. Columns may be added; a changed meaning is another version. */
export const FORMAT = '1';

/** An export that can be grouped. */
export interface ExportFolder {
  /** As the user wrote it. */
  folder: string;
  projects: string[];
  fingerprintVersion: string;
  /** Number of rows of the functions. */
  rows: number;
  /** Declarations that are compared; undefined if the index has no groups of similar ones. */
  near: { units: number; grams: number; minNodes: string } | undefined;
}

/** A file as hyparquet reads it. */
export function fileBuffer(path: string): AsyncBuffer {
  const { size } = statSync(path);
  return {
    byteLength: size,
    async slice(start, end = size) {
      const bytes = Buffer.alloc(end - start);
      const file = openSync(path, 'r');
      try {
        for (let at = 0; at < bytes.length; ) {
          const read = readSync(file, bytes, at, bytes.length - at, start + at);
          if (read === 0) throw new RangeError('the file ends early');
          at += read;
        }
      } finally {
        closeSync(file);
      }
      return new Uint8Array(bytes).buffer;
    },
  };
}

/** @throws AnalyzerError `invalid_file` unless it is an export of this program, `not_found` */
export async function readExport(folder: string): Promise<ExportFolder> {
  const tables = new Map<TableName, FileMetaData>();
  for (const table of TABLE_NAMES) tables.set(table, await readMetadata(folder, table));
  const projects = await parquetReadObjects({
    file: fileBuffer(join(folder, fileOf('projects'))),
    columns: ['project'],
  });
  const metadata = tables.get('functions');
  return {
    folder,
    projects: projects.map(({ project }) => String(project)),
    fingerprintVersion: metadataValue(metadata, 'analyzer.fingerprint_version') ?? '',
    rows: Number(metadata?.num_rows ?? 0),
    near: nearOf(tables.get('near_units')),
  };
}

function nearOf(metadata: FileMetaData | undefined): ExportFolder['near'] {
  const minNodes = metadataValue(metadata, 'analyzer.min_near_nodes');
  if (minNodes === undefined) return undefined;
  const grams = Number(metadataValue(metadata, 'analyzer.grams') ?? 0);
  return { units: Number(metadata?.num_rows ?? 0), grams, minNodes };
}

async function readMetadata(folder: string, table: TableName): Promise<FileMetaData> {
  const path = join(folder, fileOf(table));
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new AnalyzerError('not_found', { what: 'export', name: path }, { hint: EXPORT_FIRST });
  }
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(fileBuffer(path));
  } catch (error) {
    throw new AnalyzerError(
      'invalid_file',
      { path, problem: 'not a complete Parquet file' },
      { hint: EXPORT_FIRST, cause: error },
    );
  }
  const format = metadataValue(metadata, 'analyzer.export');
  if (format !== FORMAT) {
    const problem =
      format === undefined ? 'not an export of this program' : `export of version ${format}, not ${FORMAT}`;
    throw new AnalyzerError('invalid_file', { path, problem }, { hint: EXPORT_FIRST });
  }
  const columns = metadata.schema.slice(1).map(({ name, type }) => `${name} ${type}`);
  for (const { name, type } of schemaOf(TABLES[table]).slice(1)) {
    if (columns.includes(`${name} ${type}`)) continue;
    throw new AnalyzerError('invalid_file', { path, problem: `without the column ${name}` }, { hint: EXPORT_FIRST });
  }
  return metadata;
}

const EXPORT_FIRST = 'Write one with `analyzer workspace export --format parquet -o DIR`.';

function metadataValue(metadata: FileMetaData | undefined, key: string): string | undefined {
  return metadata?.key_value_metadata?.find((its) => its.key === key)?.value;
}

/** Whether all files of a folder are those of an export. */
export async function isExport(folder: string, names: readonly string[]): Promise<boolean> {
  if (names.length !== TABLE_NAMES.length || !TABLE_NAMES.every((table) => names.includes(fileOf(table)))) return false;
  try {
    await readExport(folder);
    return true;
  } catch {
    return false;
  }
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
      parts.every((name) => /^(\d+|near)\.parquet$/.test(name))
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
