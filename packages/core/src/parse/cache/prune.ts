import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { removeAbandoned } from './abandoned.ts';
import { cacheFailure } from './failure.ts';
import { PACK_NAME } from './pack-format.ts';

/** At least one limit is set. */
export interface PruneLimits {
  /** Largest remaining size in bytes. */
  maxSize?: number;
  /** Milliseconds since a pack was last used; recorded once a day. */
  olderThan?: number;
}

export interface Tally {
  packs: number;
  bytes: number;
}

export interface Pruned {
  removed: Tally;
  retained: Tally;
}

interface Pack {
  path: string;
  size: number;
  usedMs: number;
}

/** Parts of projects and records of indexes (`index/kept`). */
const KEPT_NAME = /^[0-9a-f]{32}\.(part|index)$/;
const SPACE_NAME = /^[a-z]+-[0-9a-f]{16}$/;

/**
 * Removes packs, least recently used first, and files that killed processes left. Safe while other processes use the
 * cache: a process that has a pack open continues to read it, any other process parses again.
 *
 * @param folder of the cache, as the user wrote it
 * @throws {AnalyzerError} `not_found`, `unreadable`; `output_failed` for a pack that cannot be removed
 */
export function pruneCache(folder: string, { maxSize, olderThan }: PruneLimits): Pruned {
  const now = Date.now();
  const spaces = listFolder(folder).filter((name) => SPACE_NAME.test(name));
  const packs = spaces.flatMap((space) => packsIn(join(folder, space))).sort((a, b) => a.usedMs - b.usedMs);
  const pruned: Pruned = { removed: { packs: 0, bytes: 0 }, retained: { packs: 0, bytes: 0 } };
  let remaining = packs.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, usedMs } of packs) {
    const isRemoved =
      (olderThan !== undefined && now - usedMs > olderThan) || (maxSize !== undefined && remaining > maxSize);
    if (isRemoved) {
      remove(path);
      remaining -= size;
    }
    const tally = isRemoved ? pruned.removed : pruned.retained;
    tally.packs++;
    tally.bytes += size;
  }
  for (const space of spaces) removeEmpty(join(folder, space));
  return pruned;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code, reason } = cacheFailure(error);
    if (code === 'ENOENT') throw new AnalyzerError('not_found', { what: 'folder', name: folder });
    throw new AnalyzerError('unreadable', { path: folder, reason }, { cause: error });
  }
}

function packsIn(space: string): Pack[] {
  const names = listFolder(space);
  removeAbandoned(space, names);
  return names.flatMap((name) => {
    const path = join(space, name);
    const stats = PACK_NAME.test(name) || KEPT_NAME.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    return stats === undefined ? [] : [{ path, size: stats.size, usedMs: stats.mtimeMs }];
  });
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw new AnalyzerError('output_failed', { path, reason: cacheFailure(error).reason }, { cause: error });
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // The folder is not empty or in use.
    cacheFailure(error);
  }
}
