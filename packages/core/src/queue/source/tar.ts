import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import type { NewTree } from './new-tree.ts';

/** Archives of old programs have no format in their headers. */
const OPTIONS = { highWaterMark: 64 * 1024, allowUnknownFormat: true };

/** Messages of `tar-stream`. */
const REASONS: Readonly<Record<string, string | undefined>> = {
  'Header exceeds max size': 'a header that is too long',
  'Invalid header': 'the archive is damaged: invalid number',
  'Unexpected end of data': 'the archive is cut off',
};

/**
 * Unpacks a tar archive, compressed with gzip unless its name ends with `.tar`. Devices and pipes are skipped; a hard link becomes
 * a copy; owners and times are ignored.
 *
 * @throws {AnalyzerError} `unreadable` for an archive that is damaged, cut off, or refused by the tree; `cancelled`
 */
export async function unpackTar(path: string, tree: NewTree, signal?: AbortSignal): Promise<void> {
  const archive = extract(OPTIONS);
  const isCompressed = !/\.tar$/i.test(path);
  const steps = [createReadStream(path), ...(isCompressed ? [createGunzip()] : []), archive];
  const reading = pipeline(steps, { ...(signal && { signal }) });
  // The loop throws the same error.
  const closed = reading.catch(() => undefined);
  let isEmpty = true;
  try {
    for await (const entry of archive) {
      signal?.throwIfAborted();
      isEmpty = false;
      requireValid(entry.header, tree);
      if (isFile(entry.header)) await unpackFile(entry.header, entry, tree);
      else unpackOther(entry.header, tree);
      entry.resume();
    }
    await reading;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw tree.ofArchive(error, REASONS);
  } finally {
    archive.destroy();
    await closed;
  }
  if (isEmpty) throw tree.refused('', 'the archive is empty or cut off');
}

/** Refuses what `tar-stream` accepts: numbers it reads as none or as -0, and extended headers it reads in part. */
function requireValid({ name, mode, size, pax }: Header, tree: NewTree): void {
  if (![mode, size].every(Number.isSafeInteger) || Object.is(size, -0)) {
    throw tree.refused(name, 'the archive is damaged: invalid number');
  }
  for (const [keyword, value] of Object.entries(pax ?? {})) {
    if (keyword.startsWith('GNU.sparse.')) throw tree.refused(name, 'a sparse file');
    // The record is longer than the header.
    if (String(value).endsWith('\n')) throw tree.refused(name, 'the archive is damaged: invalid extended header');
  }
}

function isFile({ name, type }: Header): boolean {
  return (type === 'file' || type === 'contiguous-file') && !name.endsWith('/');
}

async function unpackFile({ name, mode }: Header, pieces: AsyncIterable<unknown>, tree: NewTree): Promise<void> {
  const file = tree.file(name, (mode & 0o100) !== 0);
  try {
    for await (const piece of pieces) if (piece instanceof Uint8Array) file.write(piece);
  } finally {
    file.close();
  }
}

/** A link without a target has none in its header, other than `tar-stream` declares. */
function unpackOther({ name, type, linkname }: Header, tree: NewTree): void {
  switch (type) {
    case 'link':
      tree.copy(name, linkname ?? '');
      break;
    case 'symlink':
      tree.link(name, linkname ?? '');
      break;
    case 'file':
    case 'contiguous-file':
    case 'directory':
      tree.folder(name);
      break;
    case 'block-device':
    case 'character-device':
    case 'fifo':
      break;
    default:
      throw tree.refused(name, 'an entry of an unsupported type');
  }
}
