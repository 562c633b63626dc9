import { compareBytes } from '@analyzer/contracts/order';
import type { RelateFile } from './input.ts';
import type { DuplicateFiles } from './model.ts';

/**
 * Files with the same bytes, of any kind, except empty files.
 *
 * @returns ordered by their first path; paths in order
 */
export function duplicateFiles(files: readonly RelateFile[]): DuplicateFiles[] {
  const byHash = new Map<string, DuplicateFiles>();
  for (const { path, sha256, size } of files) {
    if (sha256 === undefined || size === 0) continue;
    const same = byHash.get(sha256);
    if (same === undefined) byHash.set(sha256, { sha256, size, paths: [path] });
    else same.paths.push(path);
  }
  const found = [...byHash.values()].filter((it) => it.paths.length > 1);
  for (const it of found) it.paths.sort(compareBytes);
  return found.sort((a, b) => compareBytes(a.paths[0] ?? '', b.paths[0] ?? ''));
}
