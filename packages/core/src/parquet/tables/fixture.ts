import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex } from '#index/reader.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { exportTables } from '../rows/export-index.ts';
import { importTables } from './import-tables.ts';

const { signal } = new AbortController();

/** The folder of an export of an index, which is removed after the test. */
export async function exported(db: string): Promise<string> {
  const folder = fixtureFolder({});
  await exportTo(folder, db);
  return folder;
}

export async function exportTo(folder: string, db: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const reader = await openIndex(db);
  try {
    await exportTables(reader.open().snapshot, folder, { signal });
  } finally {
    reader.close();
  }
}

/** The path of the index of an export. */
export async function imported(folder: string, db = join(fixtureFolder({}), 'x.db'), stop = signal): Promise<string> {
  await importTables(folder, db, { isDefaultPath: false, patienceMs: 0, signal: stop });
  return db;
}
