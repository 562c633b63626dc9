import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, type RunnerTestFile } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time in milliseconds of a test file and of the processes that it started and waited for. */
    processorTime?: number;
  }
}

/** A tick of the times in /proc. */
const TICK_MS = 10;

const before = processorTime();
let file: RunnerTestFile | undefined;
beforeEach(({ task }) => {
  file = task.file;
});
afterAll(() => {
  if (file !== undefined) file.meta.processorTime = processorTime() - before;
});

/** @returns 0 where the system does not list it */
function processorTime(): number {
  try {
    const status = readFileSync('/proc/self/stat', 'utf8');
    const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = status
      .slice(status.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return TICK_MS * (user + system + ofChildren + systemOfChildren);
  } catch {
    return 0;
  }
}
