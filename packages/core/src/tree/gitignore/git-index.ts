import { type TrackedPaths, TrackedPathsBuilder } from './tracked-paths.ts';

/** A larger index is not read; this one has some million files. */
export const LARGEST_INDEX = 128 * 1024 * 1024;
/** Version 4 shares prefixes of paths, so that a small file could hold very many bytes of paths. */
const MAX_PATH_BYTES = 256 * 1024 * 1024;

const HEADER = 12;
const MALFORMED = 'malformed';
/** Bytes of an object name: SHA-1, SHA-256. */
const HASHES = [20, 32];
/** Of the stat data of an entry. */
const STAT = 40;
const MODE_AT = 24;
const EXTENDED = 0x4000;
const LENGTH = 0x0fff;

/**
 * Reads the paths of `.git/index`, versions 2 to 4 (Documentation/gitformat-index). The file does not state which hash
 * the repository uses, so both are tried.
 *
 * @returns the paths, or the reason why they can not be known
 */
export function readGitIndex(bytes: Buffer): TrackedPaths | string {
  if (bytes.length > LARGEST_INDEX) return 'larger than 128 MiB';
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'DIRC') return 'not a Git index';
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return `version ${version} of the Git index is unknown`;
  let problem = MALFORMED;
  for (const hash of HASHES) {
    const read = readEntries(bytes, version, hash);
    if (typeof read !== 'string') return read;
    if (read !== MALFORMED) problem = read;
  }
  return problem;
}

function readEntries(bytes: Buffer, version: number, hash: number): TrackedPaths | string {
  const count = bytes.readUInt32BE(8);
  const last = bytes.length - hash;
  if (count > (last - HEADER) / (STAT + hash + 2)) return MALFORMED;
  const paths = new TrackedPathsBuilder(count);
  let at = HEADER;
  let previous = 0;
  for (let i = 0; i < count; i++) {
    const flagsAt = at + STAT + hash;
    if (flagsAt + 2 > last) return MALFORMED;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = version > 2 && (flags & EXTENDED) !== 0;
    let start = flagsAt + (isExtended ? 4 : 2);
    let shared = 0;
    if (version === 4) {
      const removed = readVarint(bytes, start, last);
      if (removed === undefined || removed.value > previous) return MALFORMED;
      shared = previous - removed.value;
      start = removed.end;
    }
    const end = bytes.indexOf(0, start);
    if (end < 0 || end >= last || Math.min(LENGTH, shared + end - start) !== (flags & LENGTH)) return MALFORMED;
    if (!paths.add(bytes.readUInt32BE(at + MODE_AT), shared, bytes.subarray(start, end))) return MALFORMED;
    if (paths.size > MAX_PATH_BYTES) return 'its paths have more than 256 MiB';
    previous = shared + end - start;
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return extensionProblem(bytes, at, last) ?? paths.build();
}

/** Extensions with a small first letter must be understood; those in capitals are caches. */
function extensionProblem(bytes: Buffer, start: number, last: number): string | undefined {
  let at = start;
  while (at < last) {
    if (at + 8 > last) return MALFORMED;
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'link') return 'a split index, whose other part is not read';
    if (!/^[A-Z]|^sdir$/.test(name)) return MALFORMED;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === last ? undefined : MALFORMED;
}

/** A number as in offsets of packs: seven bits a byte, and each further byte adds one. */
function readVarint(bytes: Buffer, start: number, last: number): { value: number; end: number } | undefined {
  let value = -1;
  for (let at = start; at < last && value < 1 << 20; at++) {
    const byte = bytes[at] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  return undefined;
}
