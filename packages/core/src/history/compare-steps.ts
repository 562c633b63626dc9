import type { ShareFiles } from '#check/share.ts';
import type { CountedCopies, RepeatedLines } from './count-copies.ts';
import type { PerFiles, StepChange } from './model.ts';

/** A file is the same one if its path or its content is that of before. */
export function compareSteps(before: CountedCopies, now: CountedCopies): PerFiles<StepChange> {
  const change = { product: groupChange(before, now, 'product'), tests: groupChange(before, now, 'tests') };
  const add = (files: ShareFiles, lines: number) => {
    if (lines > 0) change[files].added += lines;
    else change[files].removed -= lines;
  };
  const gone = new Map<string | undefined, RepeatedLines>();
  for (const [path, its] of before.repeated) {
    const after = now.repeated.get(path);
    if (after?.files === its.files) add(its.files, after.repeated - its.repeated);
    else gone.set(its.content ?? path, its);
  }
  for (const [path, its] of now.repeated) {
    if (before.repeated.get(path)?.files === its.files) continue;
    const moved = gone.get(its.content);
    if (moved?.files === its.files) {
      gone.delete(its.content);
      add(its.files, its.repeated - moved.repeated);
    } else add(its.files, its.repeated);
  }
  for (const { files, repeated } of gone.values()) add(files, -repeated);
  return change;
}

function groupChange(before: CountedCopies, now: CountedCopies, files: ShareFiles): StepChange {
  const [old, its] = [before.ids[files], now.ids[files]];
  return {
    added: 0,
    removed: 0,
    groups_added: [...its].filter((id) => !old.has(id)).length,
    groups_removed: [...old].filter((id) => !its.has(id)).length,
  };
}
