/**
 * A shortest cycle through a file of an import cycle, by breadth-first search.
 *
 * @param files of the cycle; among equally short cycles, earlier files take precedence
 * @param importsOf the project files that a file imports
 * @returns starts with the file, which is not repeated at the end
 */
export function cycleThrough(
  file: string,
  files: readonly string[],
  importsOf: (path: string) => ReadonlySet<string>,
): string[] {
  const comesFrom = new Map<string, string>();
  const queue = [file];
  for (const at of queue) {
    const imports = importsOf(at);
    if (imports.has(file)) return wayTo(at, file, comesFrom);
    for (const next of files) {
      if (next === file || comesFrom.has(next) || !imports.has(next)) continue;
      comesFrom.set(next, at);
      queue.push(next);
    }
  }
  return [file];
}

function wayTo(last: string, first: string, comesFrom: ReadonlyMap<string, string>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = last; at !== undefined && at !== first; at = comesFrom.get(at)) way.push(at);
  return [first, ...way.reverse()];
}
