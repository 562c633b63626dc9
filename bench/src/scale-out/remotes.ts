import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, git } from '@analyzer/core/tree/git/git-fixture.ts';
import type { Package } from '../index/packages.ts';

/** A package as a Git repository. `path` has the files of its commit. */
export interface Remote extends Package {
  url: string;
}

/** Copies packages, each to a bare repository with one commit. @param folder an empty one */
export function createRemotes(folder: string, packages: readonly Package[]): Remote[] {
  return packages.map(({ id, path }) => {
    const [copy, remote] = [join(folder, 'copy'), join(folder, 'remotes', id)];
    cpSync(path, copy, { recursive: true });
    commitAll(copy);
    mkdirSync(remote, { recursive: true });
    const bare = join(remote, 'its.git');
    renameSync(join(copy, '.git'), bare);
    git(bare, 'config', 'core.bare', 'true');
    rmSync(copy, { recursive: true });
    const files = join(folder, 'files', id);
    const url = `file://${bare}`;
    git(folder, 'clone', '-q', url, files);
    rmSync(join(files, '.git'), { recursive: true });
    return { id, path: files, url };
  });
}
