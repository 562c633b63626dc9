import { missingObjects, NOT_FETCHED } from './missing-objects.ts';
import { runGit } from './run-git.ts';

/**
 * Resolves a revision.
 *
 * @param folder absolute path in the repository
 * @returns its id in hex; undefined if there is no such object
 * @throws {AnalyzerError} `unreadable` if a partial clone lacks a folder of it
 */
export async function objectOf(folder: string, spec: string, signal?: AbortSignal): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', spec];
  const { code, stdout, stderr } = await runGit(folder, args, signal);
  if (stderr.includes(NOT_FETCHED)) throw missingObjects(spec, spec);
  const object = stdout.toString().trim();
  return code === 0 && /^[0-9a-f]{40,64}$/.test(object) ? object : undefined;
}
