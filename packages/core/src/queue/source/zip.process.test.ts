import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { commitAll, git } from '#tree/git/git-fixture.ts';
import { fetchSource } from './fetch-source.ts';
import { RefusedSource, SOURCE_LIMITS } from './limits.ts';
import { labelOf, parseSource } from './source.ts';
import { type ZipEntry, zip } from './zip-fixture.ts';

const A: ZipEntry = { path: 'a.py', content: 'a = 1\n' };
const LINK = 0o120777;

function archive(bytes: Uint8Array): string {
  const path = join(fixtureFolder({}), 'p.zip');
  writeFileSync(path, bytes);
  return path;
}

const emptyFolder = () => fixtureFolder({});

async function fetched(bytes: Uint8Array, limits = SOURCE_LIMITS): Promise<string> {
  return (await fetchSource(parseSource(archive(bytes)), '', emptyFolder(), { limits })).folder;
}

/** @returns the message */
async function refusal(bytes: Uint8Array, limits = SOURCE_LIMITS): Promise<string> {
  const error = await fetched(bytes, limits).catch((its: unknown) => its);
  expect(error).toBeInstanceOf(RefusedSource);
  return error instanceof Error ? error.message : '';
}

describe('a zip archive', () => {
  test('is an archive with the name of its file', () => {
    const source = parseSource(archive(zip([A])));
    expect([source.kind, labelOf(source)]).toEqual(['archive', 'p']);
  });

  test('of git is unpacked like its files', async () => {
    const root = fixtureFolder({ 'a.py': 'a', 'b/ü.py': 'u'.repeat(100_000), 'run.sh': '#!/bin/sh\n', 'empty.py': '' });
    chmodSync(join(root, 'run.sh'), 0o755);
    symlinkSync('a.py', join(root, 'link'));
    commitAll(root);
    git(root, 'archive', '--format=zip', '--prefix=p-1/', '-o', 'p.zip', 'HEAD');
    const folder = await fetched(readFileSync(join(root, 'p.zip')));
    expect(readdirSync(folder).sort()).toEqual(['a.py', 'b', 'empty.py', 'link', 'run.sh']);
    expect(readFileSync(join(folder, 'b/ü.py'), 'utf8')).toBe('u'.repeat(100_000));
    expect(readlinkSync(join(folder, 'link'))).toBe('a.py');
    expect(lstatSync(join(folder, 'run.sh')).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(folder, 'a.py')).mode & 0o777).toBe(0o600);
  });

  test('with stored and deflated entries, folders, devices and a comment is unpacked', async () => {
    const entries: ZipEntry[] = [
      { path: 'd/', mode: 0o040755 },
      { path: 'e', mode: 0o040755 },
      { ...A, method: 0 },
      { path: 'd/b.py', content: 'b' },
      { path: 'null', mode: 0o020666 },
      { path: 'win\\dows.py', content: 'w' },
      { ...A, content: 'a = 2\n' },
    ];
    const folder = await fetched(zip(entries, { comment: 'a comment' }));
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(
      ['a.py', 'd', 'd/b.py', 'e', 'win', 'win/dows.py'].sort(),
    );
    expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe('a = 2\n');
  });

  test.each<[what: string, entries: ZipEntry[], reason: RegExp]>([
    ['a path above (zip slip)', [{ path: '../a.py' }], /leaves the folder \(\.\.\/a\.py\)/],
    ['a path that goes up later', [{ path: 'a/../../a.py' }], /leaves the folder/],
    ['a path with backslashes that goes up', [{ path: 'a\\..\\..\\a.py' }], /leaves the folder/],
    ['an absolute path', [{ path: '/tmp/a.py' }], /leaves the folder/],
    ['a path with NUL', [{ path: 'a\0.py' }], /leaves the folder/],
    ['a file below a file', [A, { path: 'a.py/b.py' }], /cannot be created/],
    ['a file without a name', [{ path: '' }], /without a name/],
    ['an encrypted entry', [A, { ...A, path: 'secret.py', flags: 1 }], /an encrypted entry \(secret\.py\)/],
    ['strong encryption', [{ ...A, flags: 0x41 }], /strong encryption is not supported/],
    ['another method', [{ ...A, method: 12 }], /unsupported compression method 12 \(a\.py\)/],
    ['a wrong checksum', [{ ...A, crc: 7 }], /wrong checksum \(a\.py\)/],
    ['a stored size that differs', [{ ...A, method: 0, size: 99 }], /size mismatch/],
    ['a size that is too small', [{ ...A, size: 1 }], /too many bytes/],
    ['a size that is too large', [{ ...A, size: 99 }], /not enough bytes/],
    ['a target that is too long', [{ path: 'l', mode: LINK, content: 'x'.repeat(70_000) }], /target is too long/],
    ['a link without a target', [{ path: 'l', mode: LINK }], /without a path or target/],
    ['an extra field that is cut off', [{ ...A, extra: Buffer.from([1, 0, 99, 0]) }], /extra field/],
    ['nothing', [], /empty/],
  ])('with %s is refused', async (_what, entries, reason) => {
    expect(await refusal(zip(entries))).toMatch(reason);
  });

  test('writes nothing if a later entry is encrypted or too large', async () => {
    const limits = { ...SOURCE_LIMITS, bytes: 10_000 };
    const big = { path: 'bomb', content: '0'.repeat(100_000) };
    for (const entry of [{ ...A, path: 'b', flags: 1 }, big]) {
      const folder = emptyFolder();
      const path = archive(zip([A, entry]));
      await expect(fetchSource(parseSource(path), '', folder, { limits })).rejects.toThrow(RefusedSource);
      expect(readdirSync(join(folder, 'files'))).toEqual([]);
    }
  });

  test('with more than the limit is refused: bytes, also of entries that share data, and entries', async () => {
    const limits = { ...SOURCE_LIMITS, bytes: 10_000, entries: 20 };
    const kernel = { path: 'kernel', content: '0'.repeat(4_000) };
    const overlapping = [kernel, ...[1, 2].map((n) => ({ ...kernel, path: `${n}`, sharing: 0 }))];
    expect(await refusal(zip(overlapping), limits)).toMatch(/more than 10000 bytes/);
    // The bomb states one byte for each file.
    expect(await refusal(zip([{ path: 'bomb', content: '0'.repeat(100_000), size: 1 }]), limits)).toMatch(/too many/);
    const many = Array.from({ length: 30 }, (_, n) => ({ path: `${n}` }));
    expect(await refusal(zip(many), limits)).toMatch(/more than 20 entries/);
  });

  test('with fewer entries than its directory is refused, also if their number does not fit', async () => {
    expect(await refusal(zip([A, { path: 'b.py' }], { count: 1 }))).toMatch(/wrong size of its directory/);
    expect(await refusal(zip([A], { count: 2 }))).toMatch(/damaged/);
    const many = Array.from({ length: 65_537 }, (_, n) => ({ path: `${n}`, method: 0 }));
    expect(await refusal(zip(many))).toMatch(/wrong size of its directory/);
  });

  test('does not write through a link, wherever the link is in it', async () => {
    const outside = emptyFolder();
    const folder = await fetched(
      zip([
        { path: 'd', mode: LINK, content: outside },
        { path: 'd/evil.py', content: 'x' },
        { path: 'f', mode: LINK, content: join(outside, 'new.py') },
        { path: 'f', content: 'x' },
        { path: 'l', mode: LINK, content: '/etc', method: 0 },
      ]),
    );
    expect(readdirSync(outside)).toEqual([]);
    expect(lstatSync(join(folder, 'd')).isDirectory()).toBe(true);
    expect(lstatSync(join(folder, 'f')).isFile()).toBe(true);
    expect(readlinkSync(join(folder, 'l'))).toBe('/etc');
  });

  test('that is empty, cut off anywhere or not an archive is refused', async () => {
    const bytes = zip([A, { path: 'b.py', content: 'b' }]);
    await refusal(new Uint8Array());
    await refusal(Buffer.from('text '.repeat(1_000)));
    for (let length = 0; length < bytes.length; length++) await refusal(bytes.subarray(0, length));
  });

  test('with a position of 64 bits that is nowhere is refused', async () => {
    const bytes = zip([A]);
    const locator = Buffer.alloc(20, 0xff);
    locator.write('PK\x06\x07', 'latin1');
    expect(await refusal(Buffer.concat([bytes.subarray(0, -22), locator, bytes.subarray(-22)]))).toMatch(/not in it/);
    const extra = Buffer.concat([Buffer.from([1, 0, 8, 0]), Buffer.alloc(8, 0xff)]);
    const far = zip([{ ...A, extra }]);
    far.writeUInt32LE(0xffff_ffff, far.indexOf('PK\x01\x02') + 42);
    expect(await refusal(far)).toMatch(/not in it/);
  });

  test('in which any byte is changed is refused, or unpacked with the right content', async () => {
    const bytes = zip([A, { path: 'd/b.py', content: 'b'.repeat(50) }, { path: 'l', mode: LINK, content: 'a.py' }]);
    const path = archive(bytes);
    const outcomes = { unpacked: 0, refused: 0 };
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0xff, (bytes[at] ?? 0) ^ 1]) {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        writeFileSync(path, changed);
        const temporary = emptyFolder();
        const error = await fetchSource(parseSource(path), '', temporary).catch((its: unknown) => its);
        expect(readdirSync(temporary)).toEqual(['files']);
        const isRefused = error instanceof RefusedSource;
        expect([at, value, isRefused || !(error instanceof Error)]).toEqual([at, value, true]);
        outcomes[isRefused ? 'refused' : 'unpacked']++;
        const file = join(temporary, 'files/a.py');
        if (!isRefused && existsSync(file)) expect(readFileSync(file, 'utf8')).toBe(A.content);
      }
    }
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(100);
  });
});
