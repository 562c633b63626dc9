import type { Connection } from '#postgres/connect.ts';
import { copyIn } from '#postgres/copy.ts';
import type { Statements } from '../sqlite/statements.ts';
import { ChangedChunks, type Chunk, chunksOf, VALUES_OF_CHUNK } from './changed-rows.ts';
import { CHUNK } from './copy-text.ts';
import { LAST_GENERATION, SHARED } from './generation.ts';
import type { SharedTable } from './shared-tables.ts';

export interface NewGeneration {
  number: number;
  /** This transaction created the tables, so that no later one needs to check their rows. */
  isFirst: boolean;
  signal?: AbortSignal | undefined;
}

/** What was written of a table, in chunks. */
export interface TableChanges {
  changed: number;
  total: number;
}

const EARLIER = `
  SELECT coalesce(array_agg(chunk ORDER BY chunk), '{}') AS chunks,
    coalesce(array_agg(encode(digest, 'hex') ORDER BY chunk), '{}') AS digests
  FROM ${SHARED}.chunk WHERE table_name = $1 AND until = ${LAST_GENERATION}`;

/**
 * Writes the rows of an index file that differ from the newest ones of the server, as rows of a new generation, and ends those
 * that they replace.
 */
export async function writeChanges(
  statements: Statements,
  table: SharedTable,
  connection: Connection,
  generation: NewGeneration,
): Promise<TableChanges> {
  const changes = new ChangedChunks(await earlierChunks(connection, table.name));
  const rows = copyText(changes.of(chunksOf(statements, table)), generation.number);
  const first = rows.next();
  if (first.done !== true) {
    const columns = [...table.columns, 'since'].join(', ');
    const sql = `COPY ${SHARED}.${table.name} (${columns}) FROM STDIN${generation.isFirst ? ' (FREEZE)' : ''}`;
    await copyIn(connection, sql, startingWith(first.value, rows), generation.signal);
  }
  await endRows(connection, table, [...changes.earlier.keys()], generation.number);
  await recordChunks(connection, table.name, changes, generation.number);
  return { changed: changes.written.size + changes.earlier.size, total: changes.total };
}

async function earlierChunks(connection: Connection, table: string): Promise<Map<string, string>> {
  const [found] = await connection.query<{ chunks: string[]; digests: string[] }>(EARLIER, [table]);
  return new Map(found?.chunks.map((chunk, at) => [chunk, found.digests[at] ?? '']));
}

function* copyText(chunks: Iterable<Chunk>, generation: number): Generator<string> {
  let text = '';
  for (const { rows } of chunks) {
    for (const row of rows) text += `${row}\t${generation}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function* startingWith(first: string, rest: Generator<string>): Generator<string> {
  yield first;
  yield* rest;
}

/** Ends the earlier rows of some chunks. */
async function endRows(
  connection: Connection,
  { name, rangeBy, hasTextRange }: SharedTable,
  chunks: string[],
  generation: number,
): Promise<void> {
  if (chunks.length === 0) return;
  const [from, condition] = hasTextRange
    ? ['unnest($1::text[])', `${rangeBy} = chunk`]
    : [
        'unnest($1::bigint[])',
        `${rangeBy} >= chunk * ${VALUES_OF_CHUNK} AND ${rangeBy} < (chunk + 1) * ${VALUES_OF_CHUNK}`,
      ];
  await connection.query(
    `UPDATE ${SHARED}.${name} AS its SET until = ${generation} FROM ${from} AS chunk
    WHERE ${condition} AND until = ${LAST_GENERATION} AND since < ${generation}`,
    [chunks],
  );
}

const END = `
  UPDATE ${SHARED}.chunk SET until = $3
  WHERE table_name = $1 AND chunk = ANY ($2::text[]) AND until = ${LAST_GENERATION} AND since < $3`;
const RECORD = `
  INSERT INTO ${SHARED}.chunk (table_name, since, chunk, digest)
  SELECT $1, $2, name, decode(digest, 'hex') FROM unnest($3::text[], $4::text[]) AS its (name, digest)`;

async function recordChunks(
  connection: Connection,
  table: string,
  { earlier, written }: ChangedChunks,
  generation: number,
): Promise<void> {
  if (earlier.size > 0) await connection.query(END, [table, [...earlier.keys()], generation]);
  if (written.size > 0) await connection.query(RECORD, [table, generation, [...written.keys()], [...written.values()]]);
}
