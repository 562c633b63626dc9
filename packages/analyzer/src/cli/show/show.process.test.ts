import { validate } from '@analyzer/contracts/analyzer.show.v1/validate';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const total = (name: string, text: string) => `def ${name}(items, options):
    total = 0
    for item in items:
        if item.kind == 'skip':
            continue
        total += item.size * options.factor
        if item.factor > options.factor and options.log:
            options.log(item.name, total)
    if total > options.limit:
        raise ValueError('${text}')
    return total
`;
const FILES = {
  'src/a.py': total('first', 'too large'),
  'src/b.py': `LIMIT = 5\n\n\n${total('second', 'too big')}`,
  'lib/c.py': total('third', 'too many'),
  'lib/d.py': 'def other():\n    return 1\n',
};

const show = async (...args: string[]) => {
  const { code, stdout, stderr } = await analyzer(['show', ...args], { cwd: folderWith(FILES) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.replace(/"root":"[^"]*"/, '');
};

test('a file is shown with its copies, and with its code next to that of another file', async () => {
  const text = await show('src/b.py');
  expect(text).toMatch(/^g_[0-9a-f]{20} {2}edited 9\d %, 3 copies\n/m);
  expect(text).toContain('src/b.py:4-14 second');
  expect(text).toMatch(/ {6}\S+:\d+ +src\/b\.py:4|src\/b\.py:4 +\S+:\d+/);
  expect(text).toMatch(/raise ValueError\('too \w+'\) +\| +raise ValueError\('too \w+'\)/);
});

test('a line, a folder and the id of a group show the same group', async () => {
  const id = /^g_[0-9a-f]{20}/m.exec(await show('src/a.py'))?.[0] ?? '';
  for (const target of ['src/a.py:3', './src/a.py:3', 'src', 'lib/', '.', id, id.slice(0, 8)]) {
    expect(await show(target)).toContain(`${id}  edited`);
  }
  expect(await show('src/b.py:1')).toBe('no copies in src/b.py:1\n');
  expect(await show('lib/d.py')).toBe('no copies in lib/d.py\n');
});

test('groups beyond the limit are counted, with the limit that shows all', async () => {
  const stored = `def store(cache, key, value):
    while len(cache.entries) >= cache.most:
        oldest = min(cache.entries, key=cache.age_of)
        cache.entries.pop(oldest).close()
        cache.dropped.append(oldest)
    cache.entries[key] = cache.wrap(value, cache.clock())
    return cache.entries[key]
`;
  const cwd = folderWith({ ...FILES, 'src/e.py': stored, 'lib/f.py': stored });
  const { stdout, stderr } = await analyzer(['show', 'src', '--limit', '1'], { cwd });
  expect(stderr).toBe('');
  expect(stdout.match(/^g_/gm)).toHaveLength(1);
  expect(stdout).toContain('and 1 more group: --limit 2\n');
  const all = await analyzer(['show', 'src', '--limit', '2'], { cwd });
  expect(all.stdout.match(/^g_/gm)).toHaveLength(2);
});

test('a target that the folder does not have is an error with the forms of targets', async () => {
  for (const target of ['src/missing.py', 'g_00000000', 'a.py:3']) {
    const { code, stderr } = await analyzer(['show', target], { cwd: folderWith(FILES) });
    expect(code).toBe(3);
    expect(stderr).toContain(`no such file, folder or group: ${target}`);
    expect(stderr).toContain('FILE:LINE');
  }
});

test('JSON is valid, and has the places and the lines side by side', async () => {
  const { stdout } = await analyzer(['show', 'src/a.py', '--format', 'json'], { cwd: folderWith(FILES) });
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  expect(document).toMatchObject({
    target: 'src/a.py',
    relations: [{ kind: 'shared-helper', sides: ['lib/c.py', 'src/a.py', 'src/b.py'], lines: 22 }],
    groups: [{ kind: 'near', places: [{ name: 'third' }, { name: 'first' }, { name: 'second' }] }],
    more: 0,
  });
});

test('the commands that a scan of another folder prints show its facts', async () => {
  const cwd = folderWith(FILES);
  const { stdout } = await analyzer(['scan', cwd], { cwd: folderWith({}) });
  const [, target = '', folder = ''] = /analyzer show (\S+) (\S+)/.exec(stdout) ?? [];
  const shown = await analyzer(['show', target, folder], { cwd: folderWith({}) });
  expect(shown.stdout).toContain('src/b.py:4-14 second');
});

describe.skipIf(NATIVE_MISSING)(`both engines${NATIVE_MISSING ?? ''}`, () => {
  test.each([[[]], [['--format', 'json']]])('show the same: %s', async (format) => {
    const native = await show('src', ...format, '--engine', 'native', '--rust-bin', BUILT_HERE);
    expect(native).toBe(await show('src', ...format, '--engine', 'portable'));
  });
});
