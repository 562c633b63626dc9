import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { failureOf } from '../failure.ts';
import { Folder } from '../folder.ts';
import type { TreeSource } from '../source.ts';
import { GIT_FOLDER } from './git-files.ts';

/** The folder whose Git rules apply: that of a walk, or one that contains it. */
export interface GitScope {
  source: TreeSource;
  /** Path of the walk's root below it; empty if it is the root. */
  path: string;
}

/** The nearest folder with `.git`, of the source and the folders around it; the source itself if there is none. */
export function gitScope(source: TreeSource): GitScope {
  const own = { source, path: '' };
  if (source.location === undefined) return own;
  try {
    const location = realpathSync.native(source.location);
    const root = nearestWorkTree(location);
    if (root === undefined || root === location) return own;
    return { source: new Folder(root), path: location.slice(root === '/' ? 1 : root.length + 1) };
  } catch (error) {
    if (!(error instanceof AnalyzerError)) failureOf(error);
    return own;
  }
}

function nearestWorkTree(location: string): string | undefined {
  for (let folder = location; ; folder = dirname(folder)) {
    if (lstatSync(`${folder}/${GIT_FOLDER}`, { throwIfNoEntry: false }) !== undefined) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
