import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const large = (name: string, text: string) => `def ${name}(items, options):
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
const settings = (prefix: string) =>
  `${prefix} = {\n${Array.from({ length: 20 }, (_, at) => `    "setting_${at}": ${at},\n`).join('')}}\n`;
const straight = (name: string, own: number) =>
  `def ${name}(view):\n${Array.from({ length: 8 }, (_, at) => `    view.add_${at}(${at})\n`).join('')}    view.end(${own})\n`;
const record = (name: string, last: string) =>
  `export interface ${name} {\n${Array.from({ length: 12 }, (_, at) => `  field${at}: number;\n`).join('')}  ${last}: string;\n}\n`;
const minified = (text: string) =>
  `${Array.from({ length: 30 }, (_, at) => `function f${at}(a,b){return a.x${at}+b.y${at}}`).join(';')};${text}\n`;

const exported = (name: string) => `export function ${name}(rows, options) {
  const out = [];
  for (const row of rows) {
    if (row.kind === options.skip) continue;
    out.push({ id: row.id, total: row.size * options.factor });
    if (out.length > options.limit) throw new Error("limit " + options.limit);
  }
  return out;
}
`;

/** A function with calls that no other one has. */
const calls = (name: string, own: number) =>
  `def ${name}(items):\n    for item in items:\n${Array.from({ length: 6 }, (_, at) => `        call_${own}_${at}(item, ${own})\n`).join('')}`;
const MANY = Object.fromEntries(
  Array.from({ length: 32 }, (_, at) => [`many${at}.py`, calls('first', at) + calls('second', at)]),
);

const FILES = {
  'a.py': large('first', 'too large') + large('second', 'too big'),
  'settings.py': settings('FIRST') + settings('SECOND'),
  'view.py': straight('build', 1) + straight('rebuild', 2),
  'small.py': 'def name(self):\n    return self.inner.name(1)\n\n\ndef title(self):\n    return self.inner.name(1)\n',
  'album.ts': record('Album', 'artist'),
  'track.ts': record('Track', 'album: string;\n  disc'),
  'lib.js': minified('one()'),
  'copy.js': minified('two()'),
};

const summary = (...args: string[]) => summaryOf(FILES, ...args);

async function summaryOf(files: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, stdout } = await analyzer(['scan', '.', '--detail', 'files', ...args], { cwd: folderWith(files) });
  expect(code).toBe(0);
  const copies = stdout.slice(stdout.indexOf('\nCopies'));
  return copies.slice(1, copies.indexOf('  = identical files'));
}

test('small functions, straight-line code, data and minified files are apart, with counts', async () => {
  expect(await summary()).toMatchInlineSnapshot(`
    "Copies  1, 37 more inside these
      ≈1  2 × 11 lines  edited 90 %  a.py:1-11 first
                        a.py:12-22 second (90 %)
      apart: 2 in generated, 3 small, 1 of data; --include generated,small,data lists them
    "
  `);
});

test('similar functions with few nodes in common are apart, in both engines', async () => {
  const frame = (name: string, own: string) =>
    `def ${name}(path, key):\n    with open(path) as file:\n        data = file.load(key)\n        ${own}\n    return data.end(path)\n\n\n`;
  const files = {
    'frame.py': frame('one', 'data.first(path, 1)') + frame('two', 'print("other", key, data[key] + 1)'),
    'many.py': [1, 2, 3, 4, 5]
      .map((at) => frame(`many${at}`, `value = [read(data, key) for key in path.items()]; log("${at}")`))
      .join(''),
    'large.py': large('third', 'too long') + large('fourth', 'too wide'),
  };
  const [native, portable] = await Promise.all(
    ['native', 'portable'].map((engine) => summaryOf(files, '--engine', engine)),
  );
  expect(portable).toBe(native);
  expect(portable).toMatchInlineSnapshot(`
    "Copies  2, 1 more inside these
      ≈1   5 × 5 lines  edited 87 %  many.py:1-5 many1
                        many.py:8-12 many2 (87 %), many.py:15-19 many3 (87 %), many.py:22-26 many4 (87 %) … +1
      ≈2  2 × 11 lines  edited 90 %  large.py:1-11 third
                        large.py:12-22 fourth (90 %)
      apart: 1 small; --include small lists them
    "
  `);
});

test('--include lists each class that is apart', async () => {
  const some = await summary('--include', 'small,data');
  expect(some).toContain('small.py:5-6 title');
  expect(some).toContain('view.py:11-20 rebuild');
  expect(some).toContain('settings.py:');
  expect(some).toContain('track.ts:1-16 Track');
  expect(some).toContain('apart: 2 in generated; --include generated lists them');
  expect(await summary('--include', 'all')).not.toContain('apart:');
});

test('thirty groups are listed, with --detail full all', async () => {
  const [usual, full] = [await summaryOf(MANY), await summaryOf(MANY, '--detail', 'full')];
  expect(usual.match(/^ +=\*\d+/gm)).toHaveLength(30);
  expect(usual).toContain('and 2 more with --detail full');
  expect(full.match(/^ +=\*\d+/gm)).toHaveLength(32);
  expect(full).not.toContain('more with --detail full');
});

test('renamed runs of types are apart', async () => {
  const types = (name: string) =>
    `export interface ${name} {\n  first: Map<${name}, string[]>;\n  second: Set<${name}>;\n}\n`;
  const api = (name: string) =>
    `${types(`${name}In`)}${types(`${name}Out`)}export type ${name} = [${name}In, ${name}Out];\n`;
  const cwd = folderWith({ 'a.d.ts': api('Read'), 'b.d.ts': api('Write') });
  const { stdout } = await analyzer(['scan', '.'], { cwd });
  expect(stdout).toMatch(/apart: \d+ of data;/);
  expect(stdout).not.toContain('renamed block');
});

test('identical types without functions are listed', async () => {
  const cwd = folderWith({ 'a.ts': record('Album', 'artist'), 'b.ts': record('Album', 'artist') });
  const { stdout } = await analyzer(['scan', '.'], { cwd });
  expect(stdout).toMatch(/edited 100 %|block/);
  expect(stdout).not.toContain('apart:');
});

test('types that are identical except for their own name are listed', async () => {
  const cwd = folderWith({ 'a.ts': record('Album', 'artist'), 'b.ts': record('Track', 'artist') });
  const { stdout } = await analyzer(['scan', '.'], { cwd });
  expect(stdout).toMatch(/renamed block|edited 100 %/);
  expect(stdout).not.toContain('apart:');
});

test('a wrong class is refused with the known ones', async () => {
  const { code, stderr } = await analyzer(['scan', '.', '--include', 'tiny'], { cwd: folderWith(FILES) });
  expect(code).toBe(2);
  expect(stderr).toContain(
    'Classes are tests, vendored, generated, examples, benchmarks, configuration, small, data, or all.',
  );
});

describe.skipIf(NATIVE_MISSING !== undefined)(`the native engine${NATIVE_MISSING ?? ''}`, () => {
  test.each([[], ['--include', 'data,generated']])('prints the same lists: %s %s', async (...args) => {
    const native = ['--engine', 'native', '--rust-bin', BUILT_HERE];
    expect(await summary(...args, ...native)).toBe(await summary(...args, '--engine', 'portable'));
  });

  test.each([[], ['--detail', 'full']])('prints as many groups: %s %s', async (...args) => {
    const native = ['--engine', 'native', '--rust-bin', BUILT_HERE];
    expect(await summaryOf(MANY, ...args, ...native)).toBe(await summaryOf(MANY, ...args, '--engine', 'portable'));
  });
});

const SILENCED = {
  'a.py': large('first', 'too large'),
  'b.py': `# analyzer-ignore-next-function: the service is deployed alone\n${large('second', 'too big')}`,
  'c.py': `# analyzer-ignore-file: generated by hand\n${large('third', 'too much')}`,
  'd.py': `text = """\n# analyzer-ignore-file: in a string\n"""\n\n\n${large('fourth', 'too few')}`,
};

test('a copy that a comment silences leaves its group in the list, and JSON keeps it with the reason', async () => {
  expect(await summaryOf(SILENCED)).toMatchInlineSnapshot(`
    "Copies  1, 1 more inside these
      ≈1  2 × 11 lines  edited 90 %  a.py:1-11 first
                        d.py:6-16 fourth (90 %)
    "
  `);
  const { 'd.py': _, ...rest } = SILENCED;
  expect(await summaryOf(rest)).toMatchInlineSnapshot(`
    "Copies  0
      silenced by comments in the source: 1 group
    "
  `);
  const { stdout } = await analyzer(['scan', '.', '--format', 'json'], { cwd: folderWith(rest) });
  const { groups }: { groups: unknown[] } = JSON.parse(stdout);
  expect(groups[0]).toMatchObject({
    kind: 'near',
    members: [{ path: 'a.py' }, { path: 'b.py' }, { path: 'c.py' }],
    suppressed: [
      { occurrence: 1, line: 1, reason: 'the service is deployed alone' },
      { occurrence: 2, line: 1, reason: 'generated by hand' },
    ],
  });
});

const EXPORTED = { 'a.js': exported('importRows'), 'b.js': exported('loadRows'), 'c.js': exported('readRows') };

test('a file with one exported function has the name of the function in the list and in the findings of check', async () => {
  expect(await summaryOf(EXPORTED)).toMatchInlineSnapshot(`
    "Copies  1, 3 more inside these
      ≈1  3 × 9 lines  renamed block  a.js:1-9 importRows
                       b.js:1-9 loadRows, c.js:1-9 readRows
    "
  `);
  const cwd = folderWith({ 'a.js': EXPORTED['a.js'] });
  expect((await analyzer(['baseline', '.'], { cwd })).code).toBe(0);
  writeFileSync(join(cwd, 'b.js'), EXPORTED['b.js']);
  const { stdout } = await analyzer(['check', '.'], { cwd });
  expect(stdout).toContain('b.js:1-9  loadRows');
  expect(stdout).toMatch(/reuse b\.js:1 {2}import \{ loadRows \} from '\.\/b'/);
});

/** A class with methods of its own, then five that a second class has too, two and three of one name. */
const described = (name: string, own: (at: number) => string) => `class ${name}:
${Array.from({ length: 10 }, (_, at) => own(at)).join('')}${['get', 'get', 'get', 'find', 'find']
  .map(
    (method, at) => `    def ${method}(self, key, default=None):
        for part in key.split('${at}'):
            if part not in self.rows:
                return default_${at}(self, part, default)
            self.rows = self.rows[part]
        return self.made_${at}(key, self.rows)

`,
  )
  .join('')}`;

test('declarations of one name in a block are named once, in both engines', async () => {
  const names = described(
    'Names',
    (at) => `    def name_${at}(self):\n        return self.names(${at}, 'a', name_${at})\n\n`,
  );
  const titles = described(
    'Titles',
    (at) => `    def title_${at}(self, it):\n        with it.titles() as other:\n            other.add_${at}(*it)\n\n`,
  );
  const cwd = folderWith({ 'a.py': `${names}\n${titles}` });
  for (const engine of NATIVE_MISSING === undefined ? ['native', 'portable'] : ['portable']) {
    const { stdout } = await analyzer(['scan', '.', '--engine', engine], { cwd });
    const places = stdout.split('\n').filter((line) => line.includes('a.py:'));
    expect(places.map((line) => line.trim().split(' ').slice(1).join(' '))).toEqual([
      'Names.get, Names.find',
      'Titles.get, Titles.find',
    ]);
  }
});

describe.skipIf(!BUILT_HERE)(`both engines, comments that silence${NATIVE_MISSING}`, () => {
  test.each(['terminal', 'json'])('write the same %s', async (format) => {
    const cwd = folderWith({ ...SILENCED, ...EXPORTED });
    const of = async (engine: string) => {
      const { stdout } = await analyzer(['scan', '.', '--format', format, '--engine', engine, '--jobs', '1'], { cwd });
      return stdout.replace(/(portable|native) engine.*|"engine":"\w+"|"runtime":.*/g, '');
    };
    expect(await of('native')).toBe(await of('portable'));
  });
});
