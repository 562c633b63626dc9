import { setTimeout } from 'node:timers/promises';
import { Connection } from '#postgres/connect.ts';
import type { IndexReader, Snapshot } from '../port.ts';
import { openToRead } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import { copyRows } from './copy-rows.ts';
import { COPIED_TABLES } from './tables.ts';

/** One state of the projects: an index file, opened. */
export interface State {
  db: string;
  reader: IndexReader;
}

export interface Reads {
  reads: number;
  /** Reads that saw rows of no state, or of two. */
  torn: number;
}

export interface ReadersOf {
  open: () => Promise<IndexReader>;
  states: readonly State[];
  /** Number of connections that read. */
  readers: number;
}

/** Longest pause between the two parts of a read. */
const PAUSE_MS = 20;
const SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'analyzer_g%' ORDER BY nspname";

/** Reads as servers do, while the work runs: an earlier generation is read until it is not the current one. */
export async function readDuring(work: Promise<void>, { open, states, readers }: ReadersOf): Promise<Reads> {
  const expected = new Map(states.map(({ reader }) => reader.read((its) => [its.id, wholeOf(its)])));
  const counts = { reads: 0, torn: 0 };
  let isOver = false;
  const reading = Array.from({ length: readers }, async () => {
    let reader = await open();
    while (!isOver) {
      if (!reader.isCurrent()) {
        reader.close();
        reader = await open();
      }
      // A reader of an inconsistent state can also fail.
      const torn = await isTorn(reader, expected).catch(() => true);
      counts.reads++;
      counts.torn += Number(torn);
    }
    reader.close();
  });
  await work.finally(() => {
    isOver = true;
  });
  await Promise.all(reading);
  return counts;
}

/** Reads in two parts, as long answers do, and compares both with the state that the snapshot id names. */
async function isTorn(reader: IndexReader, expected: ReadonlyMap<string, string>): Promise<boolean> {
  const { snapshot, close } = reader.open();
  const first = partOf(snapshot, 'clone_group');
  await setTimeout(Math.random() * PAUSE_MS);
  const found = [first, partOf(snapshot, 'occurrence'), idOf(snapshot)].join();
  close();
  return found !== expected.get(snapshot.id);
}

function wholeOf(snapshot: Snapshot): string {
  return [partOf(snapshot, 'clone_group'), partOf(snapshot, 'occurrence'), idOf(snapshot)].join();
}

function idOf(snapshot: Snapshot): string | undefined {
  return snapshot.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
}

const SUMS = { node: 'sum(id)', clone_group: 'sum(nodes * id)', occurrence: 'sum(node_id * (seq + 1))' };

/** The rows of a table, counted and summed: different states differ. */
export function partOf(snapshot: Snapshot, table: keyof typeof SUMS): string {
  const sql = `SELECT count(*) AS n, ${SUMS[table]} AS sum FROM ${table}`;
  return `${table} ${snapshot.first(sql, [], (row) => [row.integer('n'), row.optionalInteger('sum')])}`;
}

export async function schemasOf(url: string): Promise<string[]> {
  const connection = await Connection.open(url);
  const rows = await connection.query<{ nspname: string }>(SCHEMAS);
  await connection.close();
  return rows.map(({ nspname }) => nspname);
}

/** The negative control: replaces the rows of the published generation, state by state. */
export async function replaceInPlace(url: string, states: readonly State[], rounds: number): Promise<void> {
  const connection = await Connection.open(url);
  const [schema] = await schemasOf(url);
  await connection.query(`SET search_path = ${schema}, pg_catalog`);
  for (let round = 1; round <= rounds; round++) {
    const { database, file } = await openToRead(states[round % states.length]?.db ?? '');
    const statements = new Statements(database);
    for (const table of COPIED_TABLES.filter(({ name }) => name !== 'local_root')) {
      await connection.query(`DELETE FROM ${table.name}`);
      await copyRows(statements, table, connection, { into: 'existing' });
    }
    database.close();
    file.close();
  }
  await connection.close();
}
