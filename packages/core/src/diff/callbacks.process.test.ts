import { expect, test } from 'vitest';
import { diffOfFiles } from './fixture.ts';

const body = (limit: number) => `{
  const rows = await db.find({ team: req.user.team, on: true }).limit(${limit});
  for (const it of rows) if (it.size > ${limit}) it.parts = it.parts.filter((part) => part.isOpen);
  res.json({ rows, next: rows.length === ${limit} ? 2 : null });
}`;
const DECLARED = {
  'f.js': `async function one(req, res) ${body(1)}\nasync function other(req, res) ${body(2)}\n`,
};
const WITH_CALLBACK = { ...DECLARED, 'a.js': `r.get('/a', async (req, res) => ${body(3)});\n` };

test('a callback that joins a group of declarations is one more copy of that group', async () => {
  const { groups } = await diffOfFiles(DECLARED, WITH_CALLBACK);
  expect(groups).toMatchObject([
    { change: 'grew', before: 2, after: 3, added_blocks: [{ path: 'a.js' }], removed_blocks: [] },
  ]);
});

test('a callback that leaves a group of declarations is one copy less of that group', async () => {
  const { groups } = await diffOfFiles(WITH_CALLBACK, DECLARED);
  expect(groups).toMatchObject([
    { change: 'shrank', before: 3, after: 2, added_blocks: [], removed_blocks: [{ path: 'a.js' }] },
  ]);
});
