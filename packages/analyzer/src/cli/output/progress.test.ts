import type { ScanEvent } from '@analyzer/core/scan/model.ts';
import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

/** A terminal that records each redraw, with a clock moved by hand. */
function watched(output: { isTTY?: boolean; columns?: number }) {
  const lines: string[] = [];
  const clock = { now: 0 };
  const write = (text: string): void => {
    lines.push(text.replace('\r\x1b[2K', '<'));
  };
  const progress = new Progress({ ...output, write }, { now: () => clock.now });
  const file = (bytes: number): ScanEvent => ({ type: 'file', path: 'a.py', bytes, status: 'analyzed' });
  return { lines, clock, progress, file };
}

test('shows progress, rate and remaining time, then clears its line', () => {
  const { lines, clock, progress, file } = watched({ isTTY: true, columns: 80 });
  clock.now = 200;
  progress.on({ type: 'listed', files: 400, bytes: 1000 });
  clock.now = 400;
  progress.on(file(10));
  clock.now = 2000;
  progress.on(file(90));
  clock.now = 2050;
  progress.on(file(900));
  progress.on({ type: 'relating' });
  progress.end();
  expect(lines).toEqual([
    '<Listing files …',
    '<0 of 400 files',
    '<1 of 400 files',
    '<2 of 400 files, 1 files/s, 18 s left',
    '<Resolving names, comparing code …',
    '<',
  ]);
});

test('shows a long remaining time in minutes', () => {
  const { lines, clock, progress, file } = watched({ isTTY: true });
  progress.on({ type: 'listed', files: 9, bytes: 100_000 });
  clock.now = 1000;
  progress.on(file(100));
  expect(lines.at(-1)).toBe('<1 of 9 files, 1 files/s, 17 min left');
});

test('never exceeds one line', () => {
  const { lines, progress } = watched({ isTTY: true, columns: 10 });
  progress.on({ type: 'relating' });
  expect(lines.at(-1)).toBe('<Resolving');
});

test('prints nothing if stderr is not a terminal', () => {
  const { lines, clock, progress, file } = watched({});
  progress.on({ type: 'listed', files: 1, bytes: 1 });
  clock.now = 5000;
  progress.on(file(1));
  progress.end();
  expect(lines).toEqual([]);
});
