import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { inMemoryFolder } from './memory-folder.ts';

test('removes the folder afterwards and returns the result of the work', async () => {
  const folder = await inMemoryFolder('analyzer-memory-folder-', async (folder) => {
    expect(basename(folder)).toMatch(/^analyzer-memory-folder-./u);
    writeFileSync(join(folder, 'a'), 'text');
    return folder;
  });
  expect(existsSync(folder)).toBe(false);
});

test('removes the folder also if the work fails', async () => {
  let made = '';
  const failing = inMemoryFolder('analyzer-memory-folder-', async (folder) => {
    made = folder;
    throw new Error('the work failed');
  });
  await expect(failing).rejects.toThrow('the work failed');
  expect([made === '', existsSync(made)]).toEqual([false, false]);
});
