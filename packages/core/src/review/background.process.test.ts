import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { BackgroundReview } from './background.ts';

function reviewOf(program: string) {
  const problems: string[] = [];
  const folder = fixtureFolder({ 'thread.mjs': program });
  const review = new BackgroundReview(join(folder, 'thread.mjs'), undefined, {
    onReview: () => {},
    onProblem: (problem) => void problems.push(problem),
    onIndexProblem: () => {},
  });
  onTestFinished(() => review.close());
  return { review, problems };
}

test('a thread that starts before its first review runs the review', async () => {
  const { review, problems } = reviewOf(`import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (order) => order === 'end' ? parentPort.close() : parentPort.postMessage({ problem: 'one' }));`);
  await review.start();
  expect(problems).toEqual([]);
  review.request();
  await expect.poll(() => problems).toEqual(['one']);
});

test('a thread that cannot start is reported, and its start ends', async () => {
  const { review, problems } = reviewOf(`throw new Error('no thread');`);
  await review.start();
  await expect.poll(() => problems).toEqual(['no thread']);
});
