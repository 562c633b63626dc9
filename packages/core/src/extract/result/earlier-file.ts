import type { EarlierFiles } from './model.ts';
import type { ResultFiles } from './result-files.ts';
import type { ParsedFile } from './source-parser.ts';

/** A file before a task, from the commit of then. */
export async function earlierFile(
  path: string,
  base: EarlierFiles | undefined,
  files: ResultFiles,
): Promise<ParsedFile | 'absent' | 'unknown'> {
  if (base === undefined || base.differing.has(path)) return 'unknown';
  const parsed = await files.parseAt(base.commit, path);
  if (parsed === undefined) return 'absent';
  return 'facts' in parsed ? parsed : 'unknown';
}
