import { AnalyzerError } from '@analyzer/contracts';
import type { ScanOptions } from '#scan/model.ts';
import { moveCallBlock } from '../calls/call-block.ts';
import type { Row } from '../port.ts';
import type { ProjectIdentity } from '../snapshot-id.ts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import type { AddedProjects } from '../write/added-projects.ts';
import { CALL_BLOCK_LEVEL } from '../write/call-writer.ts';
import type { LastIds, ProjectWriter } from '../write/project-writer.ts';
import { COPIED, copyStatement } from './columns.ts';
import { isPart } from './part-file.ts';

/** A part on this machine. */
export interface StoredPart {
  /** Absolute path of its file. */
  path: string;
  /** Absolute path of the project, if this machine has its files. */
  root?: string;
}

/** Numbers of strings in the index, by their numbers in the part. */
const NUMBERS = `
  CREATE TEMP TABLE IF NOT EXISTS part_name (id INTEGER PRIMARY KEY, target INTEGER NOT NULL) STRICT;
  CREATE TEMP TABLE IF NOT EXISTS part_language (id INTEGER PRIMARY KEY, target INTEGER NOT NULL) STRICT;
  CREATE TEMP TABLE IF NOT EXISTS part_rule (id INTEGER PRIMARY KEY, target INTEGER NOT NULL) STRICT;
  DELETE FROM temp.part_name; DELETE FROM temp.part_language; DELETE FROM temp.part_rule;
`;

/**
 * Copies the rows of a part to an index that is being written, as if its project had been scanned now.
 *
 * @param database has an open transaction, and has one afterwards
 * @throws {AnalyzerError} `unusable_index` for a file that is not a part of this version; `usage` if earlier projects were
 * indexed for other groups; errors of SQLite
 */
export async function appendPart(database: Database, projects: AddedProjects, part: StoredPart): Promise<void> {
  const { identity, options } = await readPart(part.path);
  projects.want(identity.label, options);
  projects.writer.start(identity.label);
  projects.finish();
  database.exec('COMMIT');
  database.prepare('ATTACH ? AS part').run(part.path);
  try {
    database.exec('BEGIN');
    copyRows(database, projects.writer, part.root);
    database.exec('COMMIT');
  } finally {
    database.exec('DETACH part');
  }
  database.exec('BEGIN');
  projects.identities.push(identity);
}

/** @throws {AnalyzerError} `unusable_index` for a file that is not a part of this version; errors of SQLite */
export async function readPart(path: string): Promise<{ identity: ProjectIdentity; options: ScanOptions }> {
  const database = await openDatabase(path, { readOnly: true });
  try {
    if (!(await isPart(database))) throw notAPart(path);
    const read = new Statements(database).first('SELECT identity, options FROM part', [], (row) => ({
      identity: JSON.parse(row.text('identity')),
      options: JSON.parse(row.text('options')),
    }));
    if (read === undefined) throw notAPart(path);
    return read;
  } finally {
    database.close();
  }
}

function notAPart(path: string): AnalyzerError {
  const reason = 'it is not a project part that this version wrote';
  return new AnalyzerError('unusable_index', { path, reason }, { hint: 'Index the project again.' });
}

function copyRows(database: Database, writer: ProjectWriter, root: string | undefined): void {
  const statements = new Statements(database);
  const { last } = writer;
  mapStrings(database, statements, writer);
  for (const copied of COPIED) database.exec(copyStatement(copied, last, writer.hasLayout));
  copyCalls(statements, last);
  if (root !== undefined) statements.run('INSERT INTO local_root VALUES (?, ?)', last.project + 1, root);
  writer.last = idsAfter(statements, last);
}

function mapStrings(database: Database, statements: Statements, { dictionaries }: ProjectWriter): void {
  database.exec(NUMBERS);
  const { names, languages, rules } = dictionaries;
  const number = (table: string, dictionary: { id(text: string): number }, rows: readonly PartString[]) => {
    for (const { id, text } of rows) statements.run(`INSERT INTO temp.${table} VALUES (?, ?)`, id, dictionary.id(text));
  };
  const text = (row: Row) => ({ id: row.integer('id'), text: row.text('text') });
  // SQLite does not return the rest of a string after NUL.
  const rule = (row: Row) => ({ id: row.integer('id'), text: `${row.text('reason')}\0${row.text('rule')}` });
  number('part_name', names, statements.all('SELECT id, text FROM part.name ORDER BY id', [], text));
  number(
    'part_language',
    languages,
    statements.all('SELECT id, name AS text FROM part.language ORDER BY id', [], text),
  );
  number('part_rule', rules, statements.all('SELECT id, reason, rule FROM part.exclusion_rule ORDER BY id', [], rule));
}

interface PartString {
  /** In the part. */
  id: number;
  text: string;
}

function copyCalls(statements: Statements, { node }: LastIds): void {
  const first = (last: number) =>
    statements.first(
      'SELECT first_file_id, data FROM part.call_block WHERE first_file_id > ? ORDER BY 1 LIMIT 1',
      [last],
      (row) => ({ file: row.integer('first_file_id'), data: row.bytes('data') }),
    );
  for (let block = first(0); block !== undefined; block = first(block.file)) {
    const data = moveCallBlock(block.data, block.file + node, CALL_BLOCK_LEVEL);
    statements.run('INSERT INTO call_block VALUES (?, ?)', block.file + node, data);
  }
}

const LAST = `
  SELECT
    (SELECT max(last_node_id) FROM part.project) AS node,
    (SELECT max(cycle_id) FROM (SELECT cycle_id FROM part.cycle_file UNION ALL SELECT cycle_id FROM part.non_load_cycle_file)) AS cycle,
    (SELECT max(id) FROM part.staged_token_block) AS tokens,
    (SELECT max(id) FROM part.staged_element_block) AS elements`;

function idsAfter(statements: Statements, last: LastIds): LastIds {
  const added = statements.first(LAST, [], (row) => ({
    node: row.optionalInteger('node') ?? 0,
    cycle: row.optionalInteger('cycle') ?? 0,
    tokens: row.optionalInteger('tokens') ?? 0,
    elements: row.optionalInteger('elements') ?? 0,
  }));
  if (added === undefined) throw new RangeError('an aggregate has no row');
  return {
    project: last.project + 1,
    node: last.node + added.node,
    cycle: last.cycle + added.cycle,
    tokens: last.tokens + added.tokens,
    elements: last.elements + added.elements,
  };
}
