import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that can pause: it yields where other work may have its turn. */
export type Turns<T> = Generator<void, T>;

/** Milliseconds until other work has its turn. */
const TURN_MS = 25;

/** Does the work without a pause. */
export function atOnce<T>(work: Turns<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Lets other work of this thread have its turn. */
export function pause(): Promise<void> {
  return nextTurn();
}

/** Does the work in turns with all other work of this thread. */
export async function inTurns<T>(work: Turns<T>, onPause = () => {}): Promise<T> {
  let start = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < TURN_MS) continue;
    await pause();
    onPause();
    start = performance.now();
  }
}
