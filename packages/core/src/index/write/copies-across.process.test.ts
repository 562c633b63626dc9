import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { GROUP_KINDS, type Group } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { writeFiles } from '#tree/fixture-folder.ts';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { engineOfThisProcess } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { groupIdOfKey } from '../keys.ts';
import type { Row } from '../port.ts';
import { openIndex } from '../reader.ts';

let portable: Engine;
const native = createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE });
const folders: string[] = [];
beforeAll(async () => {
  portable = await engineOfThisProcess();
});
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  await native.close();
});

/** Statements of about ten nodes; functions and classes of several of them are similar, equal, or share runs. */
const STATEMENTS = [
  'total = total + len(values) * {0}',
  'for value in values:\n        print(value, {0}, "seen")',
  'if not values:\n        raise ValueError("nothing to do", {0})',
  'result = [value * {0} for value in values if value > 1]',
  'self.items.append(dict(key="a", value={0}, other=values))',
  'with open("file", "r") as source:\n        total += int(source.read()) + {0}',
] as const;

const statement = fc.record({ at: fc.nat(STATEMENTS.length - 1), literal: fc.nat(1) });
const code = fc.record({
  kind: fc.constantFrom('function', 'function', 'method', 'module'),
  name: fc.constantFrom('first', 'second', 'third'),
  variable: fc.constantFrom('values', 'items'),
  statements: fc.array(statement, { minLength: 3, maxLength: 7 }),
});
type Code = typeof code extends fc.Arbitrary<infer T> ? T : never;

function textOf({ kind, name, variable, statements }: Code, number: number): string {
  const lines = statements.map(({ at, literal }) => {
    return (STATEMENTS[at] ?? '').replace('{0}', `${literal}`).replaceAll('values', variable);
  });
  if (kind === 'module') return `${lines.join('\n').replaceAll('\n        ', '\n    ')}\n`;
  const body = lines.map((line) => `    ${line}`).join('\n');
  if (kind === 'function') return `def ${name}_${number}(${variable}, total):\n${body}\n    return total\n`;
  const inner = body.replaceAll('\n', '\n    ');
  return `class Class${number}:\n    def ${name}(self, ${variable}, total):\n    ${inner}\n        return total\n`;
}

const choice = fc.record({ code: fc.nat(3), variable: fc.constantFrom('values', 'items') });
/** Projects, each with its files, each with pieces of code from a few, perhaps renamed. */
const workspace = fc
  .record({
    codes: fc.array(code, { minLength: 4, maxLength: 4 }),
    projects: fc.array(fc.array(fc.array(choice, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ codes, projects }) => {
    return projects.map((files) =>
      files.map((choices) =>
        choices.flatMap(({ code: at, variable }) => {
          const its = codes[at];
          return its === undefined ? [] : [{ ...its, variable }];
        }),
      ),
    );
  });
const LABELS = ['a', 'b', 'c'];

const GROUPS = `
  SELECT detail.key, holder.key AS folded, clone_group.kind, clone_group.nodes, score, (
    SELECT json_group_array(json_array(
      label, path, node.kind, coalesce(occurrence.start_line, node.start_line), occurrence.start_byte,
      occurrence.end_byte, similarity
    ) ORDER BY seq)
    FROM occurrence JOIN node ON node.id = occurrence.node_id JOIN file ON file.id = node.file_id
    JOIN project ON project.id = node.project_id
    WHERE group_id = clone_group.id
  ) AS members
  FROM clone_group JOIN group_detail AS detail USING (id)
  LEFT JOIN group_detail AS holder ON holder.id = contained_in`;

interface Found {
  id: string;
  kind: string;
  nodes: number;
  score: number;
  /** Only of groups of similar declarations and blocks. */
  folded_into?: string;
  members: string[];
}

function foundOf(row: Row): Found {
  const folded = row.integer('kind') > 1 ? row.optionalBytes('folded') : undefined;
  const members: (string | number | null)[][] = JSON.parse(row.text('members'));
  return {
    id: groupIdOfKey(row.bytes('key')),
    kind: GROUP_KINDS[row.integer('kind')] ?? '',
    nodes: row.integer('nodes'),
    score: row.integer('score'),
    ...(folded === undefined ? {} : { folded_into: groupIdOfKey(folded) }),
    members: members.map(([label, path, , line, start, end, similarity]) => {
      return [`${label}/${path}:${line}`, start ?? '', end ?? '', similarity ?? ''].join(' ');
    }),
  };
}

function expectedOf({ id, kind, nodes, score, occurrences, similarity, blocks, folded_into }: Group): Found {
  const declared = occurrences.map((its, at) => {
    const [path = '', rest = ''] = its.split('#');
    return `${path}:${/@(\d+)/.exec(rest)?.[1]}   ${similarity?.[at] ?? ''}`;
  });
  const members = blocks?.map((it) => `${it.path}:${it.start_line} ${it.start_byte} ${it.end_byte} `) ?? declared;
  const isExact = kind === 'function-body' || kind === 'function-shape';
  const folded = isExact || folded_into === undefined ? {} : { folded_into };
  return { id, kind, nodes, score, ...folded, members };
}

const byId = (groups: readonly Found[]) => [...groups].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Indexes random projects and scans one folder with them. */
async function compareGroups(engine: Engine): Promise<void> {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(workspace, async (projects) => {
      const folder = mkdtempSync(join(tmpdir(), 'analyzer-copies-'));
      folders.push(folder);
      for (const [project, files] of projects.entries()) {
        const texts = files.map((its, file) => [`f${file}.py`, its.map(textOf).join('\n')]);
        writeFiles(join(folder, 'w', LABELS[project] ?? ''), { 'setup.py': '', ...Object.fromEntries(texts) });
      }
      const kinds = [...GROUP_KINDS];
      const db = join(folder, 'x.db');
      const found = discover([join(folder, 'w')], { discover: true, split: false, scan: { kinds } });
      await indexWorkspace(found.projects, { db, engine });
      const reader = await openIndex(db);
      const groups = reader.read((snapshot) => snapshot.all(GROUPS, [], foundOf));
      reader.close();
      const scanned = await scan(join(folder, 'w'), completeOptions({ kinds }), { engine });
      expect(byId(groups)).toEqual(byId(scanned.groups.map(expectedOf)));
      for (const { kind, members } of groups) if (members.length > 1) seen.add(kind);
    }),
    { numRuns: inputSize({ quick: 6, deep: 25 }) },
  );
  expect([...seen].sort()).toEqual([...GROUP_KINDS].sort());
}

test('groups of all kinds across projects are those of a scan of one folder with these projects', () => {
  return compareGroups(portable);
}, 120_000);

test.skipIf(NATIVE_MISSING !== undefined)(
  `the native engine finds the same groups across projects as in one folder${NATIVE_MISSING ?? ''}`,
  async () => {
    const last = new Set<string>();
    const observed: Engine = {
      ...native,
      async *wholeProject(command, request, signal, files) {
        for await (const frame of native.wholeProject?.(command, request, signal, files) ?? []) {
          if (command === 'copies' && 'done' in JSON.parse(frame.header)) last.add(frame.header);
          yield frame;
        }
      },
    };
    await compareGroups(observed);
    expect([...last]).toEqual(['{"done":true}']);
  },
  120_000,
);

test.skipIf(NATIVE_MISSING !== undefined)(
  `an index has the same groups if the native engine cannot find them${NATIVE_MISSING ?? ''}`,
  async () => {
    const refused: string[] = [];
    const failing: Engine = {
      ...native,
      wholeProject(command, request, signal, files) {
        if (native.wholeProject === undefined) throw new Error('the engine cannot scan complete projects');
        if (command !== 'copies') return native.wholeProject(command, request, signal, files);
        refused.push(command);
        return native.wholeProject(command, {}, signal, files);
      },
    };
    await compareGroups(failing);
    expect(refused.length).toBeGreaterThan(0);
  },
  120_000,
);
