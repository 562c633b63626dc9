import type { ImportPhase } from '#parse/facts.ts';
import type { ImportLink } from './link.ts';

/** Earliest first. */
const ORDER: readonly ImportPhase[] = [
  'load',
  'conditional',
  'deferred',
  'type_checking',
  'type_only',
  'asset',
  'worker',
];

/**
 * The links of a file's imports without repeated `parent-package` links: the file of a package runs once, so that a later link
 * to it in the same or a later phase adds nothing.
 */
export function withoutRepeatedParents(links: ImportLink[][]): ImportLink[][] {
  if (!links.some((its) => its.some(isParent))) return links;
  const earliest = new Map<string, number>();
  return links.map((its) =>
    its.filter((link) => {
      const { path } = link.destination;
      if (path === undefined) return true;
      const phase = ORDER.indexOf(link.phase);
      const isEarlier = phase < (earliest.get(path) ?? ORDER.length);
      if (isEarlier) earliest.set(path, phase);
      return isEarlier || !isParent(link);
    }),
  );
}

function isParent({ destination }: ImportLink): boolean {
  return destination.rule === 'parent-package';
}
