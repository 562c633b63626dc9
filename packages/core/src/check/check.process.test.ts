import { describe, expect, test } from 'vitest';
import { checkOf, checkOfBoth } from './fixture.ts';
import type { Check } from './model.ts';

const total = (name: string, item = 'item') =>
  `def ${name}(items, tax):\n    out = 0\n    for ${item} in items:\n        if ${item}.price > 0:\n            out += ${item}.price * tax\n        elif ${item}.parent is not None:\n            out -= max(${item}.parent.price, tax) / 2\n    return out\n`;
const mean = (name: string) =>
  `def ${name}(rows):\n    if len(rows) == 0:\n        raise ValueError('no rows')\n    return sum(rows) / len(rows)\n`;

/** A check result in short form. */
function storyOf({ groups, cycles, shrunk, continued }: Check): object {
  return {
    groups: groups.map(({ change, family, listed, unlisted }) => ({
      change,
      copies: `${listed} -> ${family.copies.length}`,
      unlisted: unlisted.map(({ location }) => location),
    })),
    cycles: cycles.map(({ change, listed, files }) => ({ change, listed, files })),
    shrunk: shrunk.groups.length + shrunk.cycles.length,
    continued: continued.length,
  };
}

const NOTHING = { groups: [], cycles: [], shrunk: 0, continued: 0 };

describe('copies', () => {
  const before = { 'a.py': total('sum_up'), 'b.py': total('sum_up'), 'c.py': mean('mean') };

  test('two equal functions that were not a group before are a new finding', async () => {
    const story = storyOf(await checkOf(before, { ...before, 'd.py': mean('average') }));
    expect(story).toEqual({
      ...NOTHING,
      groups: [{ change: 'new', copies: '0 -> 2', unlisted: ['c.py#mean', 'd.py#average'] }],
    });
  });

  test('with the earlier scan a finding names the copy that is new', async () => {
    const after = { ...before, 'a/d.py': mean('average') };
    const [listed, both] = [await checkOf(before, after), await checkOfBoth(before, after)];
    expect(storyOf(both)).toEqual(storyOf(listed));
    const locations = ({ groups }: Check) => groups[0]?.fresh.map(({ location }) => location);
    expect([locations(listed), locations(both)]).toEqual([['a/d.py#average', 'c.py#mean'], ['a/d.py#average']]);
    const later = { ...before, 'x.py': mean('average') };
    expect(locations(await checkOfBoth(before, later))).toEqual(['x.py#average']);
    const changed = { ...before, 'b.py': mean('sum_up') };
    expect(locations(await checkOfBoth(before, changed))).toEqual(['b.py#sum_up']);
  });

  test('with the earlier scan an edited copy in the same file names only the added function', async () => {
    const long = (name: string, least: number) => {
      return `${total(name).replace('> 0', `> ${least}`)}\n\ndef after_${name}(): pass\n`.replace(
        '    return out\n',
        '    while out > 100 and tax is not None:\n        out = normalize(out, tax, by=out / 2)\n    return round(out, 2)\n',
      );
    };
    const { groups } = await checkOfBoth(
      { 'a.py': long('sum_up', 0) },
      { 'a.py': long('sum_up', 0) + long('again', 1) },
    );
    expect(groups.map(({ fresh }) => fresh.map(({ location }) => location))).toEqual([['a.py#again']]);
  });

  test('a new copy of a listed group is a finding that names the copy', async () => {
    const story = storyOf(await checkOf(before, { ...before, 'd.py': total('again') }));
    expect(story).toEqual({
      ...NOTHING,
      groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['d.py#again'] }],
    });
  });

  test('a new copy with renamed variables is one finding', async () => {
    const story = storyOf(await checkOf(before, { ...before, 'd.py': total('again', 'row') }));
    expect(story).toMatchObject({ groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['d.py#again'] }] });
  });

  test('a second copy in the same file and a copy with the same name are findings', async () => {
    const twice = { ...before, 'a.py': total('sum_up') + total('sum_up') };
    expect(storyOf(await checkOf(before, twice))).toMatchObject({
      groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['a.py#sum_up'] }],
    });
  });

  test('a moved, reformatted or renamed copy is not a finding', async () => {
    const after = {
      'lib/z.py': `# about\n\n${total('called_otherwise').replaceAll('    ', '\t')}`,
      'b.py': `import os\n\n\n${total('sum_up')}`,
      'c.py': mean('mean'),
    };
    expect(storyOf(await checkOf(before, after))).toEqual(NOTHING);
  });

  test('renaming variables to equal or different names does not add a copy', async () => {
    const unlike = { ...before, 'b.py': total('sum_up', 'row') };
    expect(storyOf(await checkOf(before, unlike))).toEqual(NOTHING);
    expect(storyOf(await checkOf(unlike, before))).toEqual(NOTHING);
  });

  test('a group with fewer copies is a note', async () => {
    const { shrunk, groups } = await checkOf(
      { ...before, 'd.py': total('again') },
      { 'a.py': total('sum_up'), 'b.py': total('sum_up') },
    );
    expect(groups).toEqual([]);
    expect(shrunk.groups).toMatchObject([{ listed: 3, copies: 2 }]);
  });

  test('copies that were all edited in the same way continue the listed group; an additional copy is a finding', async () => {
    const edited = (name: string) => total(name).replace('> 0', '> 1');
    const changed = { ...before, 'a.py': edited('sum_up'), 'b.py': edited('sum_up') };
    expect(storyOf(await checkOf(before, changed))).toEqual({ ...NOTHING, continued: 1 });
    expect(storyOf(await checkOf(before, { ...changed, 'd.py': edited('again') }))).toMatchObject({
      groups: [{ change: 'new', copies: '0 -> 3' }],
    });
    expect(storyOf(await checkOf(before, { ...changed, 'c.py': total('sum_up') }))).toMatchObject({
      groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['c.py#sum_up'] }],
    });
  });

  test('copies of the state before the edit do not count as moved copies', async () => {
    const edited = total('sum_up').replace('> 0', '> 1');
    const after = { ...before, 'a.py': edited, 'b.py': edited, 'x.py': total('x'), 'y.py': total('y') };
    const { continued, ...found } = await checkOf(before, after);
    expect(continued).toEqual([]);
    expect(storyOf({ ...found, continued })).toMatchObject({
      groups: [{ change: 'grown', copies: '2 -> 4', unlisted: ['x.py#x', 'y.py#y'] }],
    });
  });

  test('new copies at the locations and with the names of edited ones do not continue the group', async () => {
    const edited = total('sum_up').replace('> 0', '> 1');
    const twice = edited + mean('sum_up');
    const { groups, continued } = await checkOf(before, { 'a.py': twice, 'b.py': twice });
    expect(continued).toHaveLength(1);
    expect(groups).toMatchObject([{ change: 'new', listed: 0 }]);
  });

  test('copies of the listed state in addition to edited ones are findings', async () => {
    const edited = total('sum_up').replace('> 0', '> 1');
    const after = { ...before, 'a.py': edited, 'd.py': edited };
    expect(storyOf(await checkOf(before, after))).toMatchObject({
      groups: [{ change: 'grown', copies: '2 -> 3', unlisted: ['d.py#sum_up'] }],
    });
  });

  test('a function nested in a copied function is part of its finding, and a finding of its own if the outer one is allowed', async () => {
    const outer = (name: string, more = '') =>
      `def ${name}(x):\n    def inner(rows):\n        if len(rows) == 0:\n            raise ValueError('none')\n        return sum(rows)\n${more}    return inner([x, x + 1, x + 2])\n`;
    const copied = await checkOf({ 'a.py': outer('f') }, { 'a.py': outer('f'), 'b.py': outer('g') });
    expect(copied.groups.map(({ family }) => family.copies.map(({ location }) => location))).toEqual([
      ['a.py#f', 'b.py#g'],
    ]);
    expect(copied.contained.map(({ copies }) => copies.map(({ location }) => location))).toEqual([
      ['a.py#f.inner', 'b.py#g.inner'],
    ]);
    const second = outer('f', '    def second(y):\n        return [y, y * 2, y * 3, y * 4]\n');
    const both = { 'a.py': second, 'b.py': second };
    const changed = await checkOf({ 'a.py': outer('f'), 'b.py': outer('f') }, both);
    expect(changed.continued).toHaveLength(1);
    expect(storyOf(changed)).toMatchObject({
      groups: [{ change: 'new', unlisted: ['a.py#f.second', 'b.py#f.second'] }],
    });
  });
});

describe('import cycles', () => {
  const ring = (...names: string[]) =>
    Object.fromEntries(
      names.map((name, index) => [`${name}.py`, `import ${names[(index + 1) % names.length]?.replaceAll('/', '.')}\n`]),
    );

  test('a new cycle, a cycle with more files and two merged cycles are findings', async () => {
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

  test('the example of a grown cycle passes through an added file', async () => {
    const after = { 'a.py': 'import b\nimport m\n', 'b.py': 'import a\n', 'm.py': 'import z\n', 'z.py': 'import b\n' };
    const { cycles } = await checkOf({ ...ring('a', 'b') }, after);
    expect(cycles).toMatchObject([{ change: 'grown', example: ['m.py', 'z.py', 'b.py', 'a.py'] }]);
  });

  test('a cycle with a renamed file or in a moved folder is not a finding', async () => {
    expect(storyOf(await checkOf(ring('a', 'b', 'c'), ring('a', 'z', 'c')))).toEqual(NOTHING);
    expect(storyOf(await checkOf(ring('src/a', 'src/b'), ring('lib/a', 'lib/b')))).toEqual(NOTHING);
    const two = (folder: string) => ({
      ...ring(`${folder}/a`, `${folder}/b`),
      ...ring(`${folder}/c`, `${folder}/d`, `${folder}/e`),
    });
    expect(storyOf(await checkOf(two('src'), two('lib')))).toEqual(NOTHING);
  });

  test('a renamed file does not hide an added file', async () => {
    expect(storyOf(await checkOf(ring('a', 'b'), ring('a', 'y', 'z')))).toMatchObject({
      cycles: [{ change: 'grown', files: ['a.py', 'y.py', 'z.py'] }],
    });
    const moved = { ...ring('x', 'y'), ...ring('p', 'q') };
    expect(storyOf(await checkOf(ring('a', 'b'), moved))).toMatchObject({ cycles: [{ change: 'new' }] });
  });

  test('a cycle that was split or removed is a note', async () => {
    expect(storyOf(await checkOf(ring('a', 'b', 'c'), { ...ring('a', 'b'), 'c.py': '' }))).toEqual({
      ...NOTHING,
      shrunk: 1,
    });
    expect(storyOf(await checkOf(ring('a', 'b'), { 'a.py': '', 'b.py': '' }))).toEqual({ ...NOTHING, shrunk: 1 });
    const both = { ...ring('a', 'b'), ...ring('c', 'd') };
    expect(storyOf(await checkOf(ring('a', 'b', 'c', 'd'), both))).toMatchObject({ cycles: [] });
  });
});
