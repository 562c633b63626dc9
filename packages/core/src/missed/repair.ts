import { REPAIR_RULES } from '#languages/missed-rules.ts';
import type { Hunk } from './hunks.ts';
import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Renaming, type Window } from './window.ts';

/** Whether most of the added statements are near a place, as they are or under its renaming. */
export function hasRepair(
  vocabulary: Vocabulary,
  now: Statements,
  { added }: Hunk,
  other: Statements,
  place: Window,
  renaming: Renaming,
): boolean {
  if (added.start === added.end) return false;
  const { within, added_percent: wanted } = REPAIR_RULES;
  const free = new Set<number>();
  for (let at = place.start - within; at < place.end + within; at++) if (at >= 0 && at < other.length) free.add(at);
  let present = 0;
  for (let at = added.start; at < added.end; at++) {
    // Each statement may have other names of its own: only those of the place are known.
    const its = [...free].find(
      (it) => now.exact[at] === other.exact[it] || new Renaming(vocabulary, renaming).takes(now, at, other, it),
    );
    if (its === undefined) continue;
    free.delete(its);
    present++;
  }
  return 100 * present >= wanted * (added.end - added.start);
}

/** Whether a file still has a change: most of the added statements, or for a mere removal not what was there before. */
export function isStillThere(
  old: Statements,
  now: Statements,
  { removed, before, added }: Hunk,
  today: Statements,
): boolean {
  if (added.start === added.end) return !containsWindow(old, before, today) && !cameBack(old, now, removed, today);
  const counts = new Map<number, number>();
  for (const its of today.exact) counts.set(its, (counts.get(its) ?? 0) + 1);
  let present = 0;
  for (const its of now.exact.subarray(added.start, added.end)) {
    const left = counts.get(its) ?? 0;
    if (left === 0) continue;
    counts.set(its, left - 1);
    present++;
  }
  return 100 * present >= REPAIR_RULES.origin_percent * (added.end - added.start);
}

/** Whether a version has one of some removed statements more often than the one after the change. */
function cameBack({ exact }: Statements, now: Statements, removed: Window, today: Statements): boolean {
  const count = (its: Statements, statement: number) => its.exact.filter((it) => it === statement).length;
  const gone = new Set(exact.subarray(removed.start, removed.end));
  return [...gone].some((it) => count(today, it) > count(now, it));
}

function containsWindow({ exact }: Statements, { start, end }: Window, today: Statements): boolean {
  return today.exact.some((_, at) => {
    for (let offset = 0; offset < end - start; offset++) {
      if (today.exact[at + offset] !== exact[start + offset]) return false;
    }
    return true;
  });
}
