import type { ControlColumns, ControlKind } from '#parse/facts.ts';
import { VarintReader, VarintWriter } from '#parse/tokens/varints.ts';
import { codeOf } from '../codes.ts';

/** The control structures of a declaration without calls, or of code outside of declarations, as columns. */
export interface ControlRecord {
  kind: StructureKind[];
  /** Number of control structures around it within its declaration. */
  depth: number[];
  line: number[];
}

export type StructureKind = Exclude<ControlKind, 'call'>;

/** Kinds by their code. */
const KINDS: readonly StructureKind[] = ['condition', 'loop', 'match', 'try', 'return', 'raise'];

/**
 * Records as bytes, ordered by owner: the owner (delta to the previous one), the number of structures, then for each
 * one its depth and kind as one number, and its line (delta to the one before, of the first one to the first line of
 * the owner). Owners are nodes; in the data of one file they are relative to the file's node. `control_records.rs`
 * writes the same bytes.
 */
export type ControlRecords = Uint8Array;

/**
 * The records of a file, in which owner 0 is the file and owner n its nth declaration.
 *
 * @param firstLines of the declarations
 * @returns undefined without control structures
 */
export function controlOfFile(
  { kind, depth, line, within }: ControlColumns,
  firstLines: readonly number[],
): ControlRecords | undefined {
  const structures = [...kind.keys()]
    .filter((index) => kind[index] !== 'call')
    .sort((a, b) => (within[a] ?? -1) - (within[b] ?? -1) || a - b);
  if (structures.length === 0) return undefined;
  const out = new VarintWriter();
  let before = 0;
  for (let first = 0; first < structures.length; ) {
    const declaration = within[structures[first] ?? 0] ?? -1;
    let end = first;
    while (end < structures.length && within[structures[end] ?? 0] === declaration) end++;
    out.unsigned(declaration + 1 - before);
    before = declaration + 1;
    out.unsigned(end - first);
    let previous = firstLines[declaration] ?? 1;
    for (const index of structures.slice(first, end)) {
      out.unsigned((depth[index] ?? 0) * KINDS.length + codeOf(KINDS, kind[index] ?? ''));
      out.signed((line[index] ?? previous) - previous);
      previous = line[index] ?? previous;
    }
    first = end;
  }
  return out.bytes.slice();
}

/** Where a record is in the bytes, without its owner. */
export interface RecordPosition {
  owner: number;
  start: number;
  end: number;
}

/** The records in some bytes, by owner. */
export function* recordsIn(bytes: ControlRecords): Generator<RecordPosition> {
  const read = new VarintReader(bytes, 0);
  let owner = 0;
  while (read.at < bytes.length) {
    owner += read.unsigned();
    const start = read.at;
    read.skip(2 * read.unsigned());
    yield { owner, start, end: read.at };
  }
}

/** @param firstLine of the owner */
export function readRecord(bytes: ControlRecords, { start }: RecordPosition, firstLine: number): ControlRecord {
  const read = new VarintReader(bytes, start);
  const record: ControlRecord = { kind: [], depth: [], line: [] };
  let line = firstLine;
  for (let count = read.unsigned(); count > 0; count--) {
    const number = read.unsigned();
    line += read.signed();
    record.kind.push(KINDS[number % KINDS.length] ?? 'condition');
    record.depth.push(Math.floor(number / KINDS.length));
    record.line.push(line);
  }
  return record;
}
