import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { AnalyzerError } from '@analyzer/contracts';

/** Settings that could start a program or a server of the repository's or the person's own choice. */
const SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never', 'core.pager=cat'];

/**
 * What git is told by its environment: no other repository than the one it finds, no prompt, no lock, no fetching of
 * objects that are missing, no replaced objects, messages in English.
 */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
};

const MESSAGE_LENGTH = 2_000;
const INSTALL = 'Install git, or unpack the revision into a folder and name that.';

/**
 * Starts a plumbing command of git: such as read objects and neither touch the work tree nor run hooks or filters.
 *
 * @param folder absolute; the repository is the one around it
 */
export function startGit(folder: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return spawn('git', ['-C', folder, '--no-pager', ...settings, ...args], { env: environment() });
}

export interface GitAnswer {
  code: number;
  stdout: Buffer;
  /** Its beginning. */
  stderr: string;
}

/**
 * Runs a plumbing command to its end.
 *
 * @throws {AnalyzerError} `unreadable` where there is no git; `cancelled`
 */
export function runGit(folder: string, args: readonly string[], signal?: AbortSignal): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = startGit(folder, args);
    const pieces: Buffer[] = [];
    let stderr = '';
    const abort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => {
      if (stderr.length < MESSAGE_LENGTH) stderr += piece.toString('utf8');
    });
    child.stdin.on('error', () => undefined).end();
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
  const isAbsent = 'code' in cause && cause.code === 'ENOENT';
  return new AnalyzerError(
    'unreadable',
    { path: 'the git revision', reason: isAbsent ? 'there is no git program' : 'git could not be started' },
    { hint: INSTALL, cause },
  );
}

/** Without what a hook or a person set for git itself, which could lead it elsewhere or make it write traces. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(kept), ...ENVIRONMENT };
}
