/**
 * A shortest way from a file of an import cycle round to itself, by breadth-first search within the cycle.
 *
 * @param files of the cycle, in order; of ways of one length the one that meets earlier files first
 * @param importsOf the project files that a file imports
 * @returns begins with the file, which is not repeated at the end
 */
export function wayRound(
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
