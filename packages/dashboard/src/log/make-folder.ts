import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';

/**
 * Creates a folder and its parents, for its owner only. The recursive `mkdir` of Node.js never ends in `/proc`, which says
 * that a folder is missing although its parent exists.
 *
 * @throws AnalyzerError `usage` if the file system has no folders there; the error of the file system
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const failure = await created(path);
  if (failure === undefined) return;
  const parent = dirname(path);
  if (!isMissing(failure) || parent === path) throw failure;
  await makeFolder(parent);
  const again = await created(path);
  if (again === undefined) return;
  if (!isMissing(again)) throw again;
  throw new AnalyzerError(
    'usage',
    { problem: `the file system allows no folder ${path}` },
    { hint: 'Set another --data-dir.' },
  );
}

/** @returns why the folder could not be created; undefined if it exists */
async function created(path: string): Promise<unknown> {
  try {
    await mkdir(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const found = await stat(path).catch(() => undefined);
    return found?.isDirectory() === true ? undefined : error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
