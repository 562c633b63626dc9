/** What `analyzer missed` listed of a pair. */
export interface PairResult {
  language: string;
  /** Position in the list from 1; undefined if it is not in it. */
  rank: number | undefined;
  /** Number of all findings. */
  findings: number;
}

export interface RankLimits {
  /** Pairs in all, and of each language, from which the shares are judged. */
  pairs: number;
  pairsPerLanguage: number;
  /** Share of the pairs that must be findings. */
  found: number;
  /** Share of these that must be among the first ones. */
  first: number;
  /** Number of the first ones. */
  most: number;
}

export interface RankSummary {
  found: number;
  first: number;
  /** Why the limits are not judged, or which ones are missed; empty if all are met. */
  problems: string[];
  isJudged: boolean;
}

/** @param languages those that must have enough pairs */
export function summarize(
  results: readonly PairResult[],
  languages: readonly string[],
  limits: RankLimits,
): RankSummary {
  const ranks = results.flatMap(({ rank }) => rank ?? []);
  const first = ranks.filter((rank) => rank <= limits.most).length;
  const summary = { found: ranks.length, first };
  const few = languages.filter((language) => {
    return results.filter((it) => it.language === language).length < limits.pairsPerLanguage;
  });
  const lacks = [
    ...(results.length < limits.pairs ? [`${results.length} of ${limits.pairs} pairs`] : []),
    ...few.map((language) => `fewer than ${limits.pairsPerLanguage} pairs of ${language}`),
  ];
  if (lacks.length > 0) return { ...summary, isJudged: false, problems: lacks };
  const problems = [
    ...(ranks.length < limits.found * results.length ? [`less than ${limits.found * 100} % are findings`] : []),
    ...(first < limits.first * ranks.length
      ? [`less than ${limits.first * 100} % of these are in the first ${limits.most}`]
      : []),
  ];
  return { ...summary, isJudged: true, problems };
}
