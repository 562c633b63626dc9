import { kindOfName } from './kind.ts';
import { childPath, type TreePath } from './location.ts';
import { showNames } from './names.ts';
import type { TreeSource } from './source.ts';

/** Maximum number of names that are read of one excluded directory. */
const MAX_NAMES = 1000;

/**
 * Whether an excluded directory contains a file of a parsed language, by names that no other format has. Searches
 * breadth-first in byte order and ends after 1,000 names; it follows no link.
 */
export function containsSources(source: TreeSource, directory: TreePath): boolean {
  const waiting: TreePath[] = [directory];
  let names = 0;
  for (const at of waiting) {
    const listed = listedIn(source, at);
    const shown = showNames(listed.map(({ name }) => name));
    for (const [index, { name, kind }] of listed.entries()) {
      const its = shown[index];
      if (its === undefined) continue;
      if (++names > MAX_NAMES) return false;
      if (kind === 'file' && isSource(its.name)) return true;
      if (kind === 'directory') waiting.push(childPath(at, name, its));
    }
  }
  return false;
}

function isSource(name: string): boolean {
  const kind = kindOfName(name);
  return kind?.parsed === true && kind.needsText === undefined;
}

/** In byte order; empty if it cannot be listed. */
function listedIn(source: TreeSource, directory: TreePath): ReturnType<TreeSource['list']> {
  try {
    return source.list(directory).sort((a, b) => Buffer.compare(a.name, b.name));
  } catch {
    return [];
  }
}
