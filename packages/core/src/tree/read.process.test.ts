import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder, unprivileged } from './fixture-folder.ts';
import { readFile } from './read.ts';

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const MIB = 1024 * 1024;

test('returns the bytes of a file up to the limit', async () => {
  const path = join(fixtureFolder({ 'a.py': 'x = 1\ny = 2' }), 'a.py');
  const content = { size: 11, lines: 2, sha256: sha256('x = 1\ny = 2'), head: Buffer.from('x = 1\ny = 2') };
  expect(await readFile(path, 11)).toEqual({ ...content, bytes: Buffer.from('x = 1\ny = 2') });
  expect(await readFile(path, 10)).toEqual(content);
});

test('an empty file has no lines and the hash of nothing', async () => {
  const path = join(fixtureFolder({ 'a.py': '' }), 'a.py');
  expect(await readFile(path, 0)).toEqual({
    size: 0,
    lines: 0,
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    head: Buffer.alloc(0),
    bytes: Buffer.alloc(0),
  });
});

test.each([0, 1, 5 * MIB])(
  'hashes a large file completely (at most %i bytes in memory) with any last piece',
  async (holdUpTo) => {
    const bytes = Buffer.alloc(3 * MIB + 16, 'line\n\0');
    const path = join(fixtureFolder({ big: bytes }), 'big');
    expect(await readFile(path, holdUpTo)).toMatchObject({
      size: bytes.length,
      sha256: sha256(bytes),
      lines: bytes.filter((byte) => byte === 10).length + 1,
      head: bytes.subarray(0, 8192),
    });
  },
);

test('opens neither a FIFO nor a link nor a folder', { timeout: 5000 }, async () => {
  const folder = fixtureFolder({ 'a.py': '1', 'sub/': '' });
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  symlinkSync('a.py', join(folder, 'link'));
  expect(await readFile(join(folder, 'pipe'), 9)).toEqual({
    reason: 'replaced by something else while the project was scanned',
  });
  expect(await readFile(join(folder, 'sub'), 9)).toEqual({
    reason: 'replaced by something else while the project was scanned',
  });
  expect(await readFile(join(folder, 'link'), 9)).toEqual({
    reason: 'replaced by a symbolic link while the project was scanned',
  });
  expect(await readFile(join(folder, 'gone'), 9)).toEqual({ reason: 'removed while the project was scanned' });
});

test('reports missing permissions', async () => {
  const folder = fixtureFolder({ 'a.py': '1' });
  const path = join(folder, 'a.py');
  chmodSync(path, 0o000);
  expect(await unprivileged(folder, () => readFile(path, 9))).toEqual({ reason: 'permission denied' });
});

test('a file that shrinks while it is read is read again', async () => {
  const path = join(fixtureFolder({ big: Buffer.alloc(4 * MIB, 'a') }), 'big');
  const reading = readFile(path, 0);
  truncateSync(path, 3);
  expect(await reading).toMatchObject({ size: 3, sha256: sha256('aaa') });
});

test('a file that changes without changing its size is read again', async () => {
  const path = join(fixtureFolder({ big: Buffer.alloc(4 * MIB, 'a') }), 'big');
  const reading = readFile(path, 8 * MIB);
  writeFileSync(path, Buffer.alloc(4 * MIB, 'b'));
  expect(await reading).toMatchObject({ size: 4 * MIB, sha256: sha256(Buffer.alloc(4 * MIB, 'b')) });
});

test('a file that changes all the time is unreadable with a reason', async () => {
  const path = join(fixtureFolder({ big: Buffer.alloc(2 * MIB, 'a') }), 'big');
  let done = false;
  const reading = readFile(path, 0).finally(() => {
    done = true;
  });
  while (!done) {
    appendFileSync(path, 'b');
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await reading).toEqual({ reason: 'changed while it was read' });
});

test('stops in the middle of a large file if cancelled', async () => {
  const path = join(fixtureFolder({ big: Buffer.alloc(4 * MIB, 'a') }), 'big');
  await expect(readFile(path, 0, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
