import type { Draft } from '@analyzer/core/generalize/model.ts';

/** Puts drafts into rounds, so that no two of a round touch the same file. */
export function roundsOf(drafts: readonly Draft[]): Draft[][] {
  const rounds: { drafts: Draft[]; paths: Set<string> }[] = [];
  for (const draft of drafts) {
    const paths = pathsOf(draft);
    let round = rounds.find((it) => paths.every((path) => !it.paths.has(path)));
    if (round === undefined) {
      round = { drafts: [], paths: new Set() };
      rounds.push(round);
    }
    round.drafts.push(draft);
    for (const path of paths) round.paths.add(path);
  }
  return rounds.map((round) => round.drafts);
}

function pathsOf({ written, copies }: Draft): string[] {
  return [...(written === undefined ? [] : [written.function.path]), ...copies.map(({ path }) => path)];
}

/**
 * The drafts with which a test fails, found by halves.
 *
 * @param isGreen runs the tests with some drafts
 */
export function redOnes(drafts: readonly Draft[], isGreen: (drafts: readonly Draft[]) => boolean): Draft[] {
  if (drafts.length === 0 || isGreen(drafts)) return [];
  if (drafts.length === 1) return [...drafts];
  const middle = drafts.length >> 1;
  const red = [...redOnes(drafts.slice(0, middle), isGreen), ...redOnes(drafts.slice(middle), isGreen)];
  return red.length > 0 ? red : [...drafts];
}
