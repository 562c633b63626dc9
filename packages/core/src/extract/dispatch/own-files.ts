import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { OWN_PRODUCTS } from '#languages/policy.ts';
import type { IsIgnored } from '#tree/git/work-tree.ts';
import { Glob } from '#tree/globs/glob.ts';
import { isOwnFolder } from '../result/safe-path.ts';
import type { ExtractionState } from '../state/model.ts';

/** Files of this program. */
const OWN = OWN_PRODUCTS.globs
  .filter((source) => !source.endsWith('/'))
  .map((source) => new Glob(source, 'languages/exclusions.json'));

/**
 * Whether a path of a project is written by this program or the tracker. Tasks deliver nothing there.
 *
 * @param root absolute path of the project
 * @param stateFile absolute path, of the state that changes while a task runs
 */
export function ownFiles({ tracker: { folder } }: ExtractionState, root: string, stateFile: string): IsIgnored {
  const statePath = relative(realpathSync(root), stateFile).split(sep).join('/');
  return (path) =>
    path === statePath ||
    isOwnFolder(path) ||
    (folder !== null && path.startsWith(`${folder}/`)) ||
    OWN.some((glob) => glob.matches(path, false));
}
