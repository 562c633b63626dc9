import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFolder } from '../folder.ts';

export interface DamagedFile {
  /** From the root of the work tree. */
  path: string;
  hint: string;
}

const HASH = /^[0-9a-f]{40}([0-9a-f]{24})?\s*$/;
const BRANCH = /^ref:\s*(refs\/[^\s\p{Cc}~^:?*[\\]+)\s*$/u;
/** In a repository with `extensions.refStorage = reftable`, which has its branches elsewhere. */
const NO_FILES = 'refs/heads/.invalid';
/** Of a file with a branch or a hash. */
const MAX_BYTES = 4096;
/** Parts of a name that Git refuses (git-check-ref-format). */
const REFUSED_PART = /^\.|\.\.|^$|\.lock$/;

/**
 * The file that decides which commit is HEAD, if it has no content that Git writes. Git calls such a repository none, or one
 * without a commit.
 *
 * @param folder absolute path in the work tree
 * @returns undefined if the files of HEAD and of its branch are in order, or if the repository is not in a folder `.git`
 */
export function damagedHead(folder: string): DamagedFile | undefined {
  const repository = repositoryAbove(folder);
  if (repository === undefined) return undefined;
  const head = contentOf(join(repository, 'HEAD'));
  if (head === undefined || HASH.test(head)) return undefined;
  const [, branch] = BRANCH.exec(head) ?? [];
  if (branch === NO_FILES) return undefined;
  if (branch === undefined || branch.split('/').some((part) => REFUSED_PART.test(part))) {
    return { path: '.git/HEAD', hint: 'Write the branch into the file, such as "ref: refs/heads/main".' };
  }
  const commit = isMissing(join(repository, branch)) ? undefined : contentOf(join(repository, branch));
  if (commit === undefined || HASH.test(commit) || BRANCH.test(commit)) return undefined;
  const hint = `Delete the file and run git update-ref ${branch} <commit>; .git/logs/${branch} lists its commits.`;
  return { path: `.git/${branch}`, hint };
}

function repositoryAbove(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const repository = join(at, '.git');
    if (isFolder(join(repository, 'objects'))) return repository;
    if (!isMissing(repository) || dirname(at) === at) return undefined;
  }
}

/** @returns empty for what is not a readable file of Git; undefined for a link, which old versions of Git write */
function contentOf(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) return undefined;
  // A named pipe would be read without an end.
  if (found?.isFile() !== true || found.size > MAX_BYTES) return '';
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function isMissing(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined;
}
