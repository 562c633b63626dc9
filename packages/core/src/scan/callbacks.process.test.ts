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

const route = (path: string, limit: number) => `r.get('${path}', async (req, res) => ${body(limit)});\n`;
const named = (name: string, limit: number) => `async function ${name}(req, res) ${body(limit)}\n`;

test('a callback and a declaration that are similar and in no other group are one group of ranges', async () => {
  const [group, ...others] = await nearGroups({ 'a.js': route('/a', 3), 'f.js': named('listTeams', 1) });
  expect(others).toEqual([]);
  expect(group?.occurrences).toEqual([]);
  expect(group?.blocks).toMatchObject([
    { path: 'a.js', name: "r.get('/a') callback" },
    { path: 'f.js', name: 'listTeams', within: 'f.js#listTeams@1', is_declaration: true, start_line: 1, end_line: 5 },
  ]);
  expect(group?.blocks?.[0]).not.toHaveProperty('is_declaration');
  expect(group?.similarity?.[0]).toBe(1000);
});

test('a callback joins the group of the declarations that are similar to it, which keeps its id', async () => {
  const [alone] = await nearGroups({ 'f.js': functions });
  const [group, ...others] = await nearGroups({ 'a.js': route('/a', 3), 'f.js': functions });
  expect(others).toEqual([]);
  expect(group?.id).toBe(alone?.id);
  expect(group?.blocks?.map(({ name }) => name)).toEqual(['one', 'other', "r.get('/a') callback"]);
});

test('a declaration joins the group of the callbacks that are similar to it, which keeps its id', async () => {
  const routes = route('/a', 3) + route('/b', 4);
  const [alone] = await nearGroups({ 'a.js': routes });
  const [group, ...others] = await nearGroups({ 'a.js': routes, 'f.js': named('listTeams', 1) });
  expect(others).toEqual([]);
  expect(group?.id).toBe(alone?.id);
  expect(group?.blocks?.map(({ name }) => name)).toEqual(["r.get('/a') callback", "r.get('/b') callback", 'listTeams']);
});

test('a declaration that is only around a callback of a group is in no group with the others', async () => {
  const factory = `function makeHandler() { return async (req, res) => ${body(1)}; }\n`;
  const [group, ...others] = await nearGroups({ 'a.js': factory, 'b.js': route('/a', 3) });
  expect(others).toEqual([]);
  expect(group?.blocks?.map(({ name }) => name)).toEqual(['function', "r.get('/a') callback"]);
});

test('a method of PHP and a closure are one group', async () => {
  const code = (limit: number) => `{
        $where = ['on' => true, 'team' => $request->user()->team, 'size' => ${limit}];
        $rows = Order::where($where)->skip(($page - 1) * ${limit})->take(${limit})->get();
        if ($rows->isEmpty()) { abort(404); }
        return response()->json(['rows' => $rows, 'next' => count($rows)]);
    }`;
  const [group] = await nearGroups({
    'a.php': `<?php\nRoute::get('/x', function (Request $request, $page) ${code(20)});\n`,
    'b.php': `<?php\nclass Orders {\n    public function list(Request $request, $page) ${code(30)}\n}\n`,
  });
  expect(group?.blocks?.map(({ name }) => name)).toEqual(["Route::get('/x') callback", 'Orders.list']);
});
