import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { isFolder } from '#tree/folder.ts';
import { folderRevision } from './folder-revision.ts';
import { remoteRevision } from './git-remote.ts';

/** Where a project is from. */
export interface Source {
  kind: 'folder' | 'archive' | 'git';
  /** A real, absolute path; of `git` a URL. */
  location: string;
  /** Of `git`: a branch, tag or commit; `HEAD` by default. */
  ref?: string;
}

const ARCHIVE = /\.(tar|tar\.gz|tgz|zip)$/i;
const GIT_URL = /^(https?|ssh|git|file):\/\//i;
/** `user@host:path`, as ssh and git write it. */
const SCP = /^[\w.-]+@[\w.-]+:(?!\/\/)/;
const SCP_HOST = /^[\w.-]+@[\w.-]+:/;
const GIT_FILE = /^file:/i;
/** What git accepts as a name, without the options and special forms of its command line. */
const REF = /^[\w][\w./+-]*$/;

/**
 * Reads the argument of a user, or the source of a job.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`
 */
export function parseSource(text: string): Source {
  if (GIT_URL.test(text) || SCP.test(text)) return gitSource(text);
  const [path = '', ref] = splitRef(text);
  const location = realPath(resolve(text));
  if (location === undefined) {
    const repository = realPath(resolve(path));
    if (repository !== undefined && isBare(repository)) return gitSource(`file://${repository}#${ref}`);
    const hint = 'A source is a folder, a .tar, .tar.gz, .tgz or .zip archive, or the URL of a git repository.';
    throw new AnalyzerError('not_found', { what: 'source', name: text }, { hint });
  }
  if (isFolder(location)) return isBare(location) ? gitSource(`file://${location}`) : { kind: 'folder', location };
  if (ARCHIVE.test(location) && statSync(location).isFile()) return { kind: 'archive', location };
  throw new AnalyzerError(
    'usage',
    { problem: `${text} is neither a folder nor an archive` },
    { hint: 'Archives are files with the extension .tar, .tar.gz, .tgz or .zip.' },
  );
}

function gitSource(text: string): Source {
  const [location = '', ref = 'HEAD'] = splitRef(text);
  if (!REF.test(ref)) {
    throw new AnalyzerError('usage', { problem: `${ref} is not the name of a revision` }, { hint: 'Write URL#main.' });
  }
  // ssh would read it as an option.
  const host = /^\w+:\/\/(?:[^/@]*@)?([^/]*)/.exec(location)?.[1] ?? '';
  if (/^-/.test(host)) throw new AnalyzerError('usage', { problem: `${host} is not the name of a host` }, {});
  if (/^\w+:\/\/[^/@]*:[^/@]*@/.test(location)) {
    throw new AnalyzerError(
      'usage',
      { problem: 'the URL of the repository has a password' },
      { hint: 'The queue would store it. Configure a credential helper of git for the workers.' },
    );
  }
  return { kind: 'git', location, ref };
}

function splitRef(text: string): string[] {
  const at = text.lastIndexOf('#');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A source as one string, which `parseSource` reads. */
export function sourceText({ location, ref }: Source): string {
  return ref === undefined || ref === 'HEAD' ? location : `${location}#${ref}`;
}

/** Name of the project, if the user names none: of a repository its path, so that those of several teams differ. */
export function labelOf({ kind, location }: Source): string {
  if (kind === 'git') return repositoryPath(location);
  const name = basename(location);
  return kind === 'folder' ? name : name.replace(ARCHIVE, '') || name;
}

/** On a host the complete path; on a disk the last two names, because other machines have other folders above. */
function repositoryPath(location: string): string {
  const path = location.replace(/^\w+:\/\/[^/]*/, '').replace(SCP_HOST, '');
  const names = path.split('/').filter((name) => name !== '');
  const own = GIT_FILE.test(location) ? names.slice(-2) : names;
  return own.join('/').replace(/(?<=[^/])\.git$/, '') || location;
}

/**
 * Identifies the content of a source now: of git the commit, of an archive SHA-256, of a folder its paths, sizes and
 * times.
 *
 * @throws {AnalyzerError} `not_found`, `unreadable`, `cancelled`
 */
export async function revisionOf({ kind, location, ref = 'HEAD' }: Source, signal?: AbortSignal): Promise<string> {
  if (kind === 'git') return remoteRevision(location, ref, signal);
  if (kind === 'folder') return folderRevision(location, signal);
  const hash = createHash('sha256');
  await pipeline(createReadStream(location), hash, { ...(signal && { signal }) }).catch((cause: unknown) => {
    throw new AnalyzerError('unreadable', { path: location, reason: 'the system refuses to read it' }, { cause });
  });
  return hash.digest('hex');
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A repository without a work tree. */
function isBare(folder: string): boolean {
  const has = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  return has('HEAD') && has('objects') && has('refs');
}
