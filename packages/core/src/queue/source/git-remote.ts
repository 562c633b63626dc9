import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { noGit } from '#tree/git/run-git.ts';
import { withStreams } from '#tree/too-many-open-files.ts';
import { RefusedSource } from './limits.ts';

/**
 * Settings of git for remote repositories. Hooks, prompts, submodules, maintenance and transports that start programs are
 * off; the user's settings for hosts and credentials apply.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.askPass=',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'fetch.writeCommitGraph=false',
  // What it receives is one file, whose size is watched.
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
];

const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GCM_INTERACTIVE: 'never',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
  LC_ALL: 'C',
};

const MINUTES = 15;
const MAX_OUTPUT = 16 * 1024 * 1024;
const MESSAGE_LENGTH = 2_000;

/** @returns stdout @throws {AnalyzerError} `unreadable`, `cancelled` */
function runRemoteGit(url: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const remaining = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(remaining), ...ENVIRONMENT };
  return new Promise((resolve, reject) => {
    // It is the leader of a group.
    const options = { env, cwd: '/', detached: true };
    const child = withStreams(spawn('git', [...settings, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
    let [stdout, stderr, problem] = ['', '', ''];
    const end = (reason: string) => {
      problem = reason;
      endGroup(child);
    };
    const timer = setTimeout(() => end(`git did not end within ${MINUTES} minutes`), MINUTES * 60_000);
    const abort = () => endGroup(child);
    signal?.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', (piece: Buffer) => {
      if (stdout.length < MAX_OUTPUT) stdout += piece.toString('latin1');
      else end('it has too many revisions');
    });
    child.stderr.on('data', (piece: Buffer) => {
      if (stderr.length < MESSAGE_LENGTH) stderr += piece.toString('utf8');
    });
    child.on('error', (error) => reject(noGit(error)));
    child.on('close', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0 && problem === '') resolve(stdout);
      else reject(new AnalyzerError('unreadable', { path: url, reason: problem || lastLine(stderr) }, { hint: HINT }));
    });
  });
}

/** With the processes that it started, which would go on and keep its output open. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const HINT = 'Check the URL and the credentials of git with `git ls-remote URL`.';

function lastLine(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return (
    (lines.find((line) => line.startsWith('fatal:')) ?? lines.at(-1) ?? '').replace(/^fatal: /, '') || 'git failed'
  );
}

/**
 * The commit of a branch, a tag or `HEAD` in a repository; a commit itself is not looked up.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`
 */
export async function remoteRevision(url: string, ref: string, signal?: AbortSignal): Promise<string> {
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(ref)) return ref;
  const listed = await runRemoteGit(url, ['ls-remote', '--', url], signal);
  const revisions = new Map(
    listed.split('\n').map((line): [string, string] => [line.split('\t')[1] ?? '', line.split('\t')[0] ?? '']),
  );
  // A tag with a message has its commit in a line of its own.
  const names = ref === 'HEAD' ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}^{}`, `refs/tags/${ref}`, ref];
  const revision = names.map((name) => revisions.get(name)).find((it) => it !== undefined);
  if (revision !== undefined) return revision;
  throw new AnalyzerError(
    'not_found',
    { what: 'revision', name: `${url}#${ref}` },
    { hint: 'Name a branch, tag or commit.' },
  );
}

export interface FetchTarget {
  /** Absolute path of a folder that does not exist. */
  repository: string;
  /** Bytes that git may receive. It is ended soon after them. */
  most: number;
}

/**
 * Fetches one commit into a new repository, without its history.
 *
 * @throws {AnalyzerError} `unreadable`, `cancelled`; `RefusedSource` for more bytes
 */
export async function fetchCommit(
  url: string,
  commit: string,
  { repository, most }: FetchTarget,
  signal?: AbortSignal,
): Promise<void> {
  const format = commit.length === 64 ? 'sha256' : 'sha1';
  await runRemoteGit(
    url,
    ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, repository],
    signal,
  );
  const flags = [
    '--quiet',
    '--depth=1',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--no-auto-gc',
  ];
  const excess = new AbortController();
  const stop = signal === undefined ? excess.signal : AbortSignal.any([signal, excess.signal]);
  const watch = () => {
    if (receivedBytes(repository) > most) excess.abort(tooLarge(url, most));
  };
  const timer = setInterval(watch, WATCH_MS);
  try {
    await runRemoteGit(url, ['-C', repository, 'fetch', ...flags, '--', url, commit], stop);
    watch();
    stop.throwIfAborted();
  } finally {
    clearInterval(timer);
  }
}

const WATCH_MS = 200;

function tooLarge(url: string, most: number): RefusedSource {
  return new RefusedSource(url, `git received more than ${most} bytes`, {
    hint: 'Enqueue an archive of the needed folders, or a folder with a clone of it.',
  });
}

/** Of packs, also of one that git writes. */
function receivedBytes(repository: string): number {
  const folder = join(repository, 'objects/pack');
  if (!existsSync(folder)) return 0;
  // Git may rename a file meanwhile.
  const sizes = readdirSync(folder).map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
