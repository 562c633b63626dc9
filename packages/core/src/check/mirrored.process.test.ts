import { expect, test } from 'vitest';
import { checkOfBoth } from './fixture.ts';
import { withoutMirrors } from './mirrored.ts';

const body = `(rows, limit):
    found = []
    for row in rows:
        if row.size > limit and not row.hidden:
            found.append((row.name, row.size - limit))
    return sorted(found, key=lambda it: it[1], reverse=True)
`;
const code = `def largest${body}`;
const other = 'def unrelated(a):\n    return a\n';
const mirrors = [{ between: ['client', 'client/aio'], reason: 'asynchronous client' }];
const known = { 'client/a.py': code, 'client/aio/b.py': other };

async function found(before: Record<string, string>, added: Record<string, string>, its = mirrors) {
  const { groups, mirrors: reports } = withoutMirrors(await checkOfBoth(before, { ...before, ...added }), its);
  return { groups: groups.length, left: reports?.map(({ findings }) => findings), absent: reports?.[0]?.absent };
}

test.each([
  ['a copy on the other side of a mirror', known, { 'client/aio/a.py': code }],
  [
    'the same new function on both sides of a mirror',
    { 'client/c.py': other, 'client/aio/b.py': other },
    {
      'client/a.py': code,
      'client/aio/a.py': code,
    },
  ],
  ['a copy on the other side, of code that is outside too', { ...known, 'tool.py': code }, { 'client/aio/a.py': code }],
])('%s is not a finding and is counted', async (_, before, added) => {
  expect(await found(before, added)).toEqual({ groups: 0, left: [1], absent: [] });
});

test.each([
  ['a second copy on one side of a mirror', known, { 'client/c.py': code }],
  ['a second copy on one side, next to one on the other side', known, { 'client/c.py': code, 'client/aio/a.py': code }],
  ['a copy outside of a mirror', { ...known, 'client/aio/a.py': code }, { 'tool.py': code }],
  [
    'a copy of code outside that both sides got',
    { 'tool.py': code, 'client/x.py': other, 'client/aio/b.py': other },
    {
      'client/a.py': code,
      'client/aio/a.py': code,
    },
  ],
  ['a copy in a folder whose name only starts like a side', known, { 'client-old/a.py': code }],
])('%s is a finding', async (_, before, added) => {
  expect(await found(before, added)).toMatchObject({ groups: 1, left: [0] });
});

test('a side of a mirror without files is named', async () => {
  const its = [{ between: ['./client/', 'clients/aio'], reason: 'x' }];
  expect(await found(known, { 'client/aio/a.py': code }, its)).toMatchObject({ groups: 1, absent: ['clients/aio'] });
});
