/** Maximum length of compared words, to bound the time. */
const LONGEST = 64;

/**
 * The most similar word, for suggestions: by optimal string alignment distance (insertions, deletions, substitutions and
 * transpositions; see L. Boytsov, Indexing methods for approximate dictionary searching, 2011), with a distance of at
 * most a third of its letters.
 *
 * @returns the first of several equally similar words
 */
export function nearest<Word extends string>(word: string, candidates: readonly Word[]): Word | undefined {
  if (word.length > LONGEST) return undefined;
  let best: Word | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate.length > LONGEST) continue;
    const most = Math.max(3, candidate.length) / 3;
    const atLeast = Math.abs(word.length - candidate.length);
    if (atLeast > most || atLeast >= least) continue;
    const distance = distanceBetween(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least && distance <= most) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

function distanceBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((row[j - 1] ?? 0) + 1, (above[j] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
