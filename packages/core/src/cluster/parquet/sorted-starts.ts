import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFully } from '#tree/read-fully.ts';
import { BLOCK_KINDS, type BlockKind } from '../blocks/seeds.ts';
import type { BlockStart } from './block-starts.ts';

/** A row of `block_starts`. */
export interface StartRow {
  kind: BlockKind;
  hash_range: number;
  seed: bigint;
  before: bigint;
  is_first: number;
  file: bigint;
  unit: number;
}

const RANGES = 256;
/** Seed, kind, file (6 bytes), unit: the order of records is that of their bytes. Then the unit before. */
const [KIND, FILE, UNIT, BEFORE, FIRST, BYTES] = [8, 9, 15, 19, 27, 28];
const FILE_BYTES = 6;
/** Records of a range that are in memory before they are written. */
const OPEN_RECORDS = 1024;

/** Sorts starts by seed, kind, file and unit. They are in a temporary file, those of one range of seeds in memory. */
export class SortedStarts {
  readonly #path: string;
  readonly #file: number;
  readonly #open = Array.from({ length: RANGES }, () => ({ bytes: Buffer.alloc(OPEN_RECORDS * BYTES), length: 0 }));
  /** By range: positions in the file. */
  readonly #pieces = Array.from({ length: RANGES }, (): { at: number; length: number }[] => []);
  #end = 0;

  /** @param folder gets the file until `close` */
  constructor(folder: string) {
    this.#path = join(folder, '.starts');
    this.#file = openSync(this.#path, 'wx+');
  }

  add(file: number, start: BlockStart): void {
    const range = start.seedHigh >>> 24;
    const open = this.#open[range];
    if (open === undefined) throw new RangeError(`there is no range ${range}`);
    const { bytes, length: at } = open;
    bytes.writeInt32BE(start.seedHigh, at);
    bytes.writeInt32BE(start.seedLow, at + 4);
    bytes.writeUInt8(BLOCK_KINDS.indexOf(start.kind), at + KIND);
    bytes.writeUIntBE(file, at + FILE, FILE_BYTES);
    bytes.writeUInt32BE(start.unit, at + UNIT);
    bytes.writeInt32BE(start.beforeHigh, at + BEFORE);
    bytes.writeInt32BE(start.beforeLow, at + BEFORE + 4);
    bytes.writeUInt8(start.isFirst ? 1 : 0, at + FIRST);
    open.length += BYTES;
    if (open.length === bytes.length) this.#write(range);
  }

  *sorted(): Generator<StartRow> {
    for (let range = 0; range < RANGES; range++) {
      this.#write(range);
      const bytes = this.#read(range);
      const records = Array.from({ length: bytes.length / BYTES }, (_, at) =>
        bytes.subarray(at * BYTES, (at + 1) * BYTES),
      );
      for (const record of records.sort(Buffer.compare)) yield rowOf(record);
    }
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #write(range: number): void {
    const open = this.#open[range];
    if (open === undefined || open.length === 0) return;
    writeFileSync(this.#file, open.bytes.subarray(0, open.length));
    this.#pieces[range]?.push({ at: this.#end, length: open.length });
    this.#end += open.length;
    open.length = 0;
  }

  #read(range: number): Buffer {
    const pieces = this.#pieces[range] ?? [];
    const bytes = Buffer.alloc(pieces.reduce((sum, { length }) => sum + length, 0));
    let to = 0;
    for (const { at, length } of pieces) {
      if (readFully(this.#file, bytes.subarray(to, to + length), at) < length) {
        throw new RangeError(`${this.#path} is shorter than what was written`);
      }
      to += length;
    }
    return bytes;
  }
}

function rowOf(record: Buffer): StartRow {
  const kind = BLOCK_KINDS[record.readUInt8(KIND)];
  if (kind === undefined) throw new RangeError('a record has no kind');
  return {
    kind,
    hash_range: record.readUInt8(0),
    seed: record.readBigInt64BE(0),
    before: record.readBigInt64BE(BEFORE),
    is_first: record.readUInt8(FIRST),
    file: BigInt(record.readUIntBE(FILE, FILE_BYTES)),
    unit: record.readUInt32BE(UNIT),
  };
}
