import type { LeftOutPath } from '#relate/left-out.ts';
import type { Listing } from '#tree/walk.ts';

/** Exclusions, and symbolic links, which are not followed. */
export function leftOutPaths({ found, excluded }: Pick<Listing, 'found' | 'excluded'>): LeftOutPath[] {
  const links = found.flatMap(({ kind, path }) => (kind === 'symlink' ? [{ path, kind, reason: kind }] : []));
  return [...excluded, ...links];
}
