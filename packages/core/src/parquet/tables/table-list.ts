import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { type IndexTable, STORED_TABLES, TABLES_VERSION } from '#index/stored/stored-tables.ts';
import { invalidExport, metadataValue, readMetadata } from '../rows/read-export.ts';
import { readRowGroups } from '../rows/read-rows.ts';
import { FOLDER, LIST, LIST_COLUMNS, PARTS } from './stored-tables.ts';

/** A file of an export, as its list says. */
export interface ListedFile {
  path: string;
  rows: number;
  bytes: number;
  sha256: Buffer;
}

export interface ListedTable extends ListedFile {
  table: IndexTable;
}

/** The tables of an index in an export. */
export interface TableList {
  /** As the user wrote it. */
  folder: string;
  snapshotId: string;
  root: string;
  /** In the order in which an index defines them. */
  tables: readonly ListedTable[];
  /** The parts of its projects, and all that they depend on besides them; undefined if it was exported without. */
  parts: (ListedFile & { versions: string }) | undefined;
}

/** @throws AnalyzerError `not_found`, `unreadable`; `invalid_file` unless it is the list of all tables of this version */
export async function readTableList(folder: string): Promise<TableList> {
  const path = join(folder, LIST);
  const metadata = await readMetadata(path, LIST_COLUMNS);
  const version = metadataValue(metadata, 'analyzer.index_version');
  if (version !== String(TABLES_VERSION)) {
    const problem = `tables of an index of version ${version}, but this program supports version ${TABLES_VERSION}`;
    const hint = 'Use the version of this program that wrote it, or index and export again with this one.';
    throw new AnalyzerError('invalid_file', { path, problem }, { hint });
  }
  const listed = new Map<string, ListedFile>();
  try {
    for await (const rows of readRowGroups(path, Object.keys(LIST_COLUMNS))) {
      for (const { table, rows: count, bytes, sha256 } of rows) {
        if (!(sha256 instanceof Uint8Array)) throw new RangeError('a digest is not bytes');
        const its = { path: join(folder, FOLDER, `${table}.parquet`), rows: Number(count), bytes: Number(bytes) };
        listed.set(String(table), { ...its, sha256: Buffer.from(sha256) });
      }
    }
  } catch (error) {
    throw invalidExport(path, 'it is damaged', error);
  }
  const tables = STORED_TABLES.map((table) => {
    const its = listed.get(table.name);
    if (its === undefined) throw invalidExport(path, `it does not list the table ${table.name}`);
    return { ...its, table };
  });
  const [snapshotId, root] = ['analyzer.snapshot_id', 'analyzer.root'].map((key) => metadataValue(metadata, key));
  if (snapshotId === undefined || root === undefined) throw invalidExport(path, 'it has no snapshot id and root');
  const parts = listed.get(PARTS);
  const versions = metadataValue(metadata, 'analyzer.part_versions') ?? '';
  return { folder, snapshotId, root, tables, parts: parts && { ...parts, versions } };
}
