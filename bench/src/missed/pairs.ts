import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../folders.ts';

/** A change that one commit made, and a later commit in a copy; both were read. */
export interface Pair {
  /** Ids of commits. */
  origin: string;
  /** Absent if no commit has made it yet: then the history ends at `head`. */
  later?: string;
  head?: string;
  /** Path of the copy directly before the later commit. */
  target: string;
  /** Only repairs are judged. */
  kind: 'repair' | 'feature';
}

/** The pairs of a repository of GitHub: ids only, none of its code. */
export interface RepositoryPairs {
  /** `owner/name` */
  repository: string;
  language: string;
  pairs: Pair[];
}

export function readPairs(): RepositoryPairs[] {
  return JSON.parse(readFileSync(join(REPOSITORY, 'fixtures/missed/pairs.json'), 'utf8'));
}

/** The last commit of the history in which the change is missing. */
export function lastCommitOf({ later, head = '' }: Pair): string {
  return later === undefined ? head : `${later}^`;
}
