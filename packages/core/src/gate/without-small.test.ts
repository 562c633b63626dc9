import { expect, test } from 'vitest';
import { baselineOf } from './baseline.ts';
import { check } from './check.ts';
import { scanOf } from './fixture.ts';

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
