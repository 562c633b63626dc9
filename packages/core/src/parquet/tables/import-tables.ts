import { join } from 'node:path';
import { NoIndexRows, type RestoreContext, restoreIndex } from '#index/stored/restore-index.ts';
import { invalidExport } from '../rows/read-export.ts';
import { readTable } from './read-table.ts';
import { LIST } from './stored-tables.ts';
import { readTableList } from './table-list.ts';

/**
 * Makes an index from the tables of an export: it has the same snapshot id, the same root and the same answers. The
 * earlier index is replaced at the end, atomically.
 *
 * @param folder of the export, as the user wrote it
 * @param db path of the index, as the user wrote it
 * @returns the snapshot id
 * @throws AnalyzerError those of `replaceIndex`; `not_found`, `unreadable`, `invalid_file` for the export
 */
export async function importTables(folder: string, db: string, context: RestoreContext): Promise<string> {
  const { snapshotId, root, tables } = await readTableList(folder);
  const listed = new Map(tables.map((its) => [its.table.name, its]));
  try {
    await restoreIndex(
      db,
      {
        snapshotId,
        root,
        rows: ({ name }) => {
          const its = listed.get(name);
          if (its === undefined) throw new RangeError(`the table ${name} is not listed`);
          return readTable(its, context.signal);
        },
      },
      context,
    );
    return snapshotId;
  } catch (error) {
    if (!(error instanceof NoIndexRows)) throw error;
    const path = listed.get(error.table ?? '')?.path ?? join(folder, LIST);
    throw invalidExport(path, error.message, error);
  }
}
