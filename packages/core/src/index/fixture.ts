import { closeSync, openSync, readSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { languages } from '#parse/portable/languages.ts';
import { PortableParser } from '#parse/portable/parse.ts';
import type { ScanOptions } from '#scan/model.ts';
import { indexWorkspace } from './index-workspace.ts';
import { appendChecksums } from './sqlite/checksums.ts';
import { openDatabase } from './sqlite/driver.ts';
import { Statements } from './sqlite/statements.ts';

const grammars = fileURLToPath(new URL('../../../../languages/grammars', import.meta.url));

/** The portable engine in this process: tests of later steps need no built worker. */
export async function engineOfThisProcess(): Promise<Engine> {
  const parser = await PortableParser.load([...languages.keys()], grammars);
  return {
    name: 'portable',
    versions: () => 'none',
    jobs: 1,
    parse: async (job) => parser.parse(job, { tokens: true, deadline: Number.POSITIVE_INFINITY }),
    cache: undefined,
    wholeProject: undefined,
    rest: () => undefined,
    close: async () => undefined,
  };
}

export interface Indexing {
  engine: Engine;
  scan?: Partial<ScanOptions>;
  split?: boolean;
  signal?: AbortSignal;
}

/**
 * Indexes the projects in a folder into `index.db` next to it.
 *
 * @returns the snapshot id
 */
export async function indexFolder(
  folder: string,
  { engine, scan = {}, split = false, signal }: Indexing,
): Promise<string> {
  const { projects } = discover([folder], { discover: true, split, scan });
  return indexWorkspace(projects, { db: dbOf(folder), engine, mayRemoveProjects: true, ...(signal && { signal }) });
}

export function dbOf(folder: string): string {
  return join(folder, '..', `${folder.split('/').at(-1)}.db`);
}

/** The content of an index without machine-specific tables, by table in row order. */
export async function contentOf(db: string): Promise<Record<string, unknown[]>> {
  const database = await openDatabase(db, { readOnly: true });
  try {
    const statements = new Statements(database);
    const tables = statements
      .all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", [], (row) => row.text('name'))
      .filter((name) => !name.startsWith('local_') && !name.startsWith('sqlite_'));
    return Object.fromEntries(tables.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    database.close();
  }
}

/** Changes an index like an attacker who knows the format: with SQL and matching checksums. */
export async function forge(db: string, sql: string): Promise<void> {
  const database = await openDatabase(db, { readOnly: false });
  database.exec(sql);
  database.close();
  await seal(db);
}

/** Replaces the checksums of a database. */
export async function seal(db: string): Promise<void> {
  const file = openSync(db, 'r+');
  try {
    const header = Buffer.alloc(100);
    readSync(file, header, 0, header.length, 0);
    const pageSize = header.readUInt16BE(16);
    const pages = header.readUInt32BE(28);
    truncateSync(db, pageSize * pages);
    await appendChecksums(file);
  } finally {
    closeSync(file);
  }
}
