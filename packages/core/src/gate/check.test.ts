import { describe, expect, test } from 'vitest';
import { checkOf, checkOfBoth } from './fixture.ts';
import type { Check } from './model.ts';

const total = (name: string, item = 'item') =>
  `def ${name}(items, tax):\n    out = 0\n    for ${item} in items:\n        if ${item}.price > 0:\n            out += ${item}.price * tax\n    return out\n`;
const mean = (name: string) =>
  `def ${name}(rows):\n    if len(rows) == 0:\n        raise ValueError('no rows')\n    return sum(rows) / len(rows)\n`;

/** What a check says, in short. */
function storyOf({ groups, cycles, shrunk, continued }: Check): object {
  return {
    groups: groups.map(({ change, family, listed, unlisted }) => ({
      change,
      copies: `${listed} -> ${family.copies.length}`,
      unlisted: unlisted.map(({ place }) => place),
    })),
    cycles: cycles.map(({ change, listed, files }) => ({ change, listed, files })),
    shrunk: shrunk.groups.length + shrunk.cycles.length,
    continued: continued.length,
  };
}

const NOTHING = { groups: [], cycles: [], shrunk: 0, continued: 0 };

describe('copies', () => {
  const before = { 'a.py': total('sum_up'), 'b.py': total('sum_up'), 'c.py': mean('mean') };

  test('two functions that were none are new', async () => {
    const story = storyOf(await checkOf(before, { ...before, 'd.py': mean('average') }));
    expect(story).toEqual({
      ...NOTHING,
      groups: [{ change: 'new', copies: '0 -> 2', unlisted: ['c.py#mean', 'd.py#average'] }],
    });
  });

  test('which of two is new is known where what was before is at hand', async () => {
    const after = { ...before, 'a/d.py': mean('average') };
    const [listed, both] = [await checkOf(before, after), await checkOfBoth(before, after)];
    expect(storyOf(both)).toEqual(storyOf(listed));
    const places = ({ groups }: Check) => groups[0]?.fresh.map(({ place }) => place);
    expect([places(listed), places(both)]).toEqual([['a/d.py#average', 'c.py#mean'], ['a/d.py#average']]);
    const later = { ...before, 'x.py': mean('average') };
    expect(places(await checkOfBoth(before, later))).toEqual(['x.py#average']);
    const alike = { ...before, 'b.py': mean('sum_up') };
    expect(places(await checkOfBoth(before, alike))).toEqual(['b.py#sum_up', 'c.py#mean']);
  });

  test('a new copy of a listed group is a finding, and which one it is', async () => {
    const story = storyOf(await checkOf(before, { ...before, 'd.py': total('again') }));
    expect(story).toEqual({
      ...NOTHING,
      groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['d.py#again'] }],
    });
  });

  test('so is one with other names in it, once', async () => {
    const story = storyOf(await checkOf(before, { ...before, 'd.py': total('again', 'row') }));
    expect(story).toMatchObject({ groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['d.py#again'] }] });
  });

  test('a second one in the same file, and one of the same name', async () => {
    const twice = { ...before, 'a.py': total('sum_up') + total('sum_up') };
    expect(storyOf(await checkOf(before, twice))).toMatchObject({
      groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['a.py#sum_up'] }],
    });
  });

  test('one that is moved, laid out anew or renamed is none', async () => {
    const after = {
      'lib/z.py': `# about\n\n${total('called_otherwise').replaceAll('    ', '\t')}`,
      'b.py': `import os\n\n\n${total('sum_up')}`,
      'c.py': mean('mean'),
    };
    expect(storyOf(await checkOf(before, after))).toEqual(NOTHING);
  });

  test('names that became alike or unlike make no copy: as many were there before', async () => {
    const unlike = { ...before, 'b.py': total('sum_up', 'row') };
    expect(storyOf(await checkOf(before, unlike))).toEqual(NOTHING);
    expect(storyOf(await checkOf(unlike, before))).toEqual(NOTHING);
  });

  test('fewer are a note', async () => {
    const { shrunk, groups } = await checkOf(
      { ...before, 'd.py': total('again') },
      { 'a.py': total('sum_up'), 'b.py': total('sum_up') },
    );
    expect(groups).toEqual([]);
    expect(shrunk.groups).toMatchObject([{ listed: 3, copies: 2 }]);
  });

  test('all edited alike go on as the same group, a new copy of them does not', async () => {
    const edited = (name: string) => total(name).replace('> 0', '> 1');
    const alike = { ...before, 'a.py': edited('sum_up'), 'b.py': edited('sum_up') };
    expect(storyOf(await checkOf(before, alike))).toEqual({ ...NOTHING, continued: 1 });
    expect(storyOf(await checkOf(before, { ...alike, 'd.py': edited('again') }))).toMatchObject({
      groups: [{ change: 'new', copies: '0 -> 3' }],
    });
    expect(storyOf(await checkOf(before, { ...alike, 'c.py': total('sum_up') }))).toMatchObject({ groups: [] });
  });

  test('copies of what edited ones were are no moved ones too', async () => {
    const edited = total('sum_up').replace('> 0', '> 1');
    const after = { ...before, 'a.py': edited, 'b.py': edited, 'x.py': total('x'), 'y.py': total('y') };
    const { groups, continued } = await checkOf(before, after);
    expect(continued).toEqual([]);
    expect(groups).toMatchObject([{ change: 'new', listed: 0, family: { copies: { length: 2 } } }]);
  });

  test('new copies in the place of edited ones, under their very names, are no continuation too', async () => {
    const edited = total('sum_up').replace('> 0', '> 1');
    const twice = edited + mean('sum_up');
    const { groups, continued } = await checkOf(before, { 'a.py': twice, 'b.py': twice });
    expect(continued).toHaveLength(1);
    expect(groups).toMatchObject([{ change: 'new', listed: 0 }]);
  });

  test('copies of the listed ones beside edited ones are found', async () => {
    const edited = total('sum_up').replace('> 0', '> 1');
    const after = { ...before, 'a.py': edited, 'd.py': edited };
    expect(storyOf(await checkOf(before, after))).toMatchObject({
      groups: [{ change: 'new', copies: '0 -> 2', unlisted: ['a.py#sum_up', 'd.py#sum_up'] }],
    });
  });

  test('what is in a copied function is said with it, and by itself where that is allowed', async () => {
    const outer = (name: string, more = '') =>
      `def ${name}(x):\n    def inner(rows):\n        if len(rows) == 0:\n            raise ValueError('none')\n        return sum(rows)\n${more}    return inner([x, x + 1, x + 2])\n`;
    const copied = await checkOf({ 'a.py': outer('f') }, { 'a.py': outer('f'), 'b.py': outer('g') });
    expect(copied.groups.map(({ family }) => family.copies.map(({ place }) => place))).toEqual([['a.py#f', 'b.py#g']]);
    expect(copied.held.map(({ copies }) => copies.map(({ place }) => place))).toEqual([
      ['a.py#f.inner', 'b.py#g.inner'],
    ]);
    const second = outer('f', '    def second(y):\n        return [y, y * 2, y * 3, y * 4]\n');
    const both = { 'a.py': second, 'b.py': second };
    const alike = await checkOf({ 'a.py': outer('f'), 'b.py': outer('f') }, both);
    expect(alike.continued).toHaveLength(1);
    expect(storyOf(alike)).toMatchObject({
      groups: [{ change: 'new', unlisted: ['a.py#f.second', 'b.py#f.second'] }],
    });
  });
});

describe('import cycles', () => {
  const ring = (...names: string[]) =>
    Object.fromEntries(
      names.map((name, index) => [`${name}.py`, `import ${names[(index + 1) % names.length]?.replaceAll('/', '.')}\n`]),
    );

  test('a new one, one that more files joined, two that became one', async () => {
    expect(storyOf(await checkOf({ 'a.py': '' }, ring('a', 'b')))).toEqual({
      ...NOTHING,
      cycles: [{ change: 'new', listed: [], files: ['a.py', 'b.py'] }],
    });
    expect(storyOf(await checkOf({ ...ring('a', 'b'), 'c.py': '' }, ring('a', 'b', 'c')))).toMatchObject({
      cycles: [{ change: 'grown', listed: ['a.py', 'b.py'], files: ['a.py', 'b.py', 'c.py'] }],
    });
    const two = { ...ring('a', 'b'), ...ring('c', 'd') };
    expect(storyOf(await checkOf(two, ring('a', 'b', 'c', 'd')))).toMatchObject({ cycles: [{ change: 'grown' }] });
  });

  test('the way that is shown of a larger one leads through a file that joined', async () => {
    const after = { 'a.py': 'import b\nimport m\n', 'b.py': 'import a\n', 'm.py': 'import z\n', 'z.py': 'import b\n' };
    const { cycles } = await checkOf({ ...ring('a', 'b') }, after);
    expect(cycles).toMatchObject([{ change: 'grown', example: ['m.py', 'z.py', 'b.py', 'a.py'] }]);
  });

  test('a file in one that is renamed, and a folder that is moved', async () => {
    expect(storyOf(await checkOf(ring('a', 'b', 'c'), ring('a', 'z', 'c')))).toEqual(NOTHING);
    expect(storyOf(await checkOf(ring('src/a', 'src/b'), ring('lib/a', 'lib/b')))).toEqual(NOTHING);
    const two = (folder: string) => ({
      ...ring(`${folder}/a`, `${folder}/b`),
      ...ring(`${folder}/c`, `${folder}/d`, `${folder}/e`),
    });
    expect(storyOf(await checkOf(two('src'), two('lib')))).toEqual(NOTHING);
  });

  test('a renamed file does not hide another that joined', async () => {
    expect(storyOf(await checkOf(ring('a', 'b'), ring('a', 'y', 'z')))).toMatchObject({
      cycles: [{ change: 'grown', files: ['a.py', 'y.py', 'z.py'] }],
    });
    const moved = { ...ring('x', 'y'), ...ring('p', 'q') };
    expect(storyOf(await checkOf(ring('a', 'b'), moved))).toMatchObject({ cycles: [{ change: 'new' }] });
  });

  test('one that fell apart or went is a note', async () => {
    expect(storyOf(await checkOf(ring('a', 'b', 'c'), { ...ring('a', 'b'), 'c.py': '' }))).toEqual({
      ...NOTHING,
      shrunk: 1,
    });
    expect(storyOf(await checkOf(ring('a', 'b'), { 'a.py': '', 'b.py': '' }))).toEqual({ ...NOTHING, shrunk: 1 });
    const both = { ...ring('a', 'b'), ...ring('c', 'd') };
    expect(storyOf(await checkOf(ring('a', 'b', 'c', 'd'), both))).toMatchObject({ cycles: [] });
  });
});
