import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { pause } from '#tree/pause.ts';

const ENTRIES_BETWEEN_PAUSES = 1_000;
/** Folders that no scan reads: the index of this program, and the objects of git. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', '.analyzer']);

/**
 * Identifies the state of a folder, without reading files: SHA-256 of the paths, kinds, sizes and times of change of all
 * entries. A program cannot set `ctime`, so a changed file always has another revision.
 *
 * @throws {AnalyzerError} `cancelled`
 */
export async function folderRevision(root: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const open = [''];
  let seen = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const name of namesIn(`${root}/${folder}`)) {
      if (++seen % ENTRIES_BETWEEN_PAUSES === 0) await pause(signal);
      const path = `${folder}${name}`;
      const stat = statOf(`${root}/${path}`);
      hash.update(`${JSON.stringify(path)}${stat === undefined ? '' : described(stat)}\n`);
      if (stat?.isDirectory() && !SKIPPED.has(name)) open.push(`${path}/`);
    }
  }
  return `stat:${hash.digest('hex')}`;
}

function described(stat: BigIntStats): string {
  // The times of a folder change with files that a scan does not read.
  return stat.isDirectory() ? ' folder' : ` ${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`;
}

/** A folder that cannot be listed has no names: the scan reports it. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, 'utf8').sort();
  } catch {
    return [];
  }
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
