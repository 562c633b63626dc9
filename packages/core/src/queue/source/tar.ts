import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { NewTree } from './new-tree.ts';

/** The format of POSIX.1-1988 (ustar) with extended headers of POSIX.1-2001 (pax) and long names of GNU tar. */
const BLOCK = 512;
const CHECKSUM_START = 148;
const CHECKSUM_END = 156;
/** Bytes of a header that other headers describe. */
const MOST_DESCRIPTION = 1024 * 1024;

interface Header {
  path: string;
  type: string;
  size: number;
  mode: number;
  linkpath: string;
}

/**
 * Unpacks a tar archive, compressed with gzip if its name ends so. Devices and pipes are skipped; a hard link becomes a
 * copy; owners and times are ignored.
 *
 * @throws {AnalyzerError} `unreadable` for an archive that is damaged, cut off, or refused by the tree; `cancelled`
 */
export async function unpackTar(path: string, tree: NewTree, signal?: AbortSignal): Promise<void> {
  const file = createReadStream(path);
  const isCompressed = !/\.tar$/i.test(path);
  const stream = isCompressed ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  try {
    await readEntries(new Blocks(stream), tree, signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_')) throw tree.refused('', 'the archive is damaged or cut off', error);
    throw error;
  } finally {
    stream.destroy();
    file.destroy();
  }
}

async function readEntries(blocks: Blocks, tree: NewTree, signal: AbortSignal | undefined): Promise<void> {
  let described: Partial<Header> = {};
  let any = false;
  for (;;) {
    signal?.throwIfAborted();
    const block = await blocks.take(BLOCK);
    if (block === undefined) {
      if (any) return;
      throw tree.refused('', 'the archive is empty or cut off');
    }
    if (block.every((byte) => byte === 0)) {
      if (any) return;
      throw tree.refused('', 'the archive is empty');
    }
    any = true;
    const own = readHeader(block, tree);
    if ('xgLK'.includes(own.type)) {
      if (own.size > MOST_DESCRIPTION) throw tree.refused(own.path, 'a header that is too long');
      const data = await blocks.padded(own.size, tree);
      // A global header describes all later entries; it has comments, such as the commit of `git archive`.
      if (own.type === 'x') described = { ...described, ...readPax(data, tree) };
      else if (own.type === 'L') described.path = untilNul(data);
      else if (own.type === 'K') described.linkpath = untilNul(data);
      continue;
    }
    await readEntry({ ...own, ...described }, blocks, tree, signal);
    described = {};
  }
}

async function readEntry(
  { path, type, size, mode, linkpath }: Header,
  blocks: Blocks,
  tree: NewTree,
  signal: AbortSignal | undefined,
): Promise<void> {
  switch (type) {
    case '0':
    case '7': {
      if (path.endsWith('/')) return tree.folder(path);
      const file = tree.file(path, (mode & 0o100) !== 0);
      try {
        await blocks.copy(
          size,
          (piece) => {
            signal?.throwIfAborted();
            file.write(piece);
          },
          tree,
        );
      } finally {
        file.close();
      }
      return;
    }
    case '1':
      return tree.copy(path, linkpath);
    case '2':
      return tree.link(path, linkpath);
    case '5':
      return tree.folder(path);
    case '3':
    case '4':
    case '6':
      return;
    default:
      throw tree.refused(path, `an entry of the unsupported type ${JSON.stringify(type)}`);
  }
}

function readHeader(block: Buffer, tree: NewTree): Header {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= CHECKSUM_START && at < CHECKSUM_END ? 0x20 : byte;
  if (sum !== number(block, CHECKSUM_START, 8, tree)) throw tree.refused('', 'the archive is damaged: wrong checksum');
  const name = untilNul(block.subarray(0, 100));
  const isUstar = block.toString('latin1', 257, 262) === 'ustar';
  // GNU tar has times in place of the prefix.
  const prefix = isUstar && block[262] === 0 ? untilNul(block.subarray(345, 500)) : '';
  const type = String.fromCharCode(block[156] ?? 0);
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    type: type === '\0' ? '0' : type,
    size: number(block, 124, 12, tree),
    mode: number(block, 100, 8, tree),
    linkpath: untilNul(block.subarray(157, 257)),
  };
}

/** Octal digits, or base 256 if the first bit is set. */
function number(block: Buffer, start: number, length: number, tree: NewTree): number {
  const field = block.subarray(start, start + length);
  let value = 0;
  if (((field[0] ?? 0) & 0x80) !== 0) {
    for (const [at, byte] of field.entries()) value = value * 256 + (at === 0 ? byte & 0x7f : byte);
  } else {
    const digits = untilNul(field).trim();
    if (!/^[0-7]*$/.test(digits)) throw tree.refused('', 'the archive is damaged: invalid number');
    value = digits === '' ? 0 : Number.parseInt(digits, 8);
  }
  if (!Number.isSafeInteger(value)) throw tree.refused('', 'the archive is damaged: invalid number');
  return value;
}

/** Records `<length> <keyword>=<value>\n`. */
function readPax(data: Buffer, tree: NewTree): Partial<Header> {
  const found: Partial<Header> = {};
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const length = Number(data.toString('latin1', at, space));
    if (space < 0 || !Number.isSafeInteger(length) || length < 5 || at + length > data.length) {
      throw tree.refused('', 'the archive is damaged: invalid extended header');
    }
    const record = data.toString('utf8', space + 1, at + length - 1);
    const equals = record.indexOf('=');
    const [keyword, value] = [record.slice(0, equals), record.slice(equals + 1)];
    if (keyword === 'path') found.path = value;
    else if (keyword === 'linkpath') found.linkpath = value;
    else if (keyword === 'size') {
      found.size = Number(value);
      if (!/^\d+$/.test(value) || !Number.isSafeInteger(found.size)) throw tree.refused('', 'an invalid size');
    } else if (keyword.startsWith('GNU.sparse.')) throw tree.refused('', 'a sparse file');
    at += length;
  }
  return found;
}

function untilNul(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
}

/** Reads a stream in pieces of given lengths. */
class Blocks {
  readonly #stream: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** @returns undefined at the end; fewer bytes never */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#rest.length < length) {
      const { value, done } = await this.#stream.next();
      if (done === true) return undefined;
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    }
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async padded(length: number, tree: NewTree): Promise<Buffer> {
    const data = await this.take(Math.ceil(length / BLOCK) * BLOCK);
    if (data === undefined) throw tree.refused('', 'the archive is cut off');
    return data.subarray(0, length);
  }

  /** Passes the bytes of a file in pieces, and skips those that fill its last block. */
  async copy(length: number, write: (piece: Buffer) => void, tree: NewTree): Promise<void> {
    let missing = length;
    while (missing > 0) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#stream.next();
        if (done === true) throw tree.refused('', 'the archive is cut off');
        this.#rest = value;
      }
      const piece = this.#rest.subarray(0, missing);
      write(piece);
      missing -= piece.length;
      this.#rest = this.#rest.subarray(piece.length);
    }
    const padding = (BLOCK - (length % BLOCK)) % BLOCK;
    if (padding > 0 && (await this.take(padding)) === undefined) throw tree.refused('', 'the archive is cut off');
  }
}
