import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareBytes } from '@analyzer/contracts/order';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { containedIn } from '#check/check-groups.ts';
import { familiesOf } from '#check/families.ts';
import { CODE_CLASSES } from '#lists/list-classes.ts';
import type { Engine } from '#parse/engine.ts';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { inputSize } from '../../../../tools/tests/searches.ts';
import type { SessionChange } from './model.ts';
import { ProjectSession } from './session.ts';

let engine: Engine;

beforeAll(async () => {
  engine = await sharedEngine();
});

const options = completeOptions({ kinds: ['function-body', 'function-shape'] });
const python = (name: string, operator = '+') =>
  `def ${name}(a, b):\n    return [a ${operator} b, a - b, a * b, a ${operator} 1]\n`;
const nested = (name: string) =>
  `def ${name}(a, b):\n    def inner(c):\n        return [c + 1, c - 1, c * 2, c ** 2]\n    return inner(a) + inner(b)\n`;
const php = (name: string, extended?: string) =>
  `<?php\nclass ${name}${extended === undefined ? '' : ` extends ${extended}`} {\n  function total($a, $b) { return [$a + $b, $a - $b, $a * $b, 1]; }\n}\n`;
const script = (other: string) => `import { x } from './${other}';\nexport const y = () => x;\n`;

/** Families and cycles of a scan, in the form of `stateOf`. */
async function expectedOf(folder: string): Promise<object> {
  const result = await scan(folder, options, { engine, withoutCalls: true });
  const families = familiesOf(result);
  const ids = new Set(families.map(({ id }) => id));
  const contained = new Set(containedIn(families, ids, ids).map(({ id }) => id));
  return {
    families: families
      .filter(({ id }) => !contained.has(id))
      .map(({ shown, nodes, copies }) => ({
        ...shown,
        nodes,
        copies: copies.map((it) => `${it.location}@${it.start_line}`).sort(compareBytes),
      }))
      .sort((a, b) => compareBytes(a.id, b.id)),
    cycles: result.cycles,
  };
}

function stateOf(session: ProjectSession, paths: readonly string[]): object {
  const families = new Map(paths.flatMap((path) => session.familiesIn(path)).map((family) => [family.id, family]));
  expect(session.families).toBe(families.size);
  return {
    families: [...families.values()]
      .map(({ id, kind, nodes, copies }) => ({
        id,
        kind,
        nodes,
        copies: copies.map(({ path, name, start_line }) => `${path}#${name}@${start_line}`).sort(compareBytes),
      }))
      .sort((a, b) => compareBytes(String(a.id), String(b.id))),
    cycles: session.cycles,
  };
}

const paths = [
  'a.py',
  'b.py',
  'pkg/__init__.py',
  'pkg/c.py',
  'x.js',
  'y.js',
  'sub/x.ts',
  'A.php',
  'lib/B.php',
  'package.json',
];
const texts = [
  python('f'),
  python('g', '*'),
  `${python('f')}${python('f')}`,
  nested('outer'),
  `${nested('one')}${python('f')}`,
  'import a\nimport pkg.c\n',
  'from pkg import c\nimport b\n',
  'from a import f\n',
  'def broken(:\n',
  php('A', 'B'),
  php('B', 'A'),
  php('C'),
  script('y.js'),
  script('x.js'),
  script('sub/x'),
  '{"type": "module"}',
  '',
];
const edit = fc.record({
  path: fc.constantFrom(...paths),
  text: fc.option(fc.constantFrom(...texts), { nil: undefined }),
});

test('after any edits a session has the groups and cycles of a scan', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 4 }),
      async (batches) => {
        const folder = fixtureFolder({ 'a.py': python('f'), 'x.js': script('y.js') });
        const session = await ProjectSession.open(folder, options, { engine });
        expect(stateOf(session, paths)).toEqual(await expectedOf(folder));
        for (const [number, batch] of batches.entries()) {
          // Every second time the copies of before are known.
          if (number % 2 === 0) await session.prepare(batch.map(({ path }) => path));
          for (const { path, text } of batch) {
            mkdirSync(dirname(join(folder, path)), { recursive: true });
            if (text === undefined) rmSync(join(folder, path), { force: true });
            else writeFileSync(join(folder, path), text);
          }
          // Every third time the changed paths are unknown.
          await session.refresh(number % 3 === 2 ? undefined : batch.map(({ path }) => path));
          expect(stateOf(session, paths)).toEqual(await expectedOf(folder));
        }
      },
    ),
    { numRuns: inputSize({ quick: 3, deep: 6 }) },
  );
}, 300_000);

test('a refresh names changed files and the groups whose number of copies changed, and is empty otherwise', async () => {
  const folder = fixtureFolder({ 'a.py': python('f'), 'b.py': `${python('f')}x = 1\n`, 'c.py': 'y = 1\n' });
  const session = await ProjectSession.open(folder, options, { engine });
  const nothing = { files: [], copies: [], cycles: [], unparsed: [] };
  expect(await session.refresh(['a.py'])).toEqual(nothing);
  expect(await session.refresh()).toEqual(nothing);

  writeFileSync(join(folder, 'c.py'), `\n${python('f')}`);
  const grown = await session.refresh(['c.py']);
  expect(grown).toMatchObject({ files: ['c.py'], copies: [{ change: 'grew', before: 2, after: 3, removed: [] }] });
  expect(grown.copies[0]?.added).toEqual([{ path: 'c.py', name: 'f', start_line: 2, end_line: 3 }]);
  // Another line, the same path and name.
  writeFileSync(join(folder, 'c.py'), `\n\n${python('f')}`);
  expect(await session.refresh(['c.py'])).toEqual({ ...nothing, files: ['c.py'] });

  rmSync(join(folder, 'b.py'));
  writeFileSync(join(folder, 'c.py'), 'x\0');
  expect(await session.refresh(['b.py', 'c.py'])).toMatchObject({
    files: ['b.py', 'c.py'],
    copies: [{ change: 'vanished', before: 3, after: 0 }],
    unparsed: [{ path: 'c.py', status: 'binary' }],
  });
});

test('functions in functions of a group that changed are not changes of their own', async () => {
  const folder = fixtureFolder({ 'a.py': nested('outer') });
  const session = await ProjectSession.open(folder, options, { engine });
  writeFileSync(join(folder, 'b.py'), nested('outer'));
  const { copies } = await session.refresh(['b.py']);
  expect(copies.map(({ change, added }) => [change, added.map(({ name }) => name)])).toEqual([['appeared', ['outer']]]);
  rmSync(join(folder, 'b.py'));
  const { copies: gone } = await session.refresh(['b.py']);
  expect(gone.map(({ change, removed }) => [change, removed.map(({ name }) => name)])).toEqual([
    ['vanished', ['outer']],
  ]);
});

test('an unsaved text replaces the file on disk until it is withdrawn', async () => {
  const folder = fixtureFolder({ 'a.py': python('f'), 'b.py': 'import a\n', 'old/c.py': python('f') });
  const session = await ProjectSession.open(folder, completeOptions({ exclude: ['old/'] }), { engine });
  expect(session.familiesIn('a.py')).toEqual([]);
  expect(await session.setText('b.py', `import a\n${python('f')}`)).toMatchObject({ copies: [{ change: 'appeared' }] });
  expect(await session.setText('a.py', `import b\n${python('f')}`)).toMatchObject({
    copies: [],
    cycles: [{ change: 'appeared', files: ['a.py', 'b.py'] }],
  });
  // The file on disk has no effect meanwhile.
  writeFileSync(join(folder, 'b.py'), 'z = 1\n');
  expect(await session.refresh(['b.py'])).toMatchObject({ files: [] });
  expect(session.familiesIn('b.py')).toHaveLength(1);
  expect(await session.setText('b.py', undefined)).toMatchObject({
    copies: [{ change: 'vanished' }],
    cycles: [{ change: 'vanished' }],
  });
  // Excluded files and those of no language are not analyzed, new ones are.
  expect(await session.setText('old/c.py', python('f'))).toMatchObject({ files: [] });
  expect(await session.setText('old/new.py', python('f'))).toMatchObject({ files: [] });
  expect(await session.setText('new.txt', python('f'))).toMatchObject({ files: [] });
  expect(await session.setText('new.py', python('f'))).toMatchObject({ copies: [{ change: 'appeared' }] });
  expect(await session.setText('new.py', undefined)).toMatchObject({ copies: [{ change: 'vanished' }] });
  // The text of an editor counts, also if it equals that of the file when it was opened.
  await session.setText('a.py', python('f'));
  writeFileSync(join(folder, 'a.py'), 'z = 1\n');
  await session.refresh(['a.py']);
  expect(await session.setText('new.py', python('f'))).toMatchObject({ copies: [{ change: 'appeared' }] });
});

test('the text of a small file does not wait for that of a large one, and the last text of a file counts', async () => {
  const folder = fixtureFolder({ 'a.py': python('f'), 'b.py': 'z = 1\n', 'large.py': '' });
  let parseLarge = () => {};
  const waiting = new Promise<void>((resolve) => {
    parseLarge = resolve;
  });
  const slow: Engine = {
    ...{ name: engine.name, jobs: engine.jobs, cache: engine.cache, wholeProject: engine.wholeProject },
    ...{ versions: () => engine.versions(), rest: () => engine.rest(), close: () => engine.close() },
    parse: async (job) => {
      if (job.bytes.length > 1000) await waiting;
      return engine.parse(job);
    },
  };
  const session = await ProjectSession.open(folder, completeOptions({}), { engine: slow });
  const large = session.setText('large.py', 'value = compute(1, 2)\n'.repeat(100));
  await session.setText('b.py', python('g'));
  expect(session.familiesIn('b.py')).toHaveLength(1);
  await session.setText('large.py', python('h'));
  parseLarge();
  expect(await large).toMatchObject({ files: [] });
  expect(session.familiesIn('b.py')[0]?.copies.map(({ path }) => path)).toEqual(['a.py', 'b.py', 'large.py']);
});

test('files that rules exclude, directories that move, links and hidden edits are as in a scan', async () => {
  const folder = fixtureFolder({ 'a.py': python('f'), 'gen/b.py': python('f'), 'gen/deep/c.py': python('f') });
  const session = await ProjectSession.open(folder, options, { engine });
  const all = ['a.py', 'gen/b.py', 'gen/deep/c.py', 'made/b.py', 'made/deep/c.py', 'link.py'];
  const check = async (...changed: string[]) => {
    await session.refresh(changed.length === 0 ? undefined : changed);
    expect(stateOf(session, all)).toEqual(await expectedOf(folder));
    return session.families;
  };
  writeFileSync(join(folder, '.analyzerignore'), 'gen/\n');
  expect(await check('.analyzerignore')).toBe(0);
  // Events below an excluded directory have no effect.
  writeFileSync(join(folder, 'gen/b.py'), python('g'));
  expect(await check('gen/b.py')).toBe(0);
  renameSync(join(folder, 'gen'), join(folder, 'made'));
  expect(await check('gen', 'made')).toBe(1);
  symlinkSync('a.py', join(folder, 'link.py'));
  expect(await check('link.py')).toBe(1);
  rmSync(join(folder, 'made'), { recursive: true });
  expect(await check('made/deep/c.py', 'made/deep', 'made')).toBe(0);
  // Equal size and time of modification: the time of the change of its metadata differs.
  utimesSync(join(folder, 'a.py'), 1, 1);
  await session.refresh();
  writeFileSync(join(folder, 'a.py'), python('g'));
  utimesSync(join(folder, 'a.py'), 1, 1);
  expect((await session.refresh()).files).toEqual(['a.py']);
});

test('100,000 identical functions are replaced in linear time', async () => {
  const { CopyIndex } = await import('./copy-index.ts');
  const index = new CopyIndex(12);
  const hash = createHash('sha256').update('f').digest('hex');
  const declarations = Array.from({ length: 100_000 }, (_, line) => ({
    kind: 'function' as const,
    name: `f${line}`,
    qualified_name: `f${line}`,
    parameters: [],
    exported: false,
    start_line: line + 1,
    end_line: line + 1,
    start_byte: line * 10,
    end_byte: line * 10 + 9,
    nodes: 20,
    within: -1,
    bound: [],
    function_body: hash,
    function_shape: hash,
  }));
  for (let round = 0; round < 5; round++) index.replace('a.py', declarations);
  expect(index.takeChanges()).toMatchObject([{ change: 'appeared', before: 0, after: 100_000 }]);
  index.replace('b.py', declarations.slice(0, 1));
  expect(index.takeChanges()).toMatchObject([{ change: 'grew', before: 100_000, after: 100_001 }]);
}, 60_000);

describe('copies of all kinds', () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, at) => `    total.append(items[${at}].price * items[${at}].count - ${at})\n`);
  const summed = (name: string, lines: readonly string[]) =>
    `def ${name}(items):\n    total = []\n${lines.join('')}    return sum(total)\n`;
  const gist = ({ copies }: SessionChange) =>
    copies.map(({ change, before, after, family: { id, kind, copies: its } }) => {
      return [change, kind, before, after, id === null, its.map(({ path, name }) => `${path}#${name}`)];
    });

  test('an edited copy and a block inside another function are reported when they appear, and when they vanish', async () => {
    const folder = fixtureFolder({ 'a.py': summed('f', steps(8)), 'b.py': 'x = 1\n', 'c.py': 'y = 1\n' });
    const session = await ProjectSession.open(folder, completeOptions({ kinds: [...GROUP_KINDS] }), {
      engine,
      include: CODE_CLASSES,
    });
    writeFileSync(join(folder, 'b.py'), summed('g', [...steps(8), '    total.append(len(items))\n']));
    const pasted = await session.refresh(['b.py']);
    expect(gist(pasted)).toEqual([['appeared', 'near', 0, 2, true, ['b.py#g', 'a.py#f']]]);
    expect(pasted.copies[0]?.family.copies.map(({ similarity }) => similarity)).toEqual([
      undefined,
      expect.any(Number),
    ]);
    expect(session.familiesIn('a.py').map(({ kind, copies }) => [kind, copies.length])).toEqual([['near', 2]]);

    // A block of the two similar functions, in a function that is not similar to them.
    const other = Array.from({ length: 30 }, (_, at) => `    print(items, "${at}", ${at} ** 2, not items)\n`);
    writeFileSync(join(folder, 'c.py'), `def h(items, total):\n${[...other, ...steps(8)].join('')}    return items\n`);
    expect(gist(await session.refresh(['c.py']))).toEqual([
      ['appeared', 'block', 0, 3, false, ['a.py#f', 'b.py#g', 'c.py#h']],
    ]);
    // A third copy is identical to the first one: the family says it for each copy.
    writeFileSync(join(folder, 'd.py'), summed('k', steps(8)));
    const third = await session.refresh(['d.py']);
    expect(gist(third)).toContainEqual(['appeared', 'near', 0, 3, true, ['d.py#k', 'a.py#f', 'b.py#g']]);
    expect(third.copies.map(({ family }) => family.kind)).not.toContain('function-body');

    rmSync(join(folder, 'd.py'));
    rmSync(join(folder, 'c.py'));
    expect((await session.refresh(['c.py', 'd.py'])).copies.map(({ change }) => change)).toEqual(
      expect.arrayContaining(['vanished']),
    );
    writeFileSync(join(folder, 'b.py'), 'x = 1\n');
    expect(gist(await session.refresh(['b.py']))).toEqual([['vanished', 'near', 2, 0, true, ['b.py#g', 'a.py#f']]]);
    expect(session.familiesIn('a.py')).toEqual([]);
  });
});

test('copies and cycles of files of ignored classes are left out, also after changes', async () => {
  const folder = fixtureFolder({
    'a.py': `import test_b\n${python('f')}`,
    'test_b.py': `import a\n${python('g')}`,
    'test_c.py': python('h'),
    'x.ts': script('y'),
    'y.ts': script('x'),
  });
  const session = await ProjectSession.open(folder, options, { engine, without: ['tests'] });
  expect([session.families, session.cycles.map(({ files }) => files)]).toEqual([0, [['x.ts', 'y.ts']]]);
  writeFileSync(join(folder, 'test_d.py'), python('i'));
  expect(await session.refresh()).toMatchObject({ files: ['test_d.py'], copies: [], cycles: [] });
  writeFileSync(join(folder, 'e.py'), python('j'));
  const { copies } = await session.refresh();
  expect(copies.map(({ change, after }) => [change, after])).toEqual([['appeared', 2]]);
  expect(session.familiesIn('e.py')[0]?.copies.map(({ path }) => path)).toEqual(['a.py', 'e.py']);
  expect(session.familiesIn('test_b.py')).toEqual([]);
  const all = await ProjectSession.open(folder, options, { engine });
  expect(all.cycles.map(({ files }) => files)).toEqual([
    ['a.py', 'test_b.py'],
    ['x.ts', 'y.ts'],
  ]);
  expect(all.familiesIn('e.py')[0]?.copies).toHaveLength(5);
});
