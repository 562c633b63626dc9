import { describe, expect, test } from 'vitest';
import { baselineOf } from './baseline.ts';
import { check } from './check.ts';
import { scanOf } from './fixture.ts';
import type { GroupFinding } from './model.ts';

const delegate = (name: string, to: string) => `def ${name}(self, key, value):\n    return self.${to}(key, value, 1)\n`;
/** More than 30 nodes. */
const long = (name: string, variable: string) =>
  `def ${name}(${variable}, b):\n    if ${variable} > b:\n        return [${variable}, b, ${variable} - b, 1]\n    return [b, ${variable}, b - ${variable}, ${variable} * b, 2, call(${variable}, b, key=3), call(b, 4)]\n`;

async function findings(before: string, added: string, withSmall?: true) {
  const old = await scanOf({ 'a.py': before });
  const now = await scanOf({ 'a.py': before, 'b.py': added });
  const options = withSmall === undefined ? {} : { withSmall };
  const { groups, small } = check(now, baselineOf(old), { baseline: 'x' }, { before: old, ...options });
  return { kinds: groups.map(({ family }) => family.shown.kind), small };
}

test('a small function that is identical to another one only up to renaming does not count', async () => {
  expect(await findings(delegate('a', 'open'), delegate('b', 'close'))).toEqual({ kinds: [], small: 1 });
  expect(await findings(delegate('a', 'open'), delegate('b', 'close'), true)).toEqual({ kinds: ['function-shape'] });
});

test('a small function that is identical to another one counts, also in a group with renamed ones', async () => {
  const identical = await findings(delegate('a', 'open'), delegate('b', 'open'));
  expect(identical).toEqual({ kinds: ['function-body'], small: 0 });
  const both = delegate('a', 'open') + delegate('c', 'close');
  expect(await findings(both, delegate('b', 'open'))).toEqual({ kinds: ['function-shape'], small: 0 });
  expect(await findings(both, delegate('b', 'read'))).toEqual({ kinds: [], small: 1 });
});

test('a renamed function of at least 30 nodes counts', async () => {
  expect(await findings(long('a', 'a'), long('b', 'other'))).toEqual({ kinds: ['function-shape'], small: 0 });
});

describe('new tests', () => {
  /** Similar to others with the same statements first; the part that differs is shorter the more of them there are. */
  const similar = (name: string, shared: number) => {
    const same = Array.from(
      { length: shared },
      (_, at) => `    run(app.client(${at}), wait=${at}, log="${at}")\n`,
    ).join('');
    const own = Array.from({ length: 4 }, (_, at) => `    assert app.${name}[${at}].value == make("${name}${at}")\n`);
    return `def test_${name}(app):\n${same}${own.join('')}`;
  };

  /** The findings of a file that is added to one with tests. */
  async function found(path: string, before: string, added: string): Promise<GroupFinding[]> {
    const old = await scanOf({ 'test_a.py': before });
    const now = await scanOf({ 'test_a.py': before, [path]: added });
    return check(now, baselineOf(old), { baseline: 'x' }, { before: old }).groups;
  }

  const similarityOf = ([finding]: GroupFinding[]) => {
    return finding?.family.copies.find(({ likeness }) => likeness?.relation === 'edited')?.likeness?.similarity;
  };

  test('that are little similar to another one do not count, those that are more similar do', async () => {
    const pair = (shared: number) => [similar('one', shared), similar('two', shared)] as const;
    const product = similarityOf(await found('b.py', ...pair(3)));
    expect(product).toBeGreaterThanOrEqual(500);
    expect(product).toBeLessThan(600);
    expect(await found('test_b.py', ...pair(3))).toEqual([]);
    expect(similarityOf(await found('test_b.py', ...pair(4)))).toBe(600);
  });

  test('of few nodes do not count, although they are identical', async () => {
    const handler = (name: string) => `def ${name}(request, response):\n    response.end(request.path)\n`;
    expect(await found('b.py', handler('a'), handler('b'))).toHaveLength(1);
    expect(await found('test_b.py', handler('a'), handler('b'))).toEqual([]);
  });
});
