import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { syncFolder } from '@analyzer/core/tree/sync-folder.ts';
import { isSystemError } from './new-file.ts';
import { reasonOf } from './system-reason.ts';

/**
 * Writes a folder under a temporary name next to its own, and renames it when it is complete. An existing folder is
 * replaced only if it is empty or `isOurs`.
 *
 * @param path as the user wrote it
 * @param isOurs whether a folder with these entries is an earlier result, which may be removed
 * @throws AnalyzerError `output_exists`, `output_failed`; errors of `fill`
 */
export async function writeFolder<T>(
  path: string,
  isOurs: (folder: string, names: readonly string[]) => Promise<boolean>,
  fill: (folder: string) => Promise<T>,
): Promise<T> {
  const target = resolve(path);
  await requireFree(path, target, isOurs);
  const temporary = join(dirname(target), `.analyzer-${randomUUID()}.partial`);
  try {
    guard(path, () => mkdirSync(temporary));
    const result = await fill(temporary);
    await requireFree(path, target, isOurs);
    guard(path, () => replace(temporary, target));
    return result;
  } catch (error) {
    throw isSystemError(error) ? failed(path, error) : error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function requireFree(
  path: string,
  target: string,
  isOurs: (folder: string, names: readonly string[]) => Promise<boolean>,
): Promise<void> {
  const stats = guard(path, () => lstatSync(target, { throwIfNoEntry: false }));
  if (stats === undefined) return;
  const names = stats.isDirectory() ? guard(path, () => readdirSync(target)) : undefined;
  if (names !== undefined && (names.length === 0 || (await isOurs(target, names)))) return;
  throw new AnalyzerError('output_exists', { path }, { hint: 'Remove it or choose another name.' });
}

function replace(temporary: string, target: string): void {
  const isThere = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  const earlier = `${temporary}-earlier`;
  if (isThere) renameSync(target, earlier);
  renameSync(temporary, target);
  syncFolder(dirname(target));
  if (isThere) rmSync(earlier, { recursive: true });
}

function guard<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw isSystemError(error) ? failed(path, error) : error;
  }
}

function failed(path: string, error: NodeJS.ErrnoException): AnalyzerError {
  return new AnalyzerError('output_failed', { path, reason: reasonOf(error) }, { cause: error });
}
