import type { Draft } from '@analyzer/core/generalize/model.ts';

interface Change {
  path: string;
  from: number;
  to: number;
}

/** Puts drafts into rounds, so that no two of a round change near lines or add functions of one name to a file. */
export function roundsOf(drafts: readonly Draft[]): Draft[][] {
  const rounds: { drafts: Draft[]; changes: Change[]; names: Set<string> }[] = [];
  for (const draft of drafts) {
    const changes = changesOf(draft);
    const name = `${draft.written?.function.path} ${draft.written?.function.name}`;
    const isFree = (taken: readonly Change[]) => !changes.some((one) => taken.some((other) => isNear(one, other)));
    let round = rounds.find((it) => !it.names.has(name) && isFree(it.changes));
    if (round === undefined) {
      round = { drafts: [], changes: [], names: new Set() };
      rounds.push(round);
    }
    round.drafts.push(draft);
    round.changes.push(...changes);
    round.names.add(name);
  }
  return rounds.map((round) => round.drafts);
}

/** The hunks of the patch with their context. */
function changesOf({ written }: Draft): Change[] {
  const changes: Change[] = [];
  let path = '';
  for (const [, file, line, count = '1'] of written?.patch.matchAll(/^(?:--- a\/(.+)|@@ -(\d+)(?:,(\d+))? .*)$/gm) ??
    []) {
    path = file ?? path;
    if (line !== undefined) changes.push({ path, from: Number(line), to: Number(line) + Number(count) });
  }
  return changes;
}

function isNear(one: Change, other: Change): boolean {
  return one.path === other.path && one.from <= other.to && other.from <= one.to;
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
