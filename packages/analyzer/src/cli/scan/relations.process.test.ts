import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

/** A module with a class of methods, asynchronous or not, and a function that is too small for a group. */
const module = (name: string, isAsync: boolean) => {
  const [keyword, wait] = isAsync ? ['async def', 'await '] : ['def', ''];
  const method = (at: number) => `    ${keyword} ${name}_${at}(self, key, options):
        values = ${wait}self.connection.read_${name}(key, options.limit)
        found = []
        for value in values:
            if value.kind == options.skip_${at}:
                continue
            found.append(value.size * options.factor + ${at})
        if len(found) > options.limit:
            raise ValueError("too many of ${name}")
        return found

`;
  return `class ${name.toUpperCase()}:\n${Array.from({ length: 12 }, (_, at) => method(at)).join('')}\ndef tiny():\n    return 1\n`;
};
const NAMES = ['client', 'cluster', 'lock'];
const FILES = {
  ...Object.fromEntries(NAMES.map((name) => [`store/${name}.py`, module(name, false)])),
  ...Object.fromEntries(NAMES.map((name) => [`store/aio/${name}.py`, module(name, true)])),
  'store/é/main.py': 'def main():\n    return 1\n',
};

const lines = (line: string, count: number) => `${line}\n`.repeat(count);
const VENDORED = {
  'extern/LICENSE': 'Apache License Version 2.0',
  'extern/dep_a/LICENSE': 'Permission to use, copy, modify, and/or distribute\n this software for any purpose',
  'extern/dep_a/a.py': lines('a = 1', 50),
  'extern/dep_b/package.json': '{"name":"dep-js","version":"1.2.3","license":"MIT"}',
  'extern/dep_b/b.js': lines('b();', 70),
  'extern/dep_c-2.0.dist-info/METADATA': 'Name: dep-list\nVersion: 2.0\n\nName: no',
  'extern/dep_c-2.0.dist-info/RECORD': 'dep_c/c.py,sha256=x,1\ndep_c/d.py,,\n',
  'extern/dep_c/c.py': lines('c = 1', 30),
  'extern/dep_c/d.py': lines('d = 1', 30),
  'extern/dep.min.js': `/*! dep v4.5.6 | MIT */\n${lines('e();', 40)}`,
  'extern/small.js': '/*! small v1.0.0 */\n',
};

const documentOf = async (cwd: string, ...options: string[]) => {
  const { code, stdout } = await analyzer(['scan', '.', '--format', 'json', ...options], { cwd });
  expect(code).toBe(0);
  return stdout.replace(/"engine":"\w+"|"runtime":.*/g, '');
};

test('JSON has a mirror with its pairs of files, what differs, and the groups that it explains', async () => {
  const { stdout } = await analyzer(['scan', '.', '--format', 'json'], { cwd: folderWith(FILES) });
  const { relations }: { relations: { groups: string[] }[] } = JSON.parse(stdout);
  const pairs = NAMES.map((name) => ({
    left: `store/${name}.py`,
    right: `store/aio/${name}.py`,
    left_lines: 136,
    right_lines: 136,
    equal_lines: 99,
    same: 0,
    edited: 12,
    only_left: 0,
    only_right: 0,
  }));
  expect(relations[0]).toMatchObject({
    kind: 'mirror',
    sides: ['store', 'store/aio'],
    pairs,
    lines: 297,
    differs: 'functions: 36 edited',
  });
});

describe.skipIf(NATIVE_MISSING)(`both engines${NATIVE_MISSING ?? ''}`, () => {
  test('write the same relations', async () => {
    const cwd = folderWith(FILES);
    const native = await documentOf(cwd, '--engine', 'native', '--rust-bin', BUILT_HERE);
    expect(native).toBe(await documentOf(cwd, '--engine', 'portable'));
    expect(native).toContain('"relations":[{"kind":"mirror"');
  });

  test('write the same vendored libraries, and the same first screen', async () => {
    const cwd = folderWith({ ...FILES, ...VENDORED });
    const [native, portable] = [
      ['--engine', 'native', '--rust-bin', BUILT_HERE],
      ['--engine', 'portable'],
    ];
    const document = await documentOf(cwd, ...native, '--all');
    expect(document).toBe(await documentOf(cwd, ...portable, '--all'));
    expect(document.match(/"differs":"[^"]*dep[^"]*"/g)).toEqual([
      '"differs":"dep-js 1.2.3 (extern/dep_b/package.json), MIT"',
      '"differs":"dep-list 2.0 (extern/dep_c-2.0.dist-info/METADATA)"',
      '"differs":"dep_a (extern/dep_a/LICENSE), ISC"',
      '"differs":"dep 4.5.6 (extern/dep.min.js)"',
    ]);
    const screens = [native, portable].map((options) => analyzer(['scan', '.', '--all', ...options], { cwd }));
    const [one, other] = await Promise.all(screens);
    expect(one?.stdout).toContain('4 libraries in extern');
    const shown = (it = { stdout: '' }) => it.stdout.replace(/\w+ engine, .*/, '');
    expect(shown(one)).toBe(shown(other));
  });
});
