import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { appendChecksums, checksumsMatch } from './checksums.ts';

const MIB = 1 << 20;

async function onFile<T>(path: string, mode: string, work: (file: number) => Promise<T>): Promise<T> {
  const file = openSync(path, mode);
  try {
    return await work(file);
  } finally {
    closeSync(file);
  }
}

async function sealed(content: Buffer): Promise<{ path: string; bytes: Buffer }> {
  const path = join(fixtureFolder({ 'x.db': content }), 'x.db');
  await onFile(path, 'r+', (file) => appendChecksums(file));
  return { path, bytes: readFileSync(path) };
}

const matches = (path: string) => onFile(path, 'r', (file) => checksumsMatch(file));

/** Slightly more than two blocks of varying bytes. */
const content = Buffer.from(Uint8Array.from({ length: 2 * MIB + 4096 }, (_, at) => (at * 31 + (at >> 8)) & 0xff));

test.each([0, 1, 4096, MIB, MIB + 1, content.length])('checksums of %i bytes match', async (length) => {
  const { path, bytes } = await sealed(content.subarray(0, length));
  expect(bytes.subarray(0, length).equals(content.subarray(0, length))).toBe(true);
  expect(await matches(path)).toBe(true);
});

test('a file without checksums does not match', async () => {
  for (const length of [0, 10, 4096]) {
    expect(await matches(join(fixtureFolder({ a: content.subarray(0, length) }), 'a'))).toBe(false);
  }
});

test('checksums do not match after any change of the file', async () => {
  const { path, bytes } = await sealed(content);
  const position = fc.oneof(fc.nat(bytes.length - 1), fc.integer({ min: bytes.length - 40, max: bytes.length - 1 }));
  const flipped = fc.record({ at: position, mask: fc.integer({ min: 1, max: 255 }) }).map(({ at, mask }) => {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ mask;
    return damaged;
  });
  const truncated = position.map((length) => bytes.subarray(0, length));
  const extended = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((more) => Buffer.concat([bytes, more]));
  const overwritten = fc.record({ at: position, length: fc.integer({ min: 1, max: 9000 }) }).map(({ at, length }) => {
    const damaged = Buffer.from(bytes);
    return damaged.fill(0, at, Math.min(at + length, damaged.length));
  });
  const moved = fc.record({ from: position, to: position }).map(({ from, to }) => {
    const damaged = Buffer.from(bytes);
    bytes.copy(damaged, to, from, Math.min(from + 4096, bytes.length));
    return damaged;
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(flipped, truncated, extended, overwritten, moved), async (damaged) => {
      fc.pre(!bytes.equals(damaged));
      writeFileSync(path, damaged);
      expect(await matches(path)).toBe(false);
    }),
    { numRuns: 200 },
  );
});
