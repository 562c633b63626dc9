import { describe, expect, test } from 'vitest';
import { checkOf, checkOfBoth } from './fixture.ts';

const statement = (index: number, variant: string) =>
  index % 4 === 3
    ? `    if items.${variant}${index}(limit, ${index}) > ${index}:\n        found.append(items.at_${variant}${index}[limit])\n`
    : `    value${index} = items.${variant}${index}(limit, found['${variant}${index}'], '${variant} ${index}') + limit\n`;

/** A function; the letter at each position is the variant of that statement. */
const written = (name: string, variants: string) =>
  `def ${name}(items, limit, found):\n${[...variants].map((it, index) => statement(index, it)).join('')}    return found\n`;

/** Two versions of a function, which have more than half of their statements in common but are not a group. */
const [EARLIER, LATER] = [`${'a'.repeat(7)}ccccccccc`, `${'a'.repeat(7)}bbbbbbbbb`];
const project = (one: string, other: string) => ({ 'a.py': written('one', one), 'b.py': written('two', other) });

/** The kinds of the findings with both states known, and with a baseline only. */
async function found(before: Record<string, string>, after: Record<string, string>) {
  const kinds = ({ groups }: Awaited<ReturnType<typeof checkOf>>) => groups.map(({ family }) => family.shown.kind);
  const both = await checkOfBoth(before, after);
  return { kinds: kinds(both), edited: both.edited, unexcused: kinds(await checkOf(before, after)) };
}

test('a function that shared half of its 5-grams with another one and became identical to it is not a finding', async () => {
  const grown = await found(project(EARLIER, LATER), project(LATER, LATER));
  expect(grown).toEqual({ kinds: [], edited: 1, unexcused: ['function-body'] });
});

test('a function that became identical to its twin up to renaming, or similar to it, is not a finding', async () => {
  const renamed = (text: string) => text.replaceAll('items', 'rows').replaceAll('limit', 'most');
  const other = (one: string) => ({ 'a.py': renamed(written('one', one)), 'b.py': written('two', LATER) });
  expect(await found(other(EARLIER), other(LATER))).toEqual({ kinds: [], edited: 1, unexcused: ['function-shape'] });
  const near = await found(project(EARLIER, LATER), project(`${'a'.repeat(7)}bbbbbbbb`, LATER));
  expect(near).toEqual({ kinds: [], edited: 1, unexcused: ['near'] });
});

test('a block that a function took over from its twin is not a finding, but is in a function that is not its twin', async () => {
  const of = (block: string, common = 'a') =>
    project(`${common.repeat(12)}c${block}${'c'.repeat(13)}`, `${'a'.repeat(12)}edddd${'e'.repeat(13)}`);
  const twin = await found(of('cccc'), of('dddd'));
  expect(twin).toMatchObject({ kinds: [], unexcused: ['block'] });
  const stranger = await found(of('cccc', 'b'), of('dddd', 'b'));
  expect(stranger.kinds).toEqual(['block']);
});

test('a stub that a copy replaced is a finding, also if both were stubs or both got the same new body', async () => {
  for (const [one, other] of [
    ['', LATER],
    ['aaaa', LATER],
    ['e', 'f'],
    ['aaaaaaabbbbbbbbb', 'aaaaaaaccccccccc'],
  ] as const) {
    const now = other === LATER ? LATER : 'd'.repeat(16);
    const { kinds } = await found(project(one, other), project(now, now));
    expect([one, other, ...kinds]).toEqual([one, other, 'function-body']);
  }
});

test('a function in a renamed file that became identical to its twin is not a finding, but a copy in a new file is', async () => {
  const rest = written('rest', 'z'.repeat(8));
  const before = { 'a.py': rest + written('one', EARLIER), 'b.py': written('two', LATER) };
  const after = { 'lib/c.py': rest + written('one', LATER), 'b.py': written('two', LATER) };
  expect(await found(before, after)).toMatchObject({ kinds: [], edited: 1 });
  const kept = { ...before, ...after };
  expect((await found(before, kept)).kinds).toContain('function-body');
});

test('only copies that the change added or changed are marked as new', async () => {
  const { groups } = await checkOfBoth(project('', LATER), project(LATER, LATER));
  expect(groups.map(({ fresh }) => fresh.map(({ path }) => path))).toEqual([['a.py']]);
});

test('the report names the declaration that an edit made the same as another one, for all kinds of groups', async () => {
  const as = async (before: Record<string, string>, after: Record<string, string>) => {
    const { converged } = await checkOfBoth(before, after);
    return converged.map(({ copy, twin, as }) => [copy.path, copy.qualified_name, as, twin.path]);
  };
  expect(await as(project(EARLIER, LATER), project(LATER, LATER))).toEqual([['a.py', 'one', 'same', 'b.py']]);
  const near = project(`${'a'.repeat(7)}bbbbbbbb`, LATER);
  expect(await as(project(EARLIER, LATER), near)).toEqual([['a.py', 'one', 'similar', 'b.py']]);
  const of = (block: string) =>
    project(`${'a'.repeat(12)}c${block}${'c'.repeat(13)}`, `${'a'.repeat(12)}edddd${'e'.repeat(13)}`);
  expect(await as(of('cccc'), of('dddd'))).toEqual([['a.py', 'one', 'block', 'b.py']]);
});

describe('a group of similar declarations of which one became the same as another one', () => {
  const changed = (text: string) => text.replaceAll("'a 1'", "'other'").replaceAll('limit, 2', 'limit, 7');
  const [one, two] = [written('one', EARLIER), written('two', EARLIER)];
  const rest = written('rest', 'z'.repeat(8));

  test.each([
    ['in its file', { 'b.py': rest + two }, 'b.py'],
    ['in a renamed file', { 'lib/c.py': rest + two }, 'lib/c.py'],
    ['up to renaming', { 'b.py': rest + two.replaceAll('items', 'rows') }, 'b.py'],
  ])('is not a finding, and the report says so: %s', async (_, after, path) => {
    const before = { 'a.py': one, 'b.py': rest + changed(two) };
    const { groups, edited, converged } = await checkOfBoth(before, { 'a.py': one, ...after });
    expect({ groups, edited }).toEqual({ groups: [], edited: 0 });
    expect(converged).toEqual([
      { copy: { path, qualified_name: 'two' }, twin: { path: 'a.py', qualified_name: 'one' }, as: 'same' },
    ]);
  });

  test('is not named for copies that were the same before', async () => {
    const before = { 'a.py': one, 'b.py': two, 'c.py': changed(two) };
    const { converged } = await checkOfBoth(before, { ...before, 'b.py': changed(two), 'a.py': changed(one) });
    expect(converged.map(({ copy, twin }) => [copy.path, twin.path])).toEqual([
      ['a.py', 'c.py'],
      ['b.py', 'c.py'],
    ]);
    expect((await checkOfBoth(before, { ...before, 'd.txt': '' })).converged).toEqual([]);
  });
});

test('the report names callbacks that an edit made the same', async () => {
  const callback = (name: string, on: string, extra = '') => `import { r } from './r';
r.get('/${name}', async (req, res) => {
  const page = Number(req.query.page || 1);
  const where = { on: ${on}, team: req.user.team };
  const rows = await db.find(where).skip((page - 1) * 20).limit(20);
  res.set('x-page', String(page));${extra}
  res.json({ rows, next: rows.length === 20 ? page + 1 : null });
});
`;
  const before = { 'a.js': callback('a', 'true'), 'b.js': callback('b', 'false', '\n  log.debug(rows.length, page);') };
  const copy = "r.get('/b') callback";
  for (const [path, after] of [
    ['b.js', before],
    ['lib/c.js', { 'a.js': before['a.js'] }],
  ] as const) {
    const { groups, converged } = await checkOfBoth(before, { ...after, [path]: callback('b', 'true') });
    expect(groups).toEqual([]);
    expect(converged).toEqual([
      {
        copy: { path, qualified_name: copy },
        twin: { path: 'a.js', qualified_name: "r.get('/a') callback" },
        as: 'same',
      },
    ]);
  }
  const both = { 'a.js': callback('a', 'null'), 'b.js': callback('b', 'null') };
  const same = { 'a.js': callback('a', 'true'), 'b.js': callback('b', 'true') };
  expect((await checkOfBoth(same, both)).converged).toEqual([]);
  const moved = { 'a.js': callback('a', 'true'), 'lib/c.js': callback('b', 'true') };
  expect((await checkOfBoth(same, moved)).converged).toEqual([]);
});
