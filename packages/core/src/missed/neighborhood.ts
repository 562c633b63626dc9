import { PLACE_RULES } from '#languages/missed-rules.ts';
import type { Statements } from './statements.ts';
import type { Window } from './window.ts';

/** The similarity of the statements in and around two windows, apart from names, in percent (Dice coefficient). */
export function similarityAround(one: Statements, window: Window, other: Statements, its: Window): number {
  const [left, right] = [shapesAround(one, window), shapesAround(other, its)];
  const counts = new Map<number, number>();
  for (const shape of left) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  let common = 0;
  for (const shape of right) {
    const left = counts.get(shape) ?? 0;
    if (left === 0) continue;
    common++;
    counts.set(shape, left - 1);
  }
  return Math.floor((200 * common) / (left.length + right.length));
}

function shapesAround({ shape, length }: Statements, { start, end }: Window): Int32Array {
  const { neighborhood } = PLACE_RULES;
  return shape.subarray(Math.max(0, start - neighborhood), Math.min(length, end + neighborhood));
}
