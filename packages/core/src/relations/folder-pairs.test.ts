import { expect, test } from 'vitest';
import { inputOf } from './fixture.ts';
import { folderPairs } from './folder-pairs.ts';
import { sharedLines } from './shared-lines.ts';

test('of files in many nested folders only the innermost ones are sides, so that their pairs do not grow with the depth', () => {
  const nested = (top: string) => `${top}${'/d'.repeat(400)}`;
  const lines = Array.from({ length: 100 }, (_, at) => `${at}`);
  const names = Array.from({ length: 100 }, (_, at) => `f${at}.py`);
  const folders = [nested('a'), nested('b')];
  const project = Object.fromEntries(folders.flatMap((it) => names.map((name) => [`${it}/${name}`, lines])));
  const groups = names.map((name) => folders.map((it) => `${it}/${name}`));
  const input = inputOf(project, groups);
  const { pairs, leftOut } = folderPairs(input.files, sharedLines(input).pairs);
  expect(pairs[0]).toMatchObject({ left: folders[0], right: folders[1] });
  expect(pairs.length + leftOut).toBeLessThanOrEqual(64);
});
