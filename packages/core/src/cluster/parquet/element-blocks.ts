import { inflateRawSync } from 'node:zlib';
import { numbers } from '#index/columns.ts';
import type { Snapshot } from '#index/port.ts';

export interface FileBlock {
  /** Node of the file in its index. */
  file: number;
  elements: Uint8Array;
}

const BLOCKS = 'SELECT first_file_id, sizes, data FROM element_block ORDER BY first_file_id';

/** The element blocks of an index by file, in the portions in which it stores them. */
export function* elementBlocks(snapshot: Snapshot): Generator<FileBlock[]> {
  const rows = snapshot.iterate(BLOCKS, [], (row) => ({
    first: row.integer('first_file_id'),
    sizes: numbers(row, 'sizes'),
    data: row.bytes('data'),
  }));
  for (const row of rows) yield unpacked(row);
}

/** @throws an error for data of another length */
export function unpacked({
  first,
  sizes,
  data,
}: {
  first: number;
  sizes: readonly number[];
  data: Uint8Array;
}): FileBlock[] {
  const files: { file: number; from: number; to: number }[] = [];
  let length = 0;
  for (let at = 0; at < sizes.length; at += 2) {
    const size = sizes[at + 1] ?? 0;
    files.push({ file: first + (sizes[at] ?? 0), from: length, to: length + size });
    length += size;
  }
  const bytes = inflateRawSync(data, { maxOutputLength: Math.max(1, length) });
  if (bytes.length !== length) throw new RangeError('the blocks have another length than their sizes');
  return files.map(({ file, from, to }) => ({ file, elements: bytes.subarray(from, to) }));
}
