import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import type { NewTree } from './new-tree.ts';

/** Names are decoded here, so that the tree checks them as it checks those of other archives. */
const OPTIONS = { decodeStrings: false, autoClose: false };
/** Bytes of an entry of the directory without its name, its extra fields and its comment. */
const ENTRY = 46;
/** Bytes of the end of the directory, in which its size is at the position `SIZE`. */
const [END, SIZE] = [22, 12];
/** The size is in another record (ZIP64). */
const ELSEWHERE = 0xffff_ffff;
/** Systems whose attributes of a file start with the mode of Unix: Unix, macOS. */
const WITH_MODE: ReadonlySet<number> = new Set([3, 19]);
const [KIND, FOLDER, FILE, LINK] = [0o170000, 0o040000, 0o100000, 0o120000];
/** Bytes after which the target of a link is too long for any file system. */
const MAX_TARGET = 64 * 1024;
const PIECE = 64 * 1024;

/**
 * Unpacks a zip archive (APPNOTE 6.3) whose entries are stored or deflated. Devices and pipes are skipped; owners and
 * times are ignored. The directory at its end is read twice, so that an archive with an encrypted entry or with too many bytes
 * is refused before a file is written.
 *
 * @throws {AnalyzerError} `unreadable` for an archive that is damaged, cut off, or refused by the tree; `cancelled`
 */
export async function unpackZip(path: string, tree: NewTree, signal?: AbortSignal): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let bytes = 0;
    for await (const { entry } of entriesOf(file, size, tree)) {
      signal?.throwIfAborted();
      requireReadable(entry, tree);
      bytes += entry.uncompressedSize;
    }
    tree.requireSpace(bytes);
    for await (const { zip, entry } of entriesOf(file, size, tree)) await unpackEntry(zip, entry, tree, signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw tree.ofArchive(error);
  } finally {
    await file.close();
  }
}

interface OpenEntry {
  zip: ZipFile;
  entry: Entry;
}

/** The entries in the order of the directory. */
async function* entriesOf(file: FileHandle, size: number, tree: NewTree): AsyncGenerator<OpenEntry> {
  const zip = await fromRandomAccessReaderPromise(new ArchiveReader(file, size), size, OPTIONS);
  try {
    if (zip.entryCount === 0) throw tree.refused('', 'the archive is empty');
    let length = 0;
    for await (const entry of zip.eachEntry()) {
      length += ENTRY + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      yield { zip, entry };
    }
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, size - END - zip.comment.length + SIZE);
    const stated = buffer.readUInt32LE();
    // Else entries could be missing: their number has 16 bits, and some programs wrote the remainder of a larger one.
    if (stated !== length && stated !== ELSEWHERE)
      throw tree.refused('', 'the archive is damaged: wrong size of its directory');
  } finally {
    zip.close();
  }
}

function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

function requireReadable(entry: Entry, tree: NewTree): void {
  if (entry.isEncrypted()) throw tree.refused(pathOf(entry), 'an encrypted entry');
  if (entry.canDecodeFileData()) return;
  throw tree.refused(pathOf(entry), `an entry with the unsupported compression method ${entry.compressionMethod}`);
}

async function unpackEntry(zip: ZipFile, entry: Entry, tree: NewTree, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const path = pathOf(entry);
  const mode = WITH_MODE.has(entry.versionMadeBy >>> 8) ? entry.externalFileAttributes >>> 16 : 0;
  const kind = mode & KIND;
  if (path.endsWith('/') || kind === FOLDER) return tree.folder(path);
  if (kind === LINK) return tree.link(path, await targetOf(zip, entry, tree));
  if (kind !== FILE && kind !== 0) return;
  const file = tree.file(path, (mode & 0o100) !== 0);
  try {
    await readData(zip, entry, tree, (piece) => {
      signal?.throwIfAborted();
      file.write(piece);
    });
  } finally {
    file.close();
  }
}

async function targetOf(zip: ZipFile, entry: Entry, tree: NewTree): Promise<string> {
  if (entry.uncompressedSize > MAX_TARGET) throw tree.refused(pathOf(entry), 'a link whose target is too long');
  const pieces: Buffer[] = [];
  await readData(zip, entry, tree, (piece) => pieces.push(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** Passes the bytes of an entry in pieces, and compares their length and checksum with those of the directory. */
async function readData(zip: ZipFile, entry: Entry, tree: NewTree, take: (piece: Buffer) => void): Promise<void> {
  const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  let sum = 0;
  for await (const piece of stream) {
    sum = crc32(piece, sum);
    take(piece);
  }
  if (sum !== entry.crc32) throw tree.refused(pathOf(entry), 'the archive is damaged: wrong checksum');
}

/** Reads at the positions that an archive names, which need not be in it: the file system refuses some with an exception. */
class ArchiveReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const outside = new Error('a position that is not in it');
    if (position + length > this.#size) {
      setImmediate(callback, outside);
      return;
    }
    this.#file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => callback(bytesRead < length ? outside : null),
      (error: Error) => callback(error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end));
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, end - at));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}
