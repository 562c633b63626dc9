import { describe, expect, test } from 'vitest';
import { checkOf, checkOfBoth, scanOf } from './fixture.ts';

/** Statement `index` of a function; those of different variants have no name or literal in common. */
const statement = (index: number, variant: string) =>
  index % 4 === 3
    ? `    if items.${variant}${index}(limit, ${index}) > ${index}:\n        found.append(items.at_${variant}${index}[limit])\n`
    : `    value${index} = items.${variant}${index}(limit, found['${variant}${index}'], '${variant} ${index}') + limit\n`;

/** A function; the letter at each position is the variant of that statement. */
const written = (name: string, variants: string) =>
  `def ${name}(items, limit, found):\n${[...variants].map((it, index) => statement(index, it)).join('')}    return found\n`;

const ORIGINAL = 'aaaaaaaaaaaaaaaa';
const project = (one: string, other: string) => ({ 'a.py': written('one', one), 'b.py': written('two', other) });

/** Findings, and the similarity of the only `near` group now. */
async function found(before: Record<string, string>, after: Record<string, string>) {
  const near = (await scanOf(after)).groups.filter(({ kind }) => kind === 'near');
  const { groups, edited } = await checkOfBoth(before, after);
  return { similarity: near[0]?.similarity?.[1], kinds: groups.map(({ family }) => family.shown.kind), edited };
}

test('an edit that makes two existing functions just similar is not a finding of a revision, and is counted', async () => {
  const before = project(ORIGINAL, 'abababababababab');
  const after = project(ORIGINAL, 'abababaaababaaba');
  expect((await scanOf(before)).groups.map(({ kind }) => kind)).not.toContain('near');
  const { similarity, ...others } = await found(before, after);
  expect(similarity).toBeGreaterThan(500);
  expect(similarity).toBeLessThan(750);
  expect(others).toEqual({ kinds: [], edited: 1 });
  expect((await checkOf(before, after)).groups).toMatchObject([{ family: { shown: { kind: 'near' } } }]);
});

test('an existing function that became the leader is not a finding either', async () => {
  const [before, after] = [project('abababababababab', ORIGINAL), project('abababaaababaabab', ORIGINAL)];
  expect((await found(before, after)).kinds).toEqual([]);
});

test('an existing function whose own part was removed, so that it is just similar, is not a finding', async () => {
  const shared = 'abababaa';
  const before = project('aaaaaaaa', `${shared}${'c'.repeat(20)}`);
  const { similarity, kinds } = await found(before, project('aaaaaaaa', shared));
  expect(similarity).toBeLessThan(750);
  expect(kinds).toEqual([]);
});

test('an existing function of which more than half was removed, so that the rest is nearly a copy, is not a finding', async () => {
  const shared = 'aabaabaaaaabaaba';
  const before = project('aabaabaabaabaaba', `${shared}${'c'.repeat(24)}`);
  const { similarity, kinds } = await found(before, project('aabaabaabaabaaba', shared));
  expect(similarity).toBeGreaterThan(750);
  expect(kinds).toEqual([]);
});

/** A function of less than 30 nodes, and of more with further arguments. */
const short = (name: string, error: string, more: string) =>
  `def ${name}(path, key):\n    with raises(${error}):\n        create_context(cert=path, key=key, mode=1${more})\n`;

test('functions that were similar, but too small, are not a finding when they grow a little in the same way', async () => {
  const of = (more: string) => ({ 'a.py': short('one', 'Error', more), 'b.py': short('two', 'errors.Other', more) });
  const [before, after] = [of(''), of(', depth=[0, 1], size=call(1)')];
  expect((await scanOf(before)).groups.filter(({ kind }) => kind === 'near')).toEqual([]);
  const { similarity, kinds } = await found(before, after);
  expect(similarity).toBeGreaterThan(500);
  expect(kinds).toEqual([]);
});

test('two equal stubs of which one was implemented and pasted into the other are a finding', async () => {
  const stub = { 'a.py': written('one', ''), 'b.py': written('two', '') };
  const { kinds } = await found(stub, project(ORIGINAL, 'aaaaaabaaaaaaaaa'));
  expect(kinds).toEqual(['near']);
});

test('a function that nobody touched is not a finding if another one was edited to be like it, but is if a copy replaced that', async () => {
  const of = (edited: string, partner: string) => ({ ...project(edited, partner), 'c.py': written('three', ORIGINAL) });
  const before = of('aaaaaaaabbbbbbbb', 'aaaaaaaabbbbbbb');
  const listed = (await scanOf(before)).groups.filter(({ kind }) => kind === 'near');
  expect(listed.map(({ occurrences }) => occurrences)).toEqual([['a.py#one@1', 'b.py#two@1']]);
  const after = of('aaaaaaaaaaaaaabb', 'aaaaaaaabbbbbbb');
  const { similarity, kinds } = await found(before, after);
  expect(similarity).toBeGreaterThanOrEqual(750);
  expect(kinds).toEqual([]);
  const pasted = await found(of('cccccccccccccccc', 'ccccccccccccccc'), of('aaaaaaaaaaaaaabb', 'ccccccccccccccc'));
  expect(pasted.kinds).toEqual(['near']);
});

test('an edit that makes an existing function identical to another one, also up to renaming, is not a finding', async () => {
  const close = (path: string, name: string, more: string) => ({
    [path]: `def close(${name}, a=1, b=2, c=3, d=4, e=5, f=6):\n    if ${name}.is_open:\n        ${name}.close()\n${more}`,
  });
  const before = { ...close('a.py', 'socket', ''), ...close('b.py', 'socket', '    socket.wait()\n') };
  const kind = async (after: Record<string, string>) =>
    (await checkOf(before, after)).groups.map(({ family }) => family.shown.kind);
  const same = { ...before, ...close('b.py', 'socket', '') };
  expect(await kind(same)).toEqual(['function-body']);
  expect(await found(before, same)).toEqual({ similarity: undefined, kinds: [], edited: 1 });
  const renamed = { ...before, ...close('b.py', 'stream', '') };
  expect((await scanOf(renamed)).groups.map((it) => it.kind)).toEqual(['function-shape']);
  expect(await found(before, renamed)).toMatchObject({ kinds: [] });
});

test('an existing function that grew to a copy, or whose body a copy replaced, is a finding, and so is one nested in an edited one', async () => {
  const now = project(ORIGINAL, ORIGINAL);
  for (const before of ['a'.repeat(7), 'c'.repeat(16), 'ccccccccccccaaaa'])
    expect((await found(project(ORIGINAL, before), now)).kinds).toEqual(['function-body']);
  const nesting = (variants: string, inner: string) =>
    `def outer(items, limit, found):\n${[...variants].map((it, index) => statement(index, it)).join('')}${inner}    return found\n`;
  const inner = (name: string) =>
    written(name, 'dddd')
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}\n`)
      .join('');
  const of = (one: string, other: string) => ({ 'a.py': nesting(ORIGINAL, one), 'b.py': nesting(ORIGINAL, other) });
  const pasted = await checkOfBoth(
    { ...of('', ''), 'a.py': nesting('baaaaaaaaaaaaaaa', inner('x')) },
    of(inner('x'), inner('x')),
  );
  expect(pasted.groups).toMatchObject([
    { family: { copies: [{ qualified_name: 'outer.x' }, { qualified_name: 'outer.x' }] } },
  ]);
});

test('a function that was renamed and edited is not a finding, but a second one like it is', async () => {
  const [before, after] = [project(ORIGINAL, 'abababababababab'), project(ORIGINAL, 'abababaaababaaba')];
  const renamed = { ...after, 'b.py': after['b.py'].replace('two', 'three') };
  expect((await found(before, renamed)).kinds).toEqual([]);
  expect((await found({ ...before, 'b.py': 'x = 1\n' }, renamed)).kinds).toEqual(['near']);
  const twice = { ...renamed, 'b.py': `${renamed['b.py']}${after['b.py'].replace('two', 'four')}` };
  const { groups } = await checkOfBoth(before, twice);
  expect(groups.flatMap(({ unlisted }) => unlisted.map((it) => it.qualified_name))).toContain('four');
});

test('a copy pasted over the body of an existing function is a finding, also if it was edited to 60 % similarity', async () => {
  const before = project(ORIGINAL, 'cccccccccccccccc');
  const { similarity, ...others } = await found(before, project(ORIGINAL, 'aabaaabaaabaaaba'));
  expect(similarity).toBeGreaterThan(550);
  expect(similarity).toBeLessThan(750);
  expect(others).toEqual({ kinds: ['near'], edited: 0 });
});

test('an existing function that became a copy of at least 75 % similarity is a finding if it was not a twin', async () => {
  const before = project(ORIGINAL, 'aaabbbbbbbbbbbbb');
  const { similarity, kinds } = await found(before, project(ORIGINAL, 'aaaaaaaaaaaaaaba'));
  expect(similarity).toBeGreaterThanOrEqual(750);
  expect(kinds).toEqual(['near']);
});

test('a new function that is just similar to another one is a finding', async () => {
  const after = project(ORIGINAL, 'abababaaababaaba');
  const { similarity, kinds } = await found({ 'a.py': after['a.py'] }, after);
  expect(similarity).toBeLessThan(620);
  expect(kinds).toEqual(['near']);
});

test('a block pasted into an existing function is a finding', async () => {
  const before = project(`aaaaaa${'b'.repeat(20)}`, 'c'.repeat(26));
  const after = project(`aaaaaa${'b'.repeat(20)}`, `aaaaaa${'c'.repeat(20)}`);
  expect(await found(before, after)).toEqual({ similarity: undefined, kinds: ['block'], edited: 0 });
  const inserted = { ...before, 'b.py': written('two', `aaaaaa${'c'.repeat(26)}`) };
  expect((await found({ ...before, 'b.py': written('two', `dddddd${'c'.repeat(26)}`) }, inserted)).kinds).toEqual([
    'block',
  ]);
});

test('a block pasted into an existing function is a finding if it makes that just similar to another one', async () => {
  const before = project('abababababbaaaa', 'adadadadadd');
  const after = project('abababababbaaaa', 'adadadadaddaaaa');
  const { similarity, ...others } = await found(before, after);
  expect(similarity).toBeLessThan(750);
  expect(others).toEqual({ kinds: ['block'], edited: 1 });
});

test('a block that is equal to others since a name in it was edited is not a finding of a revision', async () => {
  const rest = (variant: string) => variant.repeat(16);
  const before = project(`aaaa${rest('b')}`, `aaba${rest('c')}`);
  const after = project(`aaaa${rest('b')}`, `aaaa${rest('c')}`);
  expect((await checkOf(before, after)).groups).toMatchObject([{ family: { shown: { kind: 'block' } } }]);
  expect(await found(before, after)).toEqual({ similarity: undefined, kinds: [], edited: 1 });
});

test('a block in a function that grew elsewhere, or that was moved in its file, is not a finding', async () => {
  const rest = (variant: string, length = 16) => variant.repeat(length);
  const before = project(`aaaa${rest('b')}`, `aaba${rest('c', 8)}`);
  const grown = project(`aaaa${rest('b')}`, `aaaa${rest('c', 24)}`);
  expect((await checkOf(before, grown)).groups).toMatchObject([{ family: { shown: { kind: 'block' } } }]);
  expect(await found(before, grown)).toEqual({ similarity: undefined, kinds: [], edited: 1 });
  const two = (one: string, other: string) => ({
    ...project(`aaaa${rest('b')}`, rest('c')),
    'c.py': written('three', one) + written('four', other),
  });
  const [old, moved] = [two(`aaba${rest('d')}`, rest('e')), two(rest('d'), `aaaa${rest('e')}`)];
  expect((await found(old, moved)).kinds).toEqual([]);
  const repeated = two(`aaba${rest('d')}`, `aaaa${rest('e')}`);
  expect((await found(old, repeated)).kinds).toContain('block');
});

test('a block that is repeated in its own function is a finding', async () => {
  const own = (times: number) => ({
    'a.py': `def one(items, limit, found):\n${Array.from({ length: times }, (_, at) => `${written('x', 'aaaa').split('\n').slice(1, -2).join('\n')}\n    step${at}.run(${at})\n`).join('')}${[...'b'.repeat(12)].map((it, index) => statement(index + 30, it)).join('')}    return found\n`,
  });
  expect((await found(own(1), own(2))).kinds).toEqual(['block']);
});

describe('two equal small methods that were edited in the same way', () => {
  const inClass = (owner: string, name: string, key: string) =>
    `class ${owner}:\n    def ${name}(self, store):\n        if store.${key}:\n            store.put('${key}', store.${key})\n`;
  const pair = (owner: string, name: string, key: string) => ({
    'a.py': inClass(owner, name, key),
    'b.py': inClass(owner, name, key),
  });
  const before = pair('Old', 'one', 'first');
  const kinds = async (after: Record<string, string>) => {
    const results = [await checkOfBoth(before, after), await checkOf(before, after)];
    return results.map(({ groups }) => groups.map(({ family }) => family.shown.kind));
  };

  test('are not a new group if their class was renamed too', async () => {
    expect((await scanOf(before)).groups).toHaveLength(2);
    expect(await kinds(pair('New', 'one', 'second'))).toEqual([[], []]);
  });

  test('are a new group under another name, and if the class is still there', async () => {
    const found = [['function-body'], ['function-body']];
    expect(await kinds(pair('New', 'two', 'second'))).toEqual(found);
    const kept = { 'a.py': inClass('Old', 'one', 'third'), 'b.py': inClass('Old', 'one', 'fourth.x(1)') };
    const added = pair('New', 'one', 'second');
    expect(await kinds({ 'a.py': kept['a.py'] + added['a.py'], 'b.py': kept['b.py'] + added['b.py'] })).toEqual(found);
  });
});
