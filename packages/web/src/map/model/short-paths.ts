/** A file's name with its directory, because many files are called `index.js`. */
export function shortName(path: string): string {
  return path.split('/').slice(-2).join('/');
}

/** Paths without their common directories, and these directories (`src/core/`, or empty). */
export function shortPaths(paths: readonly string[]): { shared: string; rest: string[] } {
  const split = paths.map((path) => path.split('/'));
  const [first = []] = split;
  const least = Math.min(...split.map((parts) => parts.length - 1));
  let depth = 0;
  while (depth < least && split.every((parts) => parts[depth] === first[depth])) depth++;
  return {
    shared: first
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join(''),
    rest: split.map((parts) => parts.slice(depth).join('/')),
  };
}
