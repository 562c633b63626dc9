import { expect, test } from 'vitest';
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
