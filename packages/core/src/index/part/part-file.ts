import { createHash } from 'node:crypto';
import type { ScanOptions } from '#scan/model.ts';
import { SCHEMA_VERSION, schemaDigest } from '../schema/released.ts';
import { TABLES } from '../schema/tables.ts';
import type { ProjectIdentity } from '../snapshot-id.ts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { INDEX_VERSIONS } from '../versions.ts';
import { createStoredStaging } from '../write/staging.ts';
import { COPIED } from './columns.ts';
import { PART_FORMAT } from './part-versions.ts';

/**
 * A part: all that one project contributes to an index, before anything is compared across projects. It is an SQLite
 * file with the tables of an index that a scan fills and those of `write/staging.ts` for one project, whose ids start with
 * 1, and this table. It contains no path of the machine that wrote it.
 */
const PART = `
CREATE TABLE part (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  identity TEXT NOT NULL,                 -- JSON, ProjectIdentity
  options  TEXT NOT NULL                  -- JSON, as in analyzer.scan.v1
) STRICT;
`;

/** "ANLP" */
const APPLICATION_ID = 0x414e4c50;

/** Tables that are not copied row by row. */
const OTHER_TABLES = ['name', 'language', 'exclusion_rule', 'call_block', 'local_root'];
const FILLED = new Set([...COPIED.map(({ table }) => table), ...OTHER_TABLES]);
const DEFINITION = /^CREATE TABLE (\w+) \(\n[\s\S]*?^\) STRICT.*;$/gm;

/** Creates the tables of a part in an empty database: SQLite parses all definitions each time it opens or attaches a part. */
export function createPartTables(database: Database): void {
  const tables = [...TABLES.matchAll(DEFINITION)].flatMap(([sql, name = '']) => (FILLED.has(name) ? [sql] : []));
  database.exec(`
    PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; ${tables.join('\n')} ${PART}
  `);
  createStoredStaging(database);
}

let expected: Promise<string> | undefined;

/** Whether a database has exactly the tables of a part of this version, without triggers or other objects. */
export async function isPart(database: Database): Promise<boolean> {
  expected ??= digestOfParts();
  return schemaDigest(database) === (await expected);
}

async function digestOfParts(): Promise<string> {
  const database = await openDatabase(':memory:', { readOnly: false });
  try {
    createPartTables(database);
    return schemaDigest(database);
  } finally {
    database.close();
  }
}

/**
 * The key of a part, 64 hex digits: SHA-256 of everything that its rows depend on. Equal keys mean that indexes with
 * these parts have equal answers.
 *
 * @param engineVersions of `Engine.versions`
 */
export function partKey(identity: ProjectIdentity, options: ScanOptions, engineVersions: string): string {
  const { label, snapshot_id, markers, workspaces, packages, manifests } = identity;
  const { format, fingerprint, parsers } = INDEX_VERSIONS;
  const content = [
    'analyzer.part',
    [PART_FORMAT, SCHEMA_VERSION, format, fingerprint, parsers, engineVersions],
    [label, snapshot_id, markers, workspaces, packages],
    manifests.map(({ path, state, sha256 = '' }) => [path, state, sha256]),
    options,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
