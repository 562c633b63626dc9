import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';

/**
 * Refuses a data folder in which something else has the name of a file of the store: a link, which a downloaded project may
 * contain, would make the store read and write the files of other programs, and a FIFO would make it wait.
 *
 * @throws AnalyzerError `invalid_file`
 */
export async function requirePlainFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await requireKind(join(folder, name), 'file');
}

/** Refuses a link, or anything else than a folder, at a path in the data folder. @throws AnalyzerError `invalid_file` */
export async function requirePlainFolder(path: string): Promise<void> {
  await requireKind(path, 'folder');
}

async function requireKind(path: string, wanted: 'file' | 'folder'): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || (wanted === 'file' ? found.isFile() : found.isDirectory())) return;
  const problem = found.isSymbolicLink() ? `a symbolic link, not a ${wanted}` : `not a ${wanted}`;
  throw new AnalyzerError('invalid_file', { path, problem }, { hint: 'Remove it, or set another --data-dir.' });
}
