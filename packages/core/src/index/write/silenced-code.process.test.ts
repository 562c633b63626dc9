import { afterAll, beforeAll, expect, test } from 'vitest';
import { countedGroups } from '#lists/ignored-code.ts';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import type { Group } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { contentOf, dbOf, engineOfThisProcess, indexFolder } from '../fixture.ts';
import { groupIdOfKey } from '../keys.ts';
import { openIndex } from '../reader.ts';

let portable: Engine;
const native = createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE });
beforeAll(async () => {
  portable = await engineOfThisProcess();
});
afterAll(() => native.close());

const MEAN = (name: string, start: number) => `def ${name}(values, unit):
    total = ${start}
    for value in values:
        total = total + value * unit
    if not values:
        raise ValueError('no values', unit)
    if unit < 0:
        raise ValueError('a unit below zero', unit)
    return total / len(values)
`;

/** Of ten nodes a line. */
const RUN = ['open', 'read', 'close'].map((it) => `print(len(names), names[0], '${it}', sorted(names))\n`).join('');

const NEXT = '# analyzer-ignore-next-function: each service has its own\n';

const FILES = {
  'a/setup.py': '',
  'a/mean.py': MEAN('mean', 0),
  'a/run.py': `names = []\n${RUN}`,
  'b/setup.py': '',
  'b/mean.py': `${NEXT}${MEAN('mean', 0)}`,
  'b/near.py': MEAN('mean_from', 1),
  'b/run.py': `names = ['b']\n# analyzer-ignore-start: generated once\n${RUN}# analyzer-ignore-end\n`,
  'c/setup.py': '',
  'c/mean.py': `${MEAN('mean', 0)}\n\n${MEAN('average', 0)}`,
  'c/all.py': `# analyzer-ignore-file: copied on purpose\n${MEAN('mean', 0)}`,
};

const GROUPS = `
  SELECT detail.key, (
    SELECT json_group_array(label || '/' || path || ':' || coalesce(occurrence.start_line, node.start_line) ORDER BY seq)
    FROM occurrence JOIN node ON node.id = occurrence.node_id JOIN file ON file.id = node.file_id
    JOIN project ON project.id = node.project_id
    WHERE group_id = clone_group.id
  ) AS members
  FROM clone_group JOIN group_detail AS detail USING (id)`;

/** Members by id of the group. */
async function groupsOf(db: string): Promise<Map<string, string[]>> {
  const reader = await openIndex(db);
  try {
    const rows = reader.read((snapshot) => {
      return snapshot.all(GROUPS, [], (row): [string, string[]] => {
        const members: string[] = JSON.parse(row.text('members'));
        return [groupIdOfKey(row.bytes('key')), members.sort()];
      });
    });
    return new Map(rows);
  } finally {
    reader.close();
  }
}

function placesOf({ occurrences, blocks }: Group): string[] {
  const declared = occurrences.map((id) => `${id.split('#')[0]}:${/@(\d+)/.exec(id)?.[1]}`);
  return (blocks?.map((it) => `${it.path}:${it.start_line}`) ?? declared).sort();
}

const trusted = { trust_suppressions: true } as const;

test.each<[string, () => Engine]>([
  ['portable', () => portable],
  ['native', () => native],
])('trusted comments silence the code of an index that they silence in a scan, %s', async (name, of) => {
  if (name === 'native' && NATIVE_MISSING !== undefined) return;
  const folder = fixtureFolder(FILES);
  await indexFolder(folder, { engine: of(), scan: trusted });
  const scanned = await scan(folder, completeOptions({}), { engine: portable });
  const counted = new Map(countedGroups(scanned).groups.map((it) => [it.id, placesOf(it)]));
  const found = await groupsOf(dbOf(folder));
  expect(found).toEqual(counted);
  const silent = ['b/mean.py:2', 'c/all.py:2', 'b/run.py:3'];
  expect([...found.values()].flat().filter((it) => silent.includes(it))).toEqual([]);
  expect(scanned.groups.flatMap(placesOf).filter((it) => silent.includes(it)).length).toBeGreaterThan(3);
});

test('an index ignores the comments without the option, and is another one with it', async () => {
  const folder = fixtureFolder(FILES);
  const scanned = await scan(folder, completeOptions({}), { engine: portable });
  const id = await indexFolder(folder, { engine: portable });
  expect(await groupsOf(dbOf(folder))).toEqual(new Map(scanned.groups.map((it) => [it.id, placesOf(it)])));
  expect(await indexFolder(folder, { engine: portable, scan: trusted })).not.toBe(id);
  expect((await groupsOf(dbOf(folder))).size).toBeLessThan(scanned.groups.length);
});

test.skipIf(NATIVE_MISSING !== undefined)('both engines write the same index with trusted comments', async () => {
  const [one, other] = [fixtureFolder(FILES), fixtureFolder(FILES)];
  const id = await indexFolder(one, { engine: portable, scan: trusted });
  expect(await indexFolder(other, { engine: native, scan: trusted })).toBe(id);
  const content = async (folder: string) => JSON.stringify(await contentOf(dbOf(folder)));
  expect(await content(other)).toBe(await content(one));
});
