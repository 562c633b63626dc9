import { runGit } from './run-git.ts';

/**
 * The folder at a commit whose files Git knows as renamed into a folder of the index: the one with most of them, if it has
 * at least half. Moves that are not in the index are not known.
 *
 * @param repository absolute path in the repository
 * @param commit the commit or tree
 * @param below path of the folder from the root of the repository, which the commit does not have
 * @returns a path from the root, empty for the root; undefined if Git knows no such folder
 */
export async function earlierFolder(
  repository: string,
  commit: string,
  below: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ['diff-index', '--cached', '-M', '-r', '--diff-filter=R', '--name-status', '-z', commit, '--'];
  const { code, stdout } = await runGit(repository, args, signal);
  if (code !== 0) return undefined;
  const fields = stdout.toString().split('\0');
  const files = new Map<string, number>();
  let renamed = 0;
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [, from = '', to = ''] = fields.slice(at, at + 3);
    if (!to.startsWith(`${below}/`)) continue;
    renamed++;
    const rest = to.slice(below.length);
    // The name of the root is empty.
    if (!`/${from}`.endsWith(rest)) continue;
    const folder = from.slice(0, Math.max(0, from.length - rest.length));
    files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  const [best] = [...files].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] * 2 >= renamed ? best[0] : undefined;
}
