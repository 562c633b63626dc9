import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TableRow } from '@analyzer/core/cluster/parquet/table.ts';
import { TableWriter } from '@analyzer/core/cluster/parquet/table-writer.ts';
import { fileOf, TABLES } from '@analyzer/core/cluster/parquet/tables.ts';

export type FunctionRow = TableRow<typeof TABLES.functions>;

const RANGES = 256;
export const PROJECTS = 1000;
const FILES = 50;
/** A third of the functions have no copy; the others are in groups of four on average. */
const [UNIQUE_OF, GROUP_SIZE] = [3, 4];
const ROWS_OF_GROUP = 65_536;
/** A prime larger than any number of rows, so that the order below visits each row once. */
const STEP = 2_147_483_647n;
const HASH_WORDS = 8;

/** Random bits of two numbers: enough for test data, and many times faster than a SHA-256 of each row. */
function mixed(seed: number, number: number, salt: number): number {
  let bits = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + salt, 0xc2b2ae35) ^ (salt << 16);
  for (const factor of [0x7feb352d, 0x846ca68b]) {
    bits = Math.imul(bits ^ (bits >>> 16), factor);
    bits ^= bits >>> 15;
  }
  return bits >>> 0;
}

/** A hash in a range. */
function hashOf(seed: number, range: number, key: number): Buffer {
  const bytes = Buffer.allocUnsafe(HASH_WORDS * 4);
  for (let word = 0; word < HASH_WORDS; word++) bytes.writeUInt32BE(mixed(seed + range, key, word), word * 4);
  // So that different keys certainly have different hashes.
  bytes.writeUInt32BE(key, 1);
  bytes[0] = range;
  return bytes;
}

/** The row of a number: a function of its number, of the seed and of the number of all rows. */
function generatedRow(seed: number, number: number, rows: number): FunctionRow {
  const random = (salt: number) => mixed(seed, number, salt);
  const [range, groups] = [number % RANGES, Math.ceil(rows / RANGES / GROUP_SIZE)];
  const isUnique = random(10) % UNIQUE_OF === 0;
  const key = isUnique ? groups + Math.floor(number / RANGES) : random(11) % groups;
  const line = 1 + (number % 10_000);
  return {
    kind: random(12) % 2 === 0 ? 'function-body' : 'function-shape',
    hash_range: range,
    fingerprint: hashOf(seed, range, key),
    project: `project-${random(13) % PROJECTS}`,
    path: `src/dïr ${random(14) % FILES}/back\\slash.ts`,
    start_byte: BigInt(number),
    end_byte: BigInt(number + 200),
    start_line: line,
    end_line: line + 9,
    nodes: 12 + (random(15) % 200),
    name: `f${number % 1000}`,
    language: 'typescript',
    classes: '',
  };
}

/** How the rows of an export are ordered: by range as in a real one, or not at all. */
export type Layout = 'ranges' | 'shuffled';

/**
 * All rows, in an order that depends on a number.
 *
 * @param layout `ranges`: only the order in each range depends on it
 */
export function* generatedRows(
  seed: number,
  rows: number,
  order: number,
  layout: Layout = 'shuffled',
): Generator<FunctionRow> {
  const parts = layout === 'ranges' ? RANGES : 1;
  for (let part = 0; part < parts; part++) {
    const count = Math.max(0, Math.ceil((rows - part) / parts));
    // A sum instead of a product: BigInt products are slow.
    const [step, start] = [Number(STEP % BigInt(Math.max(1, count))), (order * 7919) % Math.max(1, count)];
    for (let done = 0, at = start; done < count; done++, at = (at + step) % count) {
      yield generatedRow(seed, at * parts + part, rows);
    }
  }
}

/** Writes the rows as an export. */
export function writeExport(folder: string, rows: Iterable<FunctionRow>): void {
  mkdirSync(folder);
  const metadata = { 'analyzer.export': '1', 'analyzer.fingerprint_version': '2' };
  const functions = new TableWriter(join(folder, fileOf('functions')), TABLES.functions, metadata);
  for (const row of rows) {
    functions.add(row);
    if (functions.open >= ROWS_OF_GROUP) functions.endRowGroup();
  }
  functions.finish();
  new TableWriter(join(folder, fileOf('near_units')), TABLES.near_units, metadata).finish();
  const projects = new TableWriter(join(folder, fileOf('projects')), TABLES.projects, metadata);
  for (let at = 0; at < PROJECTS; at++) {
    const counts = { files: 0n, lines: 0n, functions: 0n };
    projects.add({ project: `project-${at}`, snapshot_id: '', options: '{}', ...counts });
  }
  projects.finish();
}
