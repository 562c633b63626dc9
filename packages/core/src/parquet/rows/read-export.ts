import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { FOLDER, LIST, LIST_COLUMNS } from '../tables/stored-tables.ts';
import { fileBuffer, isFile } from './file-buffer.ts';
import { schemaOf, type TableColumns } from './table.ts';
import { fileOf, TABLE_NAMES, TABLES } from './tables.ts';

/** Version of the tables. Columns may be added; a changed meaning is another version. */
export const FORMAT = '2';

/** An export of this version. */
export interface ExportFolder {
  /** As the user wrote it. */
  folder: string;
  snapshotId: string;
  projects: string[];
}

/** @throws AnalyzerError `invalid_file` unless it is an export of this program, `not_found` */
export async function readExport(folder: string): Promise<ExportFolder> {
  let snapshotId: string | undefined;
  for (const table of TABLE_NAMES) {
    const path = join(folder, fileOf(table));
    const own = metadataValue(await readMetadata(path, TABLES[table]), 'analyzer.snapshot_id') ?? '';
    snapshotId ??= own;
    if (own !== snapshotId) throw invalidExport(path, `of another export than ${fileOf('projects')}`);
  }
  const projects = await parquetReadObjects({
    file: fileBuffer(join(folder, fileOf('projects'))),
    columns: ['project'],
  });
  return { folder, snapshotId: snapshotId ?? '', projects: projects.map(({ project }) => String(project)) };
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
  const files = TABLE_NAMES.map(fileOf);
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
