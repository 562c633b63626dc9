import { createHash } from 'node:crypto';
import { runGit } from '#tree/git/run-git.ts';
import type { ParsedSource, SourceParser } from './source-parser.ts';

/**
 * Parses a file of a commit, without filters of the repository.
 *
 * @param root absolute path of the project, in the repository or its root
 * @returns undefined if the commit does not have the file
 * @throws AnalyzerError `unreadable` without Git
 */
export async function sourceAt(
  root: string,
  commit: string,
  path: string,
  sources: SourceParser,
  signal?: AbortSignal,
): Promise<ParsedSource | undefined> {
  const { code, stdout } = await runGit(root, ['cat-file', 'blob', `${commit}:./${path}`], signal);
  if (code !== 0) return undefined;
  return sources.of(path, stdout, createHash('sha256').update(stdout).digest('hex'));
}
