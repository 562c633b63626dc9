import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TableRow } from '@analyzer/core/cluster/parquet/table.ts';
import { TableWriter } from '@analyzer/core/cluster/parquet/table-writer.ts';
import { fileOf, TABLES } from '@analyzer/core/cluster/parquet/tables.ts';

export type FunctionRow = TableRow<typeof TABLES.functions>;

const PROJECTS = 1000;
const FILES = 50;
/** A third of the functions have no copy; the others are in groups of four on average. */
const [UNIQUE_OF, GROUP_SIZE] = [3, 4];
const ROWS_OF_GROUP = 65_536;
/** A prime larger than any number of rows, so that the order below visits each row once. */
const STEP = 2_147_483_647;

/** The row of a number: a function of its number and of the seed. */
function rowOf(seed: number, number: number, rows: number): FunctionRow {
  const random = hash('sha256', `${seed} ${number}`, 'buffer');
  const isUnique = random.readUInt32LE(0) % UNIQUE_OF === 0;
  const key = isUnique ? `u${number}` : `g${random.readUInt32LE(4) % Math.ceil(rows / GROUP_SIZE)}`;
  const line = 1 + (number % 10_000);
  return {
    kind: random.readUInt32LE(8) % 2 === 0 ? 'function-body' : 'function-shape',
    fingerprint: hash('sha256', `${seed} ${key}`, 'buffer'),
    project: `project-${random.readUInt32LE(12) % PROJECTS}`,
    path: `src/dïr ${random.readUInt32LE(16) % FILES}/back\\slash.ts`,
    start_byte: BigInt(number),
    end_byte: BigInt(number + 200),
    start_line: line,
    end_line: line + 9,
    nodes: 12 + (random.readUInt32LE(20) % 200),
    name: `f${number % 1000}`,
    language: 'typescript',
    classes: '',
  };
}

/** All rows, in an order that depends on the number. */
export function* generatedRows(seed: number, rows: number, order: number): Generator<FunctionRow> {
  for (let at = 0; at < rows; at++) {
    yield rowOf(seed, Number((BigInt(at) * BigInt(STEP) + BigInt(order) * 7919n) % BigInt(rows)), rows);
  }
}

/** Writes the rows as an export, unlike a real one in a shuffled order. */
export function writeExport(folder: string, rows: Iterable<FunctionRow>): void {
  mkdirSync(folder);
  const metadata = { 'analyzer.export': '1', 'analyzer.fingerprint_version': '2' };
  const functions = new TableWriter(join(folder, fileOf('functions')), TABLES.functions, metadata);
  for (const row of rows) {
    functions.add(row);
    if (functions.open >= ROWS_OF_GROUP) functions.endRowGroup();
  }
  functions.finish();
  const projects = new TableWriter(join(folder, fileOf('projects')), TABLES.projects, metadata);
  for (let at = 0; at < PROJECTS; at++) {
    const counts = { files: 0n, lines: 0n, functions: 0n };
    projects.add({ project: `project-${at}`, snapshot_id: '', options: '{}', ...counts });
  }
  projects.finish();
}
