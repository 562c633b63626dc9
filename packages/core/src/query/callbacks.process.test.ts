import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseByRankAndScore } from '#export/choose-groups.ts';
import { readView } from '#export/read-view.ts';
import { fixtureFolder, writeFiles } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from './fixture.ts';
import { INDEX_OPERATIONS } from './operations.ts';
import { createQuery } from './query.ts';

const body = (limit: number) => `{
  const rows = await db.find({ team: req.user.team, on: true }).limit(${limit});
  for (const it of rows) if (it.size > ${limit}) it.parts = it.parts.filter((part) => part.isOpen);
  res.json({ rows, next: rows.length === ${limit} ? 2 : null });
}`;
const FILES = {
  'one/package.json': '{"name": "one"}\n',
  'one/a.js': `r.get('/a', async (req, res) => ${body(3)});\n`,
  'two/package.json': '{"name": "two"}\n',
  'two/b.js': `export async function listTeams(req, res) ${body(4)}\n`,
};
const CALLBACK = { name: "r.get('/a') callback", start_line: 1, end_line: 5 };

const query = createQuery(INDEX_OPERATIONS);
let indexed: IndexedProjects;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callbacks-'));
  writeFiles(folder, FILES);
  indexed = await indexProjects(folder);
});
afterAll(() => indexed.remove());

function ask(operation: string, params: object = {}, { reader } = indexed): unknown {
  const outcome = query(reader, { schema: 'analyzer.request.v1', operation, params });
  return 'ok' in outcome ? outcome.ok.data : outcome.error;
}

function groupId(): string {
  const [group] = Object(ask('clones')).items;
  return group.group_id;
}

test('clones names a group by its callbacks and declarations', () => {
  expect(ask('clones')).toMatchObject({ items: [{ kind: 'near', names: ['listTeams', CALLBACK.name] }] });
});

test.each(['members', 'evidence'])(
  '%s has the name of a callback in its range, and the node of a declaration',
  (operation) => {
    const data = Object(ask(operation, { group_id: groupId() }));
    const occurrences: unknown[] = data.items ?? data.occurrences;
    expect(occurrences).toMatchObject([
      { range: CALLBACK },
      { range: { start_line: 1, end_line: 5 }, node: { qualified_name: 'listTeams' } },
    ]);
    expect(Reflect.get(Object(occurrences[1]), 'range')).not.toHaveProperty('name');
  },
);

test('explore shows the copies of a declaration that are callbacks with their names', () => {
  expect(JSON.stringify(ask('explore', { at: 'two/b.js:1' }))).toContain(CALLBACK.name);
});

test('the view of an index names callbacks', () => {
  const shown = indexed.reader.read((snapshot) => readView(snapshot, chooseByRankAndScore(snapshot, 10), 10).shown);
  expect(shown[0]?.shownOccurrences.map(({ name }) => name)).toEqual([CALLBACK.name, 'listTeams']);
});

test('a group of callbacks of tests has the class of tests', async () => {
  const test = (title: string, limit: number) => `it('${title}', async () => ${body(limit)});\n`;
  const own = await indexProjects(fixtureFolder({ 'one/package.json': '{}', 'one/a.js': test('a', 3) + test('b', 4) }));
  try {
    expect(ask('clones', {}, own)).toMatchObject({ items: [{ classes: ['test'] }] });
  } finally {
    own.remove();
  }
});
