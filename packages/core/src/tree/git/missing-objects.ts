import { AnalyzerError } from '@analyzer/contracts';

/** Part of Git's message about an object that a partial clone lacks. */
export const NOT_FETCHED = 'from promisor remote';

/**
 * @param written the revision, as the user wrote it
 * @param revision its name or id for Git
 * @param count of missing objects, if all of them are known
 */
export function missingObjects(written: string, revision: string, count?: number): AnalyzerError {
  const how = count === undefined ? 'objects are' : count === 1 ? '1 object is' : `${count} objects are`;
  const reason = `${how} missing from the repository, as in a partial clone`;
  // Compares with the empty tree: Git then fetches all missing objects of the revision.
  const command = `git diff --shortstat "$(git hash-object -t tree /dev/null)" '${revision}'`;
  return new AnalyzerError(
    'unreadable',
    { path: written, reason },
    { hint: `Fetch them in the repository: ${command}` },
  );
}

const DAMAGED = 'git fsck names damaged objects. Clone the repository again, or fetch them with git fetch --refetch.';

/** @param object that git lists, and cannot read */
export function damagedObject(object: string, path = 'a version of a file'): AnalyzerError {
  return new AnalyzerError('unreadable', { path, reason: `git cannot read the object ${object}` }, { hint: DAMAGED });
}
