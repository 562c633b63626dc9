import { AnalyzerError, type FieldError } from '@analyzer/contracts';
import type { ExtractionConfigV1 } from '@analyzer/contracts/analyzer.extraction-config.v1';
import type { Checkout } from '../state/model.ts';
import { type Origin, originOf } from './origin.ts';
import { isSameRepository, type RepositoryName, repositoryName } from './repository-name.ts';

/** What the repositories of a configuration are compared with. */
export interface RepositorySources {
  checkouts: readonly Checkout[];
  /** The repository that the tracker's own configuration in a project names; undefined if it names none. */
  trackerRepository(checkout: Checkout): Promise<string | undefined>;
  /** The host that issues are sent to; undefined if nothing is sent. Then a repository may be unknown. */
  host: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Where the configuration is, for errors. */
export interface ConfigLocation {
  path: string;
  /** JSON Pointer of the configuration in the file. */
  pointer: string;
}

/**
 * Compares `repositories` with the remote `origin` of each checkout and with the configuration of the tracker.
 *
 * @returns the repository of each project that has one
 * @throws AnalyzerError `invalid_file` with the pointer of each problem and the remedy of the first; `cancelled`
 */
export async function checkedRepositories(
  { repositories }: ExtractionConfigV1,
  sources: RepositorySources,
  { path, pointer }: ConfigLocation,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const problems: Problem[] = [];
  for (const checkout of sources.checkouts) {
    const index = repositories.findIndex(({ project }) => project === checkout.project);
    const remote = repositories[index]?.remote ?? '';
    const problem = await problemOf(checkout, remote, sources);
    const name = repositoryName(remote);
    if (problem !== undefined) problems.push({ ...problem, pointer: `${pointer}/repositories/${index}/remote` });
    else if (name !== undefined) found.set(checkout.project, name.path);
  }
  refuse(problems, path);
  return found;
}

interface Problem {
  pointer: string;
  message: string;
  hint: string;
}

async function problemOf(
  checkout: Checkout,
  remote: string,
  { host, trackerRepository, signal }: RepositorySources,
): Promise<Omit<Problem, 'pointer'> | undefined> {
  const { project } = checkout;
  if (remote === '' && host === undefined) return undefined;
  const origin = await originOf(checkout.root, signal);
  if (remote === '') {
    const known = 'repository' in origin ? `, for example ${JSON.stringify(origin.repository.path)}` : '';
    return {
      message: `the remote of ${project} is empty`,
      hint: `Write organization and repository of ${project} into the configuration${known}; then plan and materialize again.`,
    };
  }
  const name = repositoryName(remote);
  if (name === undefined) {
    return { message: `${remote} is not organization/repository`, hint: 'Write it as acme/shop.' };
  }
  const configured = await trackerRepository(checkout);
  const isOther = configured !== undefined && !isSame(name, repositoryName(configured));
  if (isOther) {
    return {
      message: `${name.path} is not ${configured}, the repository of the tracker's configuration in ${checkout.root}`,
      hint: 'Correct one of the two.',
    };
  }
  return originProblem(checkout, name, origin, host);
}

function originProblem(
  { project, root }: Checkout,
  name: RepositoryName,
  origin: Origin,
  host: string | undefined,
): Omit<Problem, 'pointer'> | undefined {
  if ('problem' in origin) {
    if (host === undefined) return undefined;
    return { message: origin.problem, hint: `Add it: git -C ${root} remote add origin https://${host}/${name.path}` };
  }
  if (!isSame(name, origin.repository)) {
    return {
      message: `${name.path} is not ${addressOf(origin.repository)}, the remote origin of ${root}`,
      hint: `Correct the remote of ${project} in the configuration, or the remote origin.`,
    };
  }
  if (host === undefined || (origin.repository.host === host && /^[^/]+\/[^/]+$/.test(name.path))) return undefined;
  return {
    message: `the remote origin of ${root} is ${addressOf(origin.repository)}, but issues and pull requests are sent to ${host}`,
    hint: `Only repositories of ${host} can be used: git -C ${root} remote set-url origin https://${host}/${name.path}`,
  };
}

function isSame(name: RepositoryName, other: RepositoryName | undefined): boolean {
  return other !== undefined && isSameRepository(name, other);
}

function addressOf({ host, path }: RepositoryName): string {
  return host === undefined ? path : `${host}/${path}`;
}

const MAX_PROBLEMS = 20;

function refuse(problems: readonly Problem[], path: string): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  const errors = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ pointer, message }): FieldError => ({ pointer, code: 'not_allowed', message }));
  const problem = `${first.pointer}: ${first.message}${more}`;
  throw new AnalyzerError('invalid_file', { path, problem }, { hint: first.hint, errors });
}
