import { comparePositions, groupLine, memberLine } from '@analyzer/core/index/root/canonical-line.ts';
import { merkleRoot } from '@analyzer/core/index/root/merkle-root.ts';
import { RangeSums } from '@analyzer/core/index/root/range-sums.ts';
import { openDatabase } from '@analyzer/core/index/sqlite/driver.ts';
import { Statements } from '@analyzer/core/index/sqlite/statements.ts';
import { Table } from '@analyzer/core/index/write/table.ts';
import { groupId } from '@analyzer/core/relate/groups/group-id.ts';
import type { FunctionRow } from './generated-rows.ts';

const COLUMNS = ['kind', 'fingerprint', 'project', 'path', 'start_byte', 'end_byte'] as const;
const SORTED = `
  SELECT kind, lower(hex(fingerprint)) AS fingerprint, project, path, start_byte, end_byte FROM function
  WHERE (kind, fingerprint) IN (SELECT kind, fingerprint FROM function GROUP BY 1, 2 HAVING count(*) > 1)
  ORDER BY kind, function.fingerprint`;

/** Groups rows with SQLite, and sums their lines with the code of an index. */
export async function sqliteRoot(path: string, rows: Iterable<FunctionRow>): Promise<string> {
  const database = await openDatabase(path, { readOnly: false });
  try {
    database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE; BEGIN;
      CREATE TABLE function (kind TEXT, fingerprint BLOB, project TEXT, path TEXT, start_byte INTEGER, end_byte INTEGER) STRICT;
    `);
    const statements = new Statements(database);
    const table = new Table(statements, 'function', COLUMNS);
    for (const { kind, fingerprint, project, path: its, start_byte, end_byte } of rows) {
      const positions = { start_byte: Number(start_byte), end_byte: Number(end_byte) };
      table.insert({ kind, fingerprint, project, path: its, ...positions });
    }
    statements.finish();
    database.exec('CREATE INDEX by_fingerprint ON function (kind, fingerprint)');
    return rootOfSorted(statements);
  } finally {
    database.close();
  }
}

function rootOfSorted(statements: Statements): string {
  const sums = new RangeSums();
  let group: Occurrence[] = [];
  const finish = () => {
    const [first] = group.toSorted(comparePositions);
    if (first === undefined) return;
    const header = { ...first, id: groupId(first.kind, first.fingerprint) };
    for (const one of group) sums.add(header.fingerprint, memberLine(header, one));
    const projects = new Set(group.map(({ project }) => project)).size;
    sums.add(header.fingerprint, groupLine(header, { occurrences: group.length, projects }, first));
  };
  for (const one of statements.iterate(SORTED, [], (row) => ({
    kind: row.text('kind') === 'function-body' ? ('function-body' as const) : ('function-shape' as const),
    fingerprint: row.text('fingerprint'),
    project: row.text('project'),
    path: row.text('path'),
    startByte: row.integer('start_byte'),
    endByte: row.integer('end_byte'),
    similarity: undefined,
  }))) {
    if (group[0] !== undefined && (group[0].kind !== one.kind || group[0].fingerprint !== one.fingerprint)) {
      finish();
      group = [];
    }
    group.push(one);
  }
  finish();
  return merkleRoot(sums.ranges());
}

interface Occurrence {
  kind: 'function-body' | 'function-shape';
  fingerprint: string;
  project: string;
  path: string;
  startByte: number;
  endByte: number;
  similarity: undefined;
}
