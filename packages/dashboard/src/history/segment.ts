import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLine, type StoredEvent } from '../event/stored.ts';
import { isObject } from '../event/values.ts';
import { addToBlocks, type Block, isBlock } from './block.ts';
import { indexName, type SegmentName } from './segment-name.ts';

/** A file of the history. */
export interface Segment extends SegmentName {
  /** Bytes. */
  size: number;
  /** Read when it is needed. */
  blocks: Block[] | undefined;
}

const CHUNK = 1024 * 1024;

/** The content of a file up to its end, or up to the first line that is not an event. */
export interface Scanned {
  blocks: Block[];
  /** Bytes of complete lines. */
  size: number;
}

/**
 * Reads a file of the history line by line.
 *
 * @param stopAfter a line that is not an event ends the scan after this sequence number, else it is skipped
 */
export async function scanSegment(path: string, blockBytes: number, stopAfter: number): Promise<Scanned> {
  const blocks: Block[] = [];
  const scanned: Scanned = { blocks, size: 0 };
  const handle = await open(path, 'r');
  try {
    let rest = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, scanned.size + rest.length);
      if (bytesRead === 0) return scanned;
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let brk = bytes.indexOf(10); brk >= 0; brk = bytes.indexOf(10, start)) {
        const event = eventIn(bytes.subarray(start, brk));
        if (event === undefined && (blocks.at(-1)?.last ?? 0) >= stopAfter) return scanned;
        if (event !== undefined) addToBlocks(blocks, event, scanned.size, blockBytes);
        scanned.size += brk + 1 - start;
        start = brk + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
  } finally {
    await handle.close();
  }
}

/** The blocks of a complete file, from its index. @returns undefined if the index is missing or of another file */
export async function readIndex(folder: string, { name, size }: Segment): Promise<Block[] | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, indexName(name)), 'utf8'));
    if (!isObject(value) || value.size !== size || !Array.isArray(value.blocks)) return undefined;
    return value.blocks.every(isBlock) ? value.blocks : undefined;
  } catch {
    return undefined;
  }
}

/** The events of a block, oldest first. @throws the error of the file system */
export async function readBlock(path: string, { offset, length }: Block): Promise<StoredEvent[]> {
  const bytes = Buffer.allocUnsafe(length);
  const handle = await open(path, 'r');
  try {
    const got = await readFully(handle, bytes, offset);
    return eventsIn(bytes.subarray(0, got));
  } finally {
    await handle.close();
  }
}

async function readFully(handle: FileHandle, bytes: Buffer, offset: number): Promise<number> {
  let got = 0;
  while (got < bytes.length) {
    const { bytesRead } = await handle.read(bytes, got, bytes.length - got, offset + got);
    if (bytesRead === 0) break;
    got += bytesRead;
  }
  return got;
}

function eventsIn(bytes: Buffer): StoredEvent[] {
  const events: StoredEvent[] = [];
  for (let start = 0; start < bytes.length; ) {
    const brk = bytes.indexOf(10, start);
    const end = brk < 0 ? bytes.length : brk;
    const event = eventIn(bytes.subarray(start, end));
    if (event !== undefined) events.push(event);
    start = end + 1;
  }
  return events;
}

function eventIn(line: Buffer): StoredEvent | undefined {
  const read = readLine(line);
  return read === undefined || 'old' in read ? undefined : read;
}
