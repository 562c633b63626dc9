import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { removeAbandoned } from './abandoned.ts';
import { cacheFailure } from './failure.ts';
import { PACK_NAME } from './pack-format.ts';
import { VIEW_NAME, VIEWS } from './view-format.ts';

/** At least one of the two. */
export interface PruneLimits {
  /** What may stay, in bytes. */
  maxSize?: number;
  /** How long ago a pack or view may have been used last, in milliseconds; that is noted once a day. */
  olderThan?: number;
}

export interface Tally {
  packs: number;
  /** Kept views. */
  views: number;
  bytes: number;
}

export interface Pruned {
  removed: Tally;
  kept: Tally;
}

interface KeptFile {
  kind: 'packs' | 'views';
  path: string;
  size: number;
  usedMs: number;
}

const SPACE_NAME = /^[a-z]+-[0-9a-f]{16}$/;

/**
 * Removes packs and kept views, those first that have not been used for longest, and what killed processes left. Safe
 * while others use the cache: who has one open goes on reading it, who has not parses again.
 *
 * @param folder of the cache, as a person wrote it
 * @throws {AnalyzerError} `not_found`, `unreadable`; `output_failed` for what can't be removed
 */
export function pruneCache(folder: string, { maxSize, olderThan }: PruneLimits): Pruned {
  const now = Date.now();
  const spaces = listFolder(folder).filter((name) => SPACE_NAME.test(name));
  const files = spaces.flatMap((space) => keptIn(join(folder, space))).sort((a, b) => a.usedMs - b.usedMs);
  const pruned: Pruned = { removed: { packs: 0, views: 0, bytes: 0 }, kept: { packs: 0, views: 0, bytes: 0 } };
  let left = files.reduce((sum, { size }) => sum + size, 0);
  for (const { kind, path, size, usedMs } of files) {
    const goes = (olderThan !== undefined && now - usedMs > olderThan) || (maxSize !== undefined && left > maxSize);
    if (goes) {
      remove(path);
      left -= size;
    }
    const tally = goes ? pruned.removed : pruned.kept;
    tally[kind]++;
    tally.bytes += size;
  }
  for (const space of spaces) {
    removeEmpty(join(folder, space, VIEWS));
    removeEmpty(join(folder, space));
  }
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

function keptIn(space: string): KeptFile[] {
  const names = listFolder(space);
  const packs = filesOf(space, names, 'packs', PACK_NAME);
  if (!names.includes(VIEWS)) return packs;
  const views = join(space, VIEWS);
  return [...packs, ...filesOf(views, listFolder(views), 'views', VIEW_NAME)];
}

function filesOf(folder: string, names: readonly string[], kind: KeptFile['kind'], form: RegExp): KeptFile[] {
  removeAbandoned(folder, names);
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stats = form.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    return stats === undefined ? [] : [{ kind, path, size: stats.size, usedMs: stats.mtimeMs }];
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
    // It holds something, or is in use: it stays.
    cacheFailure(error);
  }
}
