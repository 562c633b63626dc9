import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { AnalyzerError } from '@analyzer/contracts';
import { isTooManyOpenFiles, tooManyOpenFiles, withStreams } from '../too-many-open-files.ts';

/** Settings that could start a program or a server of the repository or the user. */
const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never', 'core.pager=cat'];

/**
 * Environment of git: it uses only the repository that contains the folder, does not prompt, lock, fetch missing
 * objects, replace objects or use grafts, and prints messages in English.
 */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  LC_ALL: 'C',
};

/** Git knows no such protocol. */
const NO_PROTOCOL = 'none';

const MESSAGE_LENGTH = 2_000;
const INSTALL = 'Install git, or extract the revision to a folder and use that folder.';

/**
 * Starts a plumbing command of git that reads objects, and neither changes the work tree nor runs hooks or filters.
 *
 * @param folder absolute path; the repository is the one that contains it
 * @param protocols with which it may connect to a server, separated by colons
 * @throws {AnalyzerError} `too_many_open_files`
 */
export function startGit(
  folder: string,
  args: readonly string[],
  protocols = NO_PROTOCOL,
): ChildProcessWithoutNullStreams {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const env = { ...environment(), GIT_ALLOW_PROTOCOL: protocols };
  return withStreams(spawn('git', ['-C', folder, '--no-pager', ...settings, ...args], { env }));
}

export interface GitAnswer {
  code: number;
  stdout: Buffer;
  /** Start of stderr. */
  stderr: string;
}

/**
 * Runs a plumbing command to its end.
 *
 * @param input of its standard input
 * @throws {AnalyzerError} `unreadable` without git; `cancelled`
 */
export function runGit(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
  input = '',
  protocols = NO_PROTOCOL,
): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = startGit(folder, args, protocols);
    const pieces: Buffer[] = [];
    let stderr = '';
    const abort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => {
      if (stderr.length < MESSAGE_LENGTH) stderr += piece.toString('utf8');
    });
    child.stdin.on('error', () => undefined).end(input);
    child.on('error', (error) => {
      signal?.removeEventListener('abort', abort);
      reject(noGit(error));
    });
    child.on('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(new AnalyzerError('cancelled', {}));
      else resolve({ code: code ?? -1, stdout: Buffer.concat(pieces), stderr });
    });
  });
}

export function noGit(cause: Error): AnalyzerError {
  if (isTooManyOpenFiles(cause)) return tooManyOpenFiles(cause);
  const isAbsent = 'code' in cause && cause.code === 'ENOENT';
  return new AnalyzerError(
    'unreadable',
    { path: 'the git revision', reason: isAbsent ? 'git is not installed' : 'git could not be started' },
    { hint: INSTALL, cause },
  );
}

/** Without variables that hooks or users set for git, which could select another repository or write traces. */
function environment(): NodeJS.ProcessEnv {
  const remaining = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(remaining), ...ENVIRONMENT };
}
