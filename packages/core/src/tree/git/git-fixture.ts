import { execFileSync } from 'node:child_process';

/** Separates a test's repository from the settings of the user. */
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  // Otherwise each commit starts a process that finds nothing to do.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
};

/** Runs git in a repository of the test. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { env: ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Creates a repository in a folder, or commits its content. @returns the commit */
export function commitAll(folder: string): string {
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A', '-f');
  git(folder, 'commit', '-q', '--no-verify', '-m', 'x');
  return git(folder, 'rev-parse', 'HEAD');
}
