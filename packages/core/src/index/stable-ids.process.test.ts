import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '#parse/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { dbOf, engineOfThisProcess, indexFolder } from './fixture.ts';
import { nodeId } from './keys.ts';
import { openIndex } from './reader.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

/** The ids of all declarations of a project with one file, by name and line. */
async function idsOf(path: string, text: string): Promise<Map<string, string>> {
  const folder = join(fixtureFolder({ 'w/shop/pyproject.toml': '', [`w/shop/${path}`]: text }), 'w');
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  try {
    return reader.read((snapshot) => {
      const sql = 'SELECT key, qualified_name, start_line FROM described_node WHERE start_line > 0 ORDER BY id';
      return new Map(
        snapshot.all(sql, [], (row) => [
          `${row.text('qualified_name')} ${row.integer('start_line')}`,
          nodeId(row.bytes('key')),
        ]),
      );
    });
  } finally {
    reader.close();
  }
}

const CODE = 'def f():\n    pass\n\nclass A:\n    def f(self):\n        pass\n\ndef f():\n    return 1\n';

test('an id of a declaration stays when lines come before it or it moves, and changes with the path', async () => {
  const before = await idsOf('a.py', CODE);
  expect([...before.keys()]).toEqual(['f 1', 'A 4', 'A.f 5', 'f 8']);
  expect(new Set(before.values()).size).toBe(4);

  const lower = await idsOf('a.py', `import os\n\n\n${CODE}`);
  expect([...lower.keys()]).toEqual(['f 4', 'A 7', 'A.f 8', 'f 11']);
  expect([...lower.values()]).toEqual([...before.values()]);

  const moved = await idsOf('a.py', `${CODE.slice(CODE.indexOf('class'))}\ndef f():\n    pass\n`);
  expect(moved.get('A 1')).toBe(before.get('A 4'));
  expect(moved.get('A.f 2')).toBe(before.get('A.f 5'));

  const renamed = new Set((await idsOf('b.py', CODE)).values());
  expect([...before.values()].filter((id) => renamed.has(id))).toEqual([]);
});
