import type { Deploy } from '@analyzer/contracts/pages/dashboard';
import { isSameBuild } from '../event/build.ts';
import type { StoredEvent } from '../event/stored.ts';

const MAX_DEPLOYS = 30;

/**
 * Notes a deploy that an event marks, or a report of another build than before, which was deployed at some time before.
 *
 * @param deploys oldest first; changed in place
 * @param at in milliseconds
 */
export function noteDeploy(deploys: Deploy[], { seq, facts }: StoredEvent, at: number): void {
  const { build, isDeploy } = facts;
  const newest = deploys.at(-1);
  if (build === null) return;
  if (newest !== undefined && isSameBuild(newest, build) && !(isDeploy && newest.isMarked)) {
    newest.isMarked ||= isDeploy;
    return;
  }
  deploys.push({ seq, at, isMarked: isDeploy, ...build });
  if (deploys.length > MAX_DEPLOYS) deploys.shift();
}
