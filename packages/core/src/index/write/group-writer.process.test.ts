import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { groupFunctions } from '#relate/groups/group-functions.ts';
import type { GroupedFile } from '#relate/groups/occurrences.ts';
import type { Group } from '#scan/model.ts';
import { completeOptions, FUNCTION_KINDS } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { writeFiles } from '#tree/fixture-folder.ts';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { engineOfThisProcess } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { groupIdOfKey } from '../keys.ts';
import type { Row } from '../port.ts';
import { openIndex } from '../reader.ts';

let engine: Engine;
const folders: string[] = [];
beforeAll(async () => {
  engine = await engineOfThisProcess();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Functions that are identical, identical up to renaming, nested, in a class, or unique. */
const SNIPPETS = [
  'def mean(values):\n    if not values:\n        raise ValueError("none")\n    return sum(values) / len(values)\n',
  'def average(items):\n    if not items:\n        raise ValueError("none")\n    return sum(items) / len(items)\n',
  'def other(a, b):\n    return [a + 1, b * 2, a - b, a // b, a % b]\n',
  'def outer(a):\n    def inner(b):\n        return [b + 1, b * 2, b - 3, b // 4]\n    return [inner(a), inner(a + 1), a]\n',
  'def inner(b):\n    return [b + 1, b * 2, b - 3, b // 4]\n',
  'class Stack:\n    def push(self, it):\n        self.items.append(it)\n        return [it, self.items, len(self.items)]\n' +
    '    def pop(self):\n        last = self.items[-1]\n        return [last, self.items, self.items.pop()]\n',
] as const;

/** Projects, each with its files, each with the indices of its snippets. */
const workspace = fc.array(
  fc.array(fc.array(fc.nat({ max: SNIPPETS.length - 1 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  }),
  { minLength: 1, maxLength: 4 },
);
const LABELS = ['a', 'b', 'c', 'd'];
/** Labels in another order. */
const OTHERS = ['z', 'y', 'x', 'w'];

type Workspace = number[][][];

interface IndexedGroup extends Group {
  whole_copy: number | undefined;
}

interface Indexed {
  id: string;
  /** Ordered by rank. */
  groups: IndexedGroup[];
}

/** Indexes the projects with these labels. */
async function index(projects: Workspace, labels: readonly string[]): Promise<Indexed & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-groups-'));
  folders.push(folder);
  for (const [project, files] of projects.entries()) {
    const texts = files.map((its, file) => [`f${file}.py`, its.map((it) => SNIPPETS[it]).join('\n')]);
    writeFiles(join(folder, 'w', labels[project] ?? ''), { 'setup.py': '', ...Object.fromEntries(texts) });
  }
  const db = join(folder, 'x.db');
  const found = discover([join(folder, 'w')], { discover: true, split: false, scan: { kinds: [...FUNCTION_KINDS] } });
  const id = await indexWorkspace(found.projects, { db, engine });
  const reader = await openIndex(db);
  try {
    return { id, folder, groups: reader.read((snapshot) => snapshot.all(GROUPS, [], groupOf)) };
  } finally {
    reader.close();
  }
}

const GROUPS = `
  SELECT
    detail.key, clone_group.kind, nodes, score, twin.key AS twin, holder.key AS holder, whole_copy_id, (
      SELECT json_group_array(project || '/' || path || '#' || qualified_name || '@' || member.start_line ORDER BY seq)
      FROM occurrence JOIN described_node AS member ON member.id = node_id WHERE group_id = clone_group.id
    ) AS members
  FROM clone_group
  JOIN group_detail AS detail USING (id)
  LEFT JOIN group_detail AS twin ON twin.id = same_as
  LEFT JOIN group_detail AS holder ON holder.id = contained_in
  ORDER BY clone_group.id`;

function groupOf(row: Row): IndexedGroup {
  const [twin, holder] = [row.optionalBytes('twin'), row.optionalBytes('holder')];
  return {
    id: groupIdOfKey(row.bytes('key')),
    kind: row.integer('kind') === 0 ? 'function-body' : 'function-shape',
    nodes: row.integer('nodes'),
    score: row.integer('score'),
    ...(twin && { same_as: groupIdOfKey(twin) }),
    ...(holder && { contained_in: groupIdOfKey(holder) }),
    whole_copy: row.optionalInteger('whole_copy_id'),
    occurrences: JSON.parse(row.text('members')).sort(),
  };
}

/** All files of all projects; declarations are named by project and path. */
async function filesOf(folder: string, labels: readonly string[]): Promise<GroupedFile[]> {
  const files: GroupedFile[] = [];
  for (const label of labels) {
    const scanned = await scan(join(folder, 'w', label), completeOptions({}), { engine });
    for (const entry of scanned.entries) {
      const ids = scanned.relations.get(entry.path)?.ids;
      if (entry.kind === 'file' && entry.facts && ids) {
        files.push({ ids: ids.map((id) => `${label}/${id}`), facts: entry.facts });
      }
    }
  }
  return files;
}

const byId = <T extends Group>(groups: readonly T[]) => [...groups].sort((a, b) => (a.id < b.id ? -1 : 1));

test('groups are those of all functions together, with representatives as defined', async () => {
  await fc.assert(
    fc.asyncProperty(workspace, async (projects) => {
      const labels = LABELS.slice(0, projects.length);
      const { groups, folder } = await index(projects, labels);
      const expected = byId(groupFunctions(await filesOf(folder, labels), 12));
      expect(byId(groups).map(({ contained_in: _, whole_copy: __, ...group }) => group)).toEqual(
        expected.map(({ contained_in: _, ...group }) => group),
      );
      const known = new Map(groups.map((group) => [group.id, group] as const));
      for (const { id, contained_in: holder } of expected) {
        const group = known.get(id);
        if (holder !== undefined) expect(group?.contained_in).toBe(holder);
        // It may also be represented by another group of the same whole copy, which is itself listed.
        else if (group?.contained_in !== undefined) {
          const representative = known.get(group.contained_in);
          expect(representative?.whole_copy).toBe(group.whole_copy);
          expect(group.whole_copy).toBeDefined();
          expect([representative?.contained_in, representative?.same_as]).toEqual([undefined, undefined]);
        }
      }
    }),
    { numRuns: inputSize({ quick: 5, deep: 20 }) },
  );
}, 60_000);

test('ids, ranks and members of groups do not depend on names and order of projects', async () => {
  await fc.assert(
    fc.asyncProperty(workspace, async (projects) => {
      const [first, second] = [await index(projects, LABELS), await index(projects, OTHERS)];
      const renamed = second.groups.map((group) => ({
        ...group,
        whole_copy: group.whole_copy !== undefined,
        occurrences: group.occurrences.map((it) => (LABELS[OTHERS.indexOf(it[0] ?? '')] ?? '') + it.slice(1)).sort(),
      }));
      expect(renamed).toEqual(first.groups.map((group) => ({ ...group, whole_copy: group.whole_copy !== undefined })));
      expect((await index(projects, LABELS)).id).toBe(first.id);
    }),
    { numRuns: inputSize({ quick: 3, deep: 8 }) },
  );
}, 60_000);
