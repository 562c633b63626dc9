import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { REPOSITORY } from '../folders.ts';
import { type Package, packagesIn } from '../index/packages.ts';

export interface MeasuredPackage extends Package {
  /** Of files with code. */
  bytes: number;
}

const CODE = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.tsx', '.mts', '.cts', '.py', '.php', '.sh']);
/** Larger packages would be most of the time of a run. */
const LARGEST = 15e6;

/**
 * Packages with code that are installed in some folders, evenly from the smallest to the largest. Those that have other
 * packages in them are left out.
 *
 * @param folders such as `node_modules`; by default that of this repository
 * @throws if there are fewer
 */
export function localPackages(count: number, folders: readonly string[]): MeasuredPackage[] {
  const all = new Map<string, MeasuredPackage>();
  for (const folder of folders.length > 0 ? folders : [join(REPOSITORY, 'node_modules')]) {
    for (const its of packagesIn(folder)) {
      const bytes = codeBytes(its.path);
      if (bytes > 0 && bytes < LARGEST && !all.has(its.id)) all.set(its.id, { ...its, bytes });
    }
  }
  if (all.size < count) throw new Error(`${all.size} packages with code, not ${count}: name more with --packages`);
  const sorted = [...all.values()].sort((a, b) => a.bytes - b.bytes || (a.id < b.id ? -1 : 1));
  return Array.from({ length: count }, (_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / count)]).flatMap(
    (its) => its ?? [],
  );
}

/** Bytes of all files with code; NaN if other packages are below. */
function codeBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules') return Number.NaN;
    if (entry.isDirectory()) bytes += codeBytes(path);
    else if (entry.isFile() && CODE.has(extname(entry.name))) bytes += statSync(path).size;
  }
  return bytes;
}
