import type { FileFacts } from '#parse/facts.ts';
import type { EarlierFiles } from './model.ts';
import type { ResultFiles } from './result-files.ts';

/** The facts of a file before a task, from the commit of then. */
export async function earlierFacts(
  path: string,
  base: EarlierFiles | undefined,
  files: ResultFiles,
): Promise<FileFacts | 'absent' | 'unknown'> {
  if (base === undefined || base.differing.has(path)) return 'unknown';
  const parsed = await files.parseAt(base.commit, path);
  if (parsed === undefined) return 'absent';
  return 'facts' in parsed ? parsed.facts : 'unknown';
}
