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

/** Each path as the fewest of its last names that no other path ends with. */
export function shortLabels(paths: readonly string[]): string[] {
  const endings = (path: string) => {
    const names = path.split('/');
    return names.map((_, at) => names.slice(names.length - 1 - at).join('/'));
  };
  const counts = new Map<string, number>();
  for (const ending of paths.flatMap(endings)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  return paths.map((path) => endings(path).find((ending) => counts.get(ending) === 1) ?? path);
}
