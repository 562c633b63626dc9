import { AnalyzerError } from '@analyzer/contracts';
import type { ScanOptions } from '#scan/model.ts';
import { moveCallBlock } from '../calls/call-block.ts';
import type { Row } from '../port.ts';
import type { ProjectIdentity } from '../snapshot-id.ts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import type { AddedProjects } from '../write/added-projects.ts';
import { CALL_BLOCK_LEVEL } from '../write/call-writer.ts';
import type { LastIds } from '../write/project-writer.ts';
import { Table } from '../write/table.ts';
import { COPIED, copyStatement } from './columns.ts';
import { isPart } from './part-file.ts';

/** A part on this machine. */
export interface StoredPart {
  /** Absolute path of its file. */
  path: string;
  /** Absolute path of the project, if this machine has its files. */
  root?: string;
  /** Of `readPart`, if the caller has read or written the part. */
  content?: PartContent;
}

export interface PartContent {
  identity: ProjectIdentity;
  options: ScanOptions;
}

/** Numbers of strings in the index, by their numbers in the part. */
const NUMBERS = `
  CREATE TEMP TABLE part_name (id INTEGER PRIMARY KEY, target INTEGER NOT NULL) STRICT;
  CREATE TEMP TABLE part_language (id INTEGER PRIMARY KEY, target INTEGER NOT NULL) STRICT;
  CREATE TEMP TABLE part_rule (id INTEGER PRIMARY KEY, target INTEGER NOT NULL) STRICT;
`;
const NO_NUMBERS = 'DELETE FROM temp.part_name; DELETE FROM temp.part_language; DELETE FROM temp.part_rule;';

/** Copies the rows of parts to an index that is being written, as if their projects had been scanned now. */
export class PartAppender {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #projects: AddedProjects;
  readonly #names;
  readonly #languages;
  readonly #rules;

  /** @param database has an open transaction, also after each part */
  constructor(database: Database, statements: Statements, projects: AddedProjects) {
    database.exec(NUMBERS);
    this.#database = database;
    this.#statements = statements;
    this.#projects = projects;
    this.#names = new Table(statements, 'temp.part_name', ['id', 'target']);
    this.#languages = new Table(statements, 'temp.part_language', ['id', 'target']);
    this.#rules = new Table(statements, 'temp.part_rule', ['id', 'target']);
  }

  /**
   * @throws {AnalyzerError} `unusable_index` for a file that is not a part of this version; `usage` if earlier projects were
   * indexed for other groups; errors of SQLite
   */
  async append(part: StoredPart): Promise<void> {
    const [database, { writer, identities }] = [this.#database, this.#projects];
    const { identity, options } = part.content ?? (await readPart(part.path));
    this.#projects.want(identity.label, options);
    writer.start(identity.label);
    this.#statements.finish();
    database.exec('COMMIT');
    database.prepare('ATTACH ? AS part').run(part.path);
    try {
      database.exec('BEGIN');
      this.#copyRows(part.root);
      database.exec('COMMIT');
    } finally {
      database.exec('DETACH part');
    }
    database.exec('BEGIN');
    identities.push(identity);
  }

  #copyRows(root: string | undefined): void {
    const [statements, { writer }] = [this.#statements, this.#projects];
    const { last } = writer;
    this.#mapStrings();
    for (const copied of COPIED) this.#database.exec(copyStatement(copied, last, writer.hasLayout));
    copyCalls(statements, last);
    if (root !== undefined) statements.run('INSERT INTO local_root VALUES (?, ?)', last.project + 1, root);
    writer.last = idsAfter(statements, last);
  }

  #mapStrings(): void {
    this.#database.exec(NO_NUMBERS);
    const { names, languages, rules } = this.#projects.writer.dictionaries;
    const read = (sql: string, text: (row: Row) => string, dictionary: { id(text: string): number }) =>
      this.#statements.all(sql, [], (row) => [row.integer('id'), dictionary.id(text(row))]).flat();
    const text = (row: Row) => row.text('text');
    // SQLite does not return the rest of a string after NUL.
    const rule = (row: Row) => `${row.text('reason')}\0${row.text('rule')}`;
    this.#names.insertCells(read('SELECT id, text FROM part.name ORDER BY id', text, names));
    this.#languages.insertCells(read('SELECT id, name AS text FROM part.language ORDER BY id', text, languages));
    this.#rules.insertCells(read('SELECT id, reason, rule FROM part.exclusion_rule ORDER BY id', rule, rules));
    this.#statements.finish();
  }
}

/** @throws {AnalyzerError} `unusable_index` for a file that is not a part of this version; errors of SQLite */
export async function readPart(path: string): Promise<PartContent> {
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

function copyCalls(statements: Statements, { node }: LastIds): void {
  const first = (last: number) =>
    statements.first(
      'SELECT first_file_id, data FROM part.call_block WHERE first_file_id > ? ORDER BY 1 LIMIT 1',
      [last],
      (row) => ({ file: row.integer('first_file_id'), data: row.bytes('data') }),
    );
  for (let block = first(0); block !== undefined; block = first(block.file)) {
    const data = moveCallBlock(block.data, node, CALL_BLOCK_LEVEL);
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
