import { setTimeout } from 'node:timers/promises';
import { Connection } from '#postgres/connect.ts';
import type { IndexReader, Snapshot } from '../port.ts';
import { openToRead } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import { SHARED } from './generation.ts';
import { SHARED_TABLES } from './shared-tables.ts';
import { writeChanges } from './write-changes.ts';

/** One state of the projects: an index file, opened. */
export interface State {
  db: string;
  reader: IndexReader;
}

export interface Reads {
  reads: number;
  /** Reads that saw rows of no state, or of two. */
  torn: number;
  /** How often the reader opened the index again, because another generation was published. */
  reopened: number;
}

export interface ReaderOf {
  open: () => Promise<IndexReader>;
  states: readonly State[];
}

export interface ReadersOf extends ReaderOf {
  /** Number of connections that read. */
  readers: number;
}

/** Longest pause between the two parts of a read. */
const PAUSE_MS = 20;
const SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'analyzer_g%' ORDER BY nspname";

/** Reads while the work runs. */
export async function readDuring(work: Promise<void>, { readers, ...of }: ReadersOf): Promise<Reads> {
  const over = new AbortController();
  const reading = Array.from({ length: readers }, () => readUntil(over.signal, of));
  await work.finally(() => over.abort());
  return sumOf(await Promise.all(reading));
}

/** Reads as a server does, until the signal: an earlier generation is read until it is not the current one. */
export async function readUntil(over: AbortSignal, { open, states }: ReaderOf): Promise<Reads> {
  const expected = new Map(states.map(({ reader }) => reader.read((its) => [its.id, wholeOf(its)])));
  const counts = { reads: 0, torn: 0, reopened: 0 };
  let reader = await open();
  while (!over.aborted) {
    if (!reader.isCurrent()) {
      reader.close();
      reader = await open();
      counts.reopened++;
    }
    // A reader of an inconsistent state can also fail.
    const torn = await isTorn(reader, expected).catch(() => true);
    counts.reads++;
    counts.torn += Number(torn);
  }
  reader.close();
  return counts;
}

export function sumOf(all: readonly Reads[]): Reads {
  const sum = (name: keyof Reads) => all.reduce((total, reads) => total + reads[name], 0);
  return { reads: sum('reads'), torn: sum('torn'), reopened: sum('reopened') };
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
  // A reader may still have an earlier one.
  const [current] = await connection.query<{ generation: number }>('SELECT generation FROM analyzer.current');
  if (current === undefined) throw new Error('no generation is published');
  for (let round = 1; round <= rounds; round++) {
    const { database, file } = await openToRead(states[round % states.length]?.db ?? '');
    const statements = new Statements(database);
    for (const table of SHARED_TABLES) {
      await connection.query(`DELETE FROM ${SHARED}.${table.name}; DELETE FROM ${SHARED}.chunk`);
      await writeChanges(statements, table, connection, { number: current.generation, isFirst: false });
    }
    database.close();
    file.close();
  }
  await connection.close();
}
