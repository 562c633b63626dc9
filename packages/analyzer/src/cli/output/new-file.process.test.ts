import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../fixture.ts';
import { NewFile } from './new-file.ts';

const never = new AbortController().signal;

test('a file that another process creates meanwhile is not overwritten', async () => {
  const folder = folderWith({});
  const path = join(folder, 'out');
  const file = new NewFile(path);
  writeFileSync(path, 'theirs');
  await expect(file.write(['ours'], never)).rejects.toMatchObject({ code: 'output_exists' });
  expect(readFileSync(path, 'utf8')).toBe('theirs');
  expect(readdirSync(folder)).toEqual(['out']);
});

test('a writer that fails or is interrupted leaves no file', async () => {
  const folder = folderWith({});
  const file = new NewFile(join(folder, 'out'));
  const broken = function* (): Generator<string> {
    yield 'x'.repeat(1 << 17);
    throw new Error('broken');
  };
  await expect(file.write(broken(), never)).rejects.toThrow('broken');
  await expect(file.write(['a'], AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  expect(readdirSync(folder)).toEqual([]);
});

test('many texts are written completely and in order', async () => {
  const path = join(folderWith({}), 'out');
  const pieces = Array.from({ length: 50_000 }, (_, n) => `${n} é\n`);
  await new NewFile(path).write(pieces, never);
  expect(readFileSync(path, 'utf8')).toBe(pieces.join(''));
});
