/** A chosen commit and the number of commits since the chosen one before it, with itself. */
export interface ChosenStep<T> {
  it: T;
  commits: number;
}

/**
 * Every n-th commit, counted from the last one; if these are more than the limit, some of them spread evenly, with both ends.
 *
 * @param commits oldest first
 * @returns oldest first
 */
export function chooseSteps<T>(commits: readonly T[], every: number, limit: number): ChosenStep<T>[] {
  const candidates: number[] = [];
  for (let at = commits.length - 1; at >= 0; at -= every) candidates.unshift(at);
  const count = Math.min(limit, candidates.length);
  const chosen = Array.from({ length: count }, (_, step) => {
    const at = count === 1 ? candidates.length - 1 : Math.round((step * (candidates.length - 1)) / (count - 1));
    return candidates[at] ?? 0;
  });
  return chosen.flatMap((at, step) =>
    commits.slice(at, at + 1).map((it) => ({ it, commits: at - (chosen[step - 1] ?? -1) })),
  );
}
