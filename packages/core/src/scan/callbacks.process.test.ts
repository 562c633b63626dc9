import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { GROUP_KINDS, type Group } from './model.ts';
import { completeOptions } from './options.ts';
import { scan } from './scan.ts';

/** Similar to other bodies with another number. */
const body = (limit: number) => `{
  const rows = await db.find({ team: req.user.team, on: true }).limit(${limit});
  for (const it of rows) if (it.size > ${limit}) it.parts = it.parts.filter((part) => part.isOpen);
  res.json({ rows, next: rows.length === ${limit} ? 2 : null });
}`;
const functions = `async function one(req, res) ${body(1)}\nasync function other(req, res) ${body(2)}\n`;
const callbacks = `export function routes(r) {\n  r.get('/a', async (req, res) => ${body(3)});\n}\nr.get('/b', async (req, res) => ${body(4)});\n`;

async function nearGroups(files: Record<string, string>): Promise<Group[]> {
  const options = completeOptions({ kinds: [...GROUP_KINDS] });
  const { groups } = await scan(fixtureFolder(files), options, { engine: engineOfThisProcess() });
  return groups.filter(({ kind }) => kind === 'near');
}

test('callbacks are ranges with a name and the declaration around them', async () => {
  const [group, ...others] = await nearGroups({ 'a.js': callbacks });
  expect(others).toEqual([]);
  expect(group?.occurrences).toEqual([]);
  expect(group?.similarity).toHaveLength(2);
  expect(group?.blocks).toMatchObject([
    { path: 'a.js', start_line: 2, end_line: 6, within: 'a.js#routes@1', name: "r.get('/a') callback" },
    { path: 'a.js', start_line: 8, end_line: 12, name: "r.get('/b') callback" },
  ]);
  expect(group?.blocks?.[1]).not.toHaveProperty('within');
});

test('callbacks that are similar to declarations do not change the groups of these', async () => {
  const alone = await nearGroups({ 'f.js': functions });
  const routes = `r.get('/a', async (req, res) => ${body(3)});\nr.get('/b', async (req, res) => ${body(4)});\n`;
  const both = await nearGroups({ 'a.js': routes, 'f.js': functions });
  expect(alone).toHaveLength(1);
  expect(both.filter(({ blocks }) => blocks === undefined)).toEqual(alone);
  expect(both).toHaveLength(2);
});

test('a callback and one in it are not in one group', async () => {
  const nested = `on('a', async (req, res) => { await on('b', async (req, res) => ${body(5)}); });\n`;
  expect(await nearGroups({ 'a.js': nested })).toEqual([]);
});
