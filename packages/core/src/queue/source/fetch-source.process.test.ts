import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { commitAll, git } from '#tree/git/git-fixture.ts';
import { endlessRepository } from './endless-repository-fixture.ts';
import { fetchSource } from './fetch-source.ts';
import { RefusedSource, SOURCE_LIMITS } from './limits.ts';
import { labelOf, parseSource, revisionOf, sourceText } from './source.ts';

interface Entry {
  path: string;
  type?: string;
  content?: string;
  link?: string;
  mode?: number;
  /** In place of the length of the content. */
  size?: string;
  prefix?: string;
}

function header({ path, type = '0', content = '', link = '', mode = 0o644, size, prefix = '' }: Entry): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write(mode.toString(8).padStart(7, '0'), 100);
  block.write(size ?? Buffer.byteLength(content).toString(8).padStart(11, '0'), 124, 'latin1');
  block.write(type, 156);
  block.write(link, 157, 100);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345, 155);
  block.write('        ', 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function tar(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '');
    return [header(entry), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function archive(bytes: Uint8Array, name = 'p.tar'): string {
  const path = join(fixtureFolder({}), name);
  writeFileSync(path, bytes);
  return path;
}

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'fetched-'));

async function fetched(text: string, limits = SOURCE_LIMITS): Promise<string> {
  const source = parseSource(text);
  return (await fetchSource(source, await revisionOf(source), emptyFolder(), { limits })).folder;
}

const A = { path: 'a.py', content: 'a = 1\n' };

describe('an archive', () => {
  test.each([
    ['p.tar', tar([A])],
    ['p.tar.gz', gzipSync(tar([A]))],
    ['P.TGZ', gzipSync(tar([A]))],
  ])('%s is unpacked', async (name, bytes) => {
    const folder = await fetched(archive(bytes, name));
    expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe('a = 1\n');
  });

  test('of other programs is unpacked like its folder', async () => {
    const long = `${'l'.repeat(90)}/${'o'.repeat(90)}/${'n'.repeat(90)}.py`;
    const root = fixtureFolder({
      'p/a.py': 'a',
      'p/b/c.py': 'c'.repeat(100_000),
      [`p/${long}`]: 'long',
      'p/ü.py': 'u',
    });
    execFileSync('ln', ['-s', 'a.py', join(root, 'p/link')]);
    execFileSync('ln', [join(root, 'p/a.py'), join(root, 'p/hard.py')]);
    for (const format of ['gnu', 'pax', 'posix']) {
      const path = join(root, `${format}.tar.gz`);
      execFileSync('tar', ['--format', format, '-czf', path, '-C', root, 'p']);
      const folder = await fetched(path);
      expect(readdirSync(folder).sort()).toEqual(readdirSync(join(root, 'p')).sort());
      expect(readFileSync(join(folder, long), 'utf8')).toBe('long');
      expect(readFileSync(join(folder, 'b/c.py'), 'utf8')).toHaveLength(100_000);
      expect(readFileSync(join(folder, 'hard.py'), 'utf8')).toBe('a');
      expect(readlinkSync(join(folder, 'link'))).toBe('a.py');
    }
  });

  test('with one folder is the project in it', async () => {
    const folder = await fetched(
      archive(
        tar([
          { path: 'p-1.0/', type: '5' },
          { path: 'p-1.0/a.py', content: 'a' },
        ]),
      ),
    );
    expect(readdirSync(folder)).toEqual(['a.py']);
  });

  test('has the last of several files with one path', async () => {
    const folder = await fetched(archive(tar([A, { ...A, content: 'b = 2\n' }])));
    expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe('b = 2\n');
  });

  test.each<[what: string, entries: Entry[], reason: RegExp]>([
    ['a path above', [{ path: '../a.py' }], /leaves the folder/],
    ['a path that goes up later', [{ path: 'a/../../a.py' }], /leaves the folder/],
    ['an absolute path', [{ path: '/tmp/a.py' }], /leaves the folder/],
    ['an absolute prefix', [{ path: 'a.py', prefix: '/tmp' }], /leaves the folder/],
    ['a hard link to another folder', [{ path: 'a', type: '1', link: '../../etc/passwd' }], /leaves the folder/],
    ['a hard link to nothing', [{ path: 'a', type: '1', link: 'b' }], /hard link/],
    [
      'a hard link to a link',
      [
        { path: 'l', type: '2', link: '/etc/passwd' },
        { path: 'a', type: '1', link: 'l' },
      ],
      /hard link/,
    ],
    ['a file below a file', [A, { path: 'a.py/b.py', content: 'b' }], /cannot be created/],
    ['an unknown type', [{ path: 'a', type: 'S' }], /unsupported type/],
    ['a negative size', [{ path: 'a', size: '-0000000001' }], /invalid number/],
    ['a size that is too large', [{ path: 'a', size: '\xff'.repeat(12) }], /invalid number/],
    ['a size with an invalid first byte', [{ path: 'a', size: '\x81'.repeat(12) }], /invalid number/],
    ['a sparse file', [{ path: 'x', type: 'x', content: '22 GNU.sparse.major=1\n' }, A], /a sparse file/],
    ['a link without a target', [{ path: 'a', type: '2' }], /without a path or target/],
    ['a hard link without a target', [{ path: 'a', type: '1' }], /hard link/],
    ['a header that is too long', [{ path: 'x', type: 'x', size: '77777777777' }], /header that is too long/],
    ['an invalid extended header', [{ path: 'x', type: 'x', content: '99 path=../x\n' }, A], /extended header/],
    [
      'an extended header with a path above',
      [{ path: 'x', type: 'x', content: '16 path=../x.py\n' }, A],
      /leaves the folder/,
    ],
    [
      'a path with NUL in an extended header',
      [{ path: 'x', type: 'x', content: '12 path=a\0b\n' }, A],
      /leaves the folder/,
    ],
  ])('with %s is refused', async (_what, entries, reason) => {
    const path = archive(tar(entries));
    const folder = emptyFolder();
    const fetching = fetchSource(parseSource(path), '', folder);
    await expect(fetching).rejects.toThrow(RefusedSource);
    await expect(fetching).rejects.toThrow(reason);
    expect(existsSync(join(folder, '..', 'a.py'))).toBe(false);
  });

  test.each<[what: string, bytes: Uint8Array, name: string]>([
    ['is empty', new Uint8Array(), 'p.tar'],
    ['has only zeros', new Uint8Array(2048), 'p.tar'],
    ['is cut off in a header', tar([A]).subarray(0, 300), 'p.tar'],
    ['is cut off in a file', tar([{ path: 'a', content: 'a'.repeat(2_000) }]).subarray(0, 1_500), 'p.tar'],
    ['is cut off in a later header', tar([A, A]).subarray(0, 1_200), 'p.tar'],
    ['has text after its end', Buffer.concat([tar([A]), Buffer.from('text '.repeat(200))]), 'p.tar'],
    ['is not an archive', Buffer.from('text '.repeat(1_000)), 'p.tar'],
    ['is not compressed', tar([A]), 'p.tgz'],
    ['has damaged compression', gzipSync(tar([A])).fill(7, 40, 60), 'p.tgz'],
    ['is cut off in compression', gzipSync(tar([A])).subarray(0, -20), 'p.tgz'],
  ])('that %s is refused', async (_what, bytes, name) => {
    await expect(fetched(archive(bytes, name))).rejects.toThrow(RefusedSource);
  });

  test('does not write through a link, wherever the link is in it', async () => {
    const outside = emptyFolder();
    const entries = [
      { path: 'd', type: '2', link: outside },
      { path: 'd/evil.py', content: 'x' },
      { path: 'f', type: '2', link: join(outside, 'new.py') },
      { path: 'f', content: 'x' },
    ];
    const folder = await fetched(archive(tar(entries)));
    expect(readdirSync(outside)).toEqual([]);
    expect(lstatSync(join(folder, 'd')).isDirectory()).toBe(true);
    expect(lstatSync(join(folder, 'f')).isFile()).toBe(true);
  });

  test('skips devices and pipes', async () => {
    const folder = await fetched(archive(tar([{ path: 'null', type: '3' }, { path: 'pipe', type: '6' }, A])));
    expect(readdirSync(folder)).toEqual(['a.py']);
  });

  test.each([
    ['bytes', { ...SOURCE_LIMITS, bytes: 10_000 }, [{ path: 'zip-bomb', content: '0'.repeat(100_000) }], /10000 bytes/],
    ['entries', { ...SOURCE_LIMITS, entries: 5 }, Array.from({ length: 9 }, (_, n) => ({ path: `${n}` })), /5 entries/],
    ['path', { ...SOURCE_LIMITS, path: 20 }, [{ path: 'a'.repeat(30) }], /too long/],
  ])('with more than the limit is refused: %s', async (_what, limits, entries, reason) => {
    await expect(fetched(archive(gzipSync(tar(entries)), 'p.tgz'), limits)).rejects.toThrow(reason);
  });
});

function repository(files: Record<string, string>): string {
  const folder = fixtureFolder(files);
  commitAll(folder);
  return folder;
}

describe('a git repository', () => {
  test('is fetched at a branch, a tag or a commit', async () => {
    const folder = repository({ 'a.py': 'one\n', 'build/b.py': 'b\n', '.gitignore': 'build\n' });
    const first = git(folder, 'rev-parse', 'HEAD');
    git(folder, 'tag', '-a', '-m', 'x', 'v1');
    writeFileSync(join(folder, 'a.py'), 'two\n');
    git(folder, 'commit', '-q', '-a', '-m', 'second');
    const url = `file://${folder}/.git`;
    const read = async (text: string) => readFileSync(join(await fetched(text), 'a.py'), 'utf8');
    expect(await read(url)).toBe('two\n');
    expect(await read(`${url}#main`)).toBe('two\n');
    expect(await read(`${url}#v1`)).toBe('one\n');
    expect(await read(`${url}#${first}`)).toBe('one\n');
    expect(await revisionOf(parseSource(`${url}#v1`))).toBe(first);
    expect(readdirSync(await fetched(url)).sort()).toEqual(['.gitignore', 'a.py', 'build']);
    await expect(fetched(`${url}#other`)).rejects.toMatchObject({ code: 'not_found' });
    await expect(fetched(`file://${folder}/missing`)).rejects.toMatchObject({ code: 'unreadable' });
  });

  test('runs no hook, filter or other program of the repository', async () => {
    const folder = repository({
      'a.py': 'a\n',
      '.gitattributes': '*.py filter=evil diff=evil\n',
      '.gitmodules': '[submodule "m"]\n\tpath = m\n\turl = ext::sh -c "touch ran-module"\n',
    });
    const evil = join(folder, 'evil.sh');
    const mark = join(folder, 'ran');
    writeFileSync(evil, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
    for (const name of [
      'filter.evil.smudge',
      'filter.evil.process',
      'core.fsmonitor',
      'core.sshCommand',
      'diff.evil.textconv',
      'uploadpack.packObjectsHook',
      'core.pager',
      'core.alternateRefsCommand',
    ]) {
      git(folder, 'config', name, evil);
    }
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'pre-auto-gc', 'reference-transaction', 'post-merge', 'post-index-change']) {
      writeFileSync(join(folder, '.git/hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    }
    expect(readFileSync(join(await fetched(`file://${folder}/.git`), 'a.py'), 'utf8')).toBe('a\n');
    expect(existsSync(mark)).toBe(false);
  });

  test('of more bytes than the limit is refused with the remedy, before and after git has received all', async () => {
    const folder = repository({ 'a.bin': randomBytes(300_000).toString('latin1'), 'b.py': 'b' });
    const url = `file://${folder}/.git`;
    const fetching = fetched(url, { ...SOURCE_LIMITS, received: 100_000 });
    await expect(fetching).rejects.toThrow(RefusedSource);
    await expect(fetching).rejects.toMatchObject({
      message: expect.stringContaining('git received more than 100000 bytes'),
      hint: expect.stringContaining('Enqueue an archive'),
    });
    expect(readdirSync(await fetched(url, { ...SOURCE_LIMITS, received: 1_000_000 }))).toEqual(['a.bin', 'b.py']);
  });

  test('that sends without end is left soon after the limit', async () => {
    const commit = 'a'.repeat(40);
    const server = await endlessRepository(commit);
    try {
      const limits = { ...SOURCE_LIMITS, received: 1_000_000 };
      const fetching = fetchSource(parseSource(server.url), commit, emptyFolder(), { limits });
      await expect(fetching).rejects.toThrow(/more than 1000000 bytes/);
    } finally {
      await server.close();
    }
  });

  test('creates links after files, and counts the limits', async () => {
    const folder = fixtureFolder({ 'a.py': 'a'.repeat(5_000) });
    execFileSync('ln', ['-s', '/etc', join(folder, 'link')]);
    commitAll(folder);
    const url = `file://${folder}/.git`;
    expect(readlinkSync(join(await fetched(url), 'link'))).toBe('/etc');
    await expect(fetched(url, { ...SOURCE_LIMITS, bytes: 1_000 })).rejects.toThrow(RefusedSource);
    await expect(fetched(url, { ...SOURCE_LIMITS, entries: 1 })).rejects.toThrow(RefusedSource);
  });
});

describe('a source', () => {
  test.each([
    ['https://git.example/team/api.git#v1.2', 'git', 'team/api', 'https://git.example/team/api.git#v1.2'],
    ['https://git.example/team/api/', 'git', 'team/api', 'https://git.example/team/api/'],
    [
      'ssh://git@git.example:22/group/team/api.git',
      'git',
      'group/team/api',
      'ssh://git@git.example:22/group/team/api.git',
    ],
    ['git@git.example:api.git', 'git', 'api', 'git@git.example:api.git'],
    ['git@git.example:team/api.git', 'git', 'team/api', 'git@git.example:team/api.git'],
    ['file:///srv/git/team/api.git', 'git', 'team/api', 'file:///srv/git/team/api.git'],
    ['https://git.example/', 'git', 'https://git.example/', 'https://git.example/'],
  ])('%s is a repository', (text, kind, label, written) => {
    const source = parseSource(text);
    expect([source.kind, labelOf(source), sourceText(source)]).toEqual([kind, label, written]);
  });

  test('that is a bare repository is a repository, one with a work tree a folder', () => {
    const bare = fixtureFolder({});
    execFileSync('git', ['init', '-q', '--bare', join(bare, 'b.git')]);
    expect(parseSource(join(bare, 'b.git'))).toMatchObject({ kind: 'git', ref: 'HEAD' });
    expect(parseSource(`${join(bare, 'b.git')}#v1`)).toMatchObject({ kind: 'git', ref: 'v1' });
    expect(parseSource(repository({ 'a.py': '' }))).toMatchObject({ kind: 'folder' });
  });

  test.each([
    ['ext::sh -c true', 'not_found'],
    ['/no/such/folder', 'not_found'],
    ['https://git.example/a.git#--upload-pack=x', 'usage'],
    ['ssh://-oProxyCommand=x/a.git', 'usage'],
    ['https://me:secret@git.example/a.git', 'usage'],
    [join(import.meta.dirname, 'tar.ts'), 'usage'],
  ])('%s is refused', (text, code) => {
    expect(() => parseSource(text)).toThrow(expect.objectContaining({ code }));
  });

  test('has another revision after each change of a folder', async () => {
    const folder = fixtureFolder({ 'a.py': 'a', 'b/c.py': 'c' });
    const seen = [await revisionOf(parseSource(folder))];
    expect(await revisionOf(parseSource(folder))).toBe(seen[0]);
    for (const [path, text] of [
      ['a.py', 'b'],
      ['b/c.py', 'cc'],
      ['b/d.py', ''],
    ]) {
      writeFileSync(join(folder, path ?? ''), text ?? '');
      seen.push(await revisionOf(parseSource(folder)));
    }
    expect(new Set(seen).size).toBe(4);
  });
});
