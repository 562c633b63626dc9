import type { LocatedCopy, LocatedFamily } from './located.ts';
import type { CopyChange } from './model.ts';

export interface LocatedChange extends Omit<CopyChange, 'family' | 'added' | 'removed'> {
  family: LocatedFamily;
  added: LocatedCopy[];
  removed: LocatedCopy[];
}

/**
 * Compares a family before and after a change.
 *
 * @returns undefined if the number of copies is the same; fewer than two copies are not a family
 */
export function changeOf(before: LocatedFamily, after: LocatedFamily): LocatedChange | undefined {
  const [old, now] = [before.copies, after.copies];
  if (old.length === now.length || (old.length < 2 && now.length < 2)) return undefined;
  const [oldLocations, locations] = [new Set(old.map(locationOf)), new Set(now.map(locationOf))];
  return {
    change: old.length < 2 ? 'appeared' : now.length < 2 ? 'vanished' : now.length > old.length ? 'grew' : 'shrank',
    family: now.length < 2 ? before : after,
    before: old.length < 2 ? 0 : old.length,
    after: now.length < 2 ? 0 : now.length,
    added: now.filter((it) => !oldLocations.has(locationOf(it))),
    removed: old.filter((it) => !locations.has(locationOf(it))),
  };
}

function locationOf({ path, name }: LocatedCopy): string {
  return `${path}#${name}`;
}
