import { OWN_PRODUCTS } from '#languages/policy.ts';
import type { IsIgnored } from '#tree/git/work-tree.ts';
import { Glob } from '#tree/globs/glob.ts';
import { isOwnFolder } from '../result/safe-path.ts';
import type { ExtractionState } from '../state/model.ts';

/** Files of this program: the state, which it changes while a task runs. */
const OWN = [...OWN_PRODUCTS.globs, ...OWN_PRODUCTS.marked.state.globs]
  .filter((source) => !source.endsWith('/'))
  .map((source) => new Glob(source, 'languages/exclusions.json'));

/** Whether a path of a project is written by this program or the tracker. Tasks deliver nothing there. */
export function ownFiles({ tracker: { folder } }: ExtractionState): IsIgnored {
  return (path) =>
    isOwnFolder(path) ||
    (folder !== null && path.startsWith(`${folder}/`)) ||
    OWN.some((glob) => glob.matches(path, false));
}
