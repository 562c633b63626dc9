import { fstatSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { pause } from '#tree/pause.ts';
import { readFully } from '#tree/read-fully.ts';

/**
 * Checksums at the end of an index, after the last page of the database. SQLite ignores these bytes, because its header
 * states how many pages there are.
 *
 * | Bytes | Content |
 * |---|---|
 * | 4 for each block | CRC-32 (RFC 1952) of each MiB of the database, the last one of the remaining bytes;
 * little-endian |
 * | 8 | length of the database in bytes, little-endian |
 * | 4 | CRC-32 of all checksums and the length, little-endian |
 * | 12 | the magic string |
 */
const BLOCK = 1 << 20;
const CRC_LENGTH = 4;
const SIZE_LENGTH = 8;
const MAGIC = Buffer.from('ANLZ crc32 1');
const FOOTER = SIZE_LENGTH + CRC_LENGTH + MAGIC.length;

/** Number of blocks after which timers and signals are handled: about 5 ms. */
const BLOCKS_AT_ONCE = 8;

/** Appends the checksums of a complete database. */
export async function appendChecksums(file: number, signal?: AbortSignal): Promise<void> {
  const { size } = fstatSync(file);
  const footer = footerOf(await checksumsOf(file, size, signal), size);
  for (let at = 0; at < footer.length; ) at += writeSync(file, footer, at, footer.length - at, size + at);
}

/** Whether no byte of an index has changed since it was written. */
export async function checksumsMatch(file: number, signal?: AbortSignal): Promise<boolean> {
  const total = fstatSync(file).size;
  const size = databaseSize(file, total);
  if (size === undefined) return false;
  const stored = Buffer.alloc(total - size);
  if (readFully(file, stored, size) < stored.length) return false;
  // First check the checksum of the checksums: a truncated or extended file need not be read.
  const checksums = stored.subarray(0, stored.length - FOOTER);
  if (!footerOf(checksums, size).equals(stored)) return false;
  return checksums.equals(await checksumsOf(file, size, signal));
}

/** @returns undefined if there are no checksums at the end, or those of a file of another size */
function databaseSize(file: number, total: number): number | undefined {
  const footer = Buffer.alloc(FOOTER);
  if (total < FOOTER || readFully(file, footer, total - FOOTER) < FOOTER) return undefined;
  const size = Number(footer.readBigUInt64LE());
  const isComplete = size + Math.ceil(size / BLOCK) * CRC_LENGTH + FOOTER === total;
  return isComplete && footer.subarray(-MAGIC.length).equals(MAGIC) ? size : undefined;
}

function footerOf(checksums: Buffer, size: number): Buffer {
  const end = Buffer.alloc(SIZE_LENGTH + CRC_LENGTH);
  end.writeBigUInt64LE(BigInt(size));
  end.writeUInt32LE(crc32(end.subarray(0, SIZE_LENGTH), crc32(checksums)), SIZE_LENGTH);
  return Buffer.concat([checksums, end, MAGIC]);
}

async function checksumsOf(file: number, size: number, signal: AbortSignal | undefined): Promise<Buffer> {
  const checksums = Buffer.alloc(Math.ceil(size / BLOCK) * CRC_LENGTH);
  const block = Buffer.alloc(Math.min(BLOCK, size));
  for (let nth = 0; nth * BLOCK < size; nth++) {
    const length = readFully(file, block.subarray(0, size - nth * BLOCK), nth * BLOCK);
    checksums.writeUInt32LE(crc32(block.subarray(0, length)), nth * CRC_LENGTH);
    if (nth % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) await pause(signal);
  }
  return checksums;
}
