import { runGit } from '#tree/git/run-git.ts';
import { type RepositoryName, repositoryName } from './repository-name.ts';

/** The remote `origin` of a checkout, or why there is none. Its address may contain a password: it is never shown. */
export type Origin = { repository: RepositoryName; address: string } | { problem: string };

/**
 * Reads the address of the remote `origin` from the repository's own configuration: settings of the user and the system,
 * which could replace it, are not used.
 *
 * @param root absolute path of the project
 * @throws AnalyzerError `cancelled`
 */
export async function originOf(root: string, signal?: AbortSignal): Promise<Origin> {
  const folder = await runGit(root, ['rev-parse', '--path-format=absolute', '--git-common-dir'], signal);
  if (folder.code !== 0) return { problem: `${root} is in no git repository that git can read` };
  const file = `${folder.stdout.toString('utf8').replace(/\r?\n$/, '')}/config`;
  const args = ['config', '--file', file, '--no-includes', '--null', '--get-all', 'remote.origin.url'];
  const { code, stdout } = await runGit(root, args, signal);
  const [address] = stdout.toString('utf8').split('\0');
  if (code !== 0 || address === undefined) return { problem: `the git repository of ${root} has no remote origin` };
  const repository = repositoryName(address);
  // The address may contain a password.
  return repository === undefined
    ? { problem: `the remote origin of ${root} is not an address of a hosting service` }
    : { repository, address };
}
