import { inflateRawSync } from 'node:zlib';
import { numbers } from './columns.ts';
import type { Row } from './port.ts';

/** The element block of a file. */
export interface FileBlock {
  /** Node of the file in its index. */
  file: number;
  elements: Uint8Array;
}

/** A row of `element_block`. */
export interface StoredBlocks {
  first: number;
  sizes: readonly number[];
  data: Uint8Array;
}

export function storedBlocks(row: Row): StoredBlocks {
  return { first: row.integer('first_file_id'), sizes: numbers(row, 'sizes'), data: row.bytes('data') };
}

/** @throws an error for data of another length */
export function unpacked({ first, sizes, data }: StoredBlocks): FileBlock[] {
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
