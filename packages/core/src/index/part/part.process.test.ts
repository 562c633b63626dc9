import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { WorkspaceProject } from '#discovery/project.ts';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { completeOptions } from '#scan/options.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { contentOf, engineOfThisProcess } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { addProject } from '../write/add-project.ts';
import { rebuildIndex } from '../write/rebuild.ts';
import { writePart } from './write-part.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const MEAN = (name: string) => `def ${name}(values):
    total = 0
    for value in values:
        total = total + value
    if not values:
        raise ValueError('nothing')
    return total / len(values)
`;

/** Projects with calls, doc comments, imports of each other, cycles, exclusions, contracts and copies. */
const FILES = {
  'api/package.json': '{"name": "api", "main": "a.js"}',
  'api/.gitignore': 'build\n',
  'api/build/out.js': 'ignored();\n',
  'api/a.js':
    "import { b } from './b.js';\nexport function a(list) {\n  return list.map(b).filter((it) => it > 3);\n}\n",
  'api/b.js':
    "import { a } from './a.js';\n/** Doubles items. */\nexport function b(list) {\n  return a(list.map((it) => it * 2));\n}\n",
  'api/contracts.json': '{"contracts":[{"scope":"project","intent":"Serves orders."}]}',
  'jobs/pyproject.toml': '',
  'jobs/numbers.py': `${MEAN('mean')}\nprint(mean([1, 2]))\n`,
  'jobs/node_modules/x/index.js': 'x();\n',
  'web/package.json': '{"name": "web", "dependencies": {"api": "1"}}',
  'web/use.mjs': "import { a } from 'api';\nimport { b } from '../api/b.js';\nexport const c = () => a(b([]));\n",
  'web/mean.py': `${MEAN('mean_of')}\nclass Base: pass\nclass Mean(Base, Exception): pass\n`,
  'web/broken.py': 'def (:\n',
};

interface Case {
  folder: string;
  projects: WorkspaceProject[];
}

function workspace(files: Record<string, string> = FILES): Case {
  const folder = fixtureFolder(files);
  const { projects } = discover([folder], { discover: true, split: false, scan: {} });
  return { folder, projects };
}

const QUIET = { own: [], onScan: () => undefined, onWriting: () => undefined };

async function partsOf(
  { folder, projects }: Case,
  scanner: Engine,
): Promise<{ path: string; key: string; root: string }[]> {
  const parts = [];
  for (const [number, project] of projects.entries()) {
    const path = join(folder, `${number}.part`);
    const part = await writePart(path, project, scanner, QUIET);
    if (part instanceof AnalyzerError) throw part;
    parts.push({ path, key: part.key, root: project.root });
  }
  return parts;
}

async function indexParts(db: string, parts: readonly { path: string; root?: string }[]): Promise<string> {
  return rebuildIndex(db, { engine, isDefaultPath: false, patienceMs: 1_000 }, async (rebuild) => {
    for (const part of parts) await rebuild.addPart(part);
  });
}

const native =
  NATIVE_MISSING === undefined ? createNativeEngine({ jobs: 1, tokens: true, file: BUILT_HERE }) : undefined;
afterAll(() => native?.close());

test.each<[string, () => Engine | undefined]>([
  ['portable', () => engine],
  ['native', () => native],
])('an index of parts has the rows and the snapshot id of an index of the same projects, %s', async (_name, of) => {
  const scanner = of();
  if (scanner === undefined) return;
  const its = workspace();
  expect(its.projects.map(({ label }) => label)).toEqual(['api', 'jobs', 'web']);
  const [direct, joined] = [join(its.folder, 'direct.db'), join(its.folder, 'joined.db')];
  const parts = await partsOf(its, scanner);
  const id = await indexWorkspace(its.projects, { db: direct, engine: scanner });
  expect(await indexParts(joined, parts)).toBe(id);
  const expected = await contentOf(direct);
  expect(await contentOf(joined)).toEqual(expected);
  for (const table of [
    'edge',
    'import',
    'base',
    'linked_import',
    'cycle_file',
    'call_block',
    'exclusion',
    'occurrence',
    'manifest',
    'contract',
    'control_block',
  ]) {
    expect([table, expected[table]?.length]).not.toEqual([table, 0]);
  }
});

test('parts and scans are added to the same index', async () => {
  const its = workspace();
  const db = join(its.folder, 'mixed.db');
  const [first, , third] = await partsOf(its, engine);
  const second = its.projects[1];
  if (first === undefined || second === undefined || third === undefined) throw new RangeError('three projects');
  await rebuildIndex(db, { engine, isDefaultPath: false, patienceMs: 1_000 }, async (rebuild) => {
    await rebuild.addPart(first);
    await addProject(rebuild, second, QUIET);
    await rebuild.addPart(third);
  });
  const direct = join(its.folder, 'direct.db');
  await indexWorkspace(its.projects, { db: direct, engine });
  expect(await contentOf(db)).toEqual(await contentOf(direct));
});

describe('the key of a part', () => {
  const keyOf = async (files: Record<string, string>, options = {}) => {
    const its = workspace(files);
    for (const project of its.projects) Object.assign(project, { options: completeOptions(options) });
    return (await partsOf(its, engine))[0]?.key;
  };
  const files = { 'p/package.json': '{}', 'p/a.py': MEAN('mean') };

  test('does not depend on the location of the project', async () => {
    expect(await keyOf(files)).toBe(await keyOf(files));
  });

  test.each([
    ['content', { ...files, 'p/a.py': MEAN('other') }, {}],
    ['a package', { ...files, 'p/package.json': '{"name": "p"}' }, {}],
    ['an option', files, { min_nodes: 99 }],
  ])('depends on %s', async (_what, changed, options) => {
    expect(await keyOf(changed, options)).not.toBe(await keyOf(files));
  });
});

test('a part contains no path of this machine', async () => {
  const its = workspace();
  for (const { path } of await partsOf(its, engine)) {
    expect(readFileSync(path).includes(its.folder)).toBe(false);
  }
});

describe('a file that is not a part of this version is refused, and the index is not written', () => {
  test.each<[what: string, damage: (path: string) => Promise<void> | void]>([
    ['text', (path) => writeFileSync(path, 'no database')],
    ['an empty file', (path) => writeFileSync(path, '')],
    ['a cut off file', (path) => writeFileSync(path, readFileSync(path).subarray(0, 9_000))],
    ['a trigger', (path) => alter(path, 'CREATE TRIGGER t AFTER INSERT ON node BEGIN DELETE FROM node; END')],
    [
      'a view in place of a table',
      (path) => alter(path, 'DROP TABLE tree; CREATE VIEW tree AS SELECT 1 AS node_id, 2 AS tree_hash'),
    ],
    ['no project', (path) => alter(path, 'DELETE FROM part')],
  ])('%s', async (_what, damage) => {
    const its = workspace();
    const parts = await partsOf(its, engine);
    await damage(parts[1]?.path ?? '');
    const db = join(mkdtempSync(join(tmpdir(), 'part-')), 'x.db');
    await expect(indexParts(db, parts)).rejects.toThrow(AnalyzerError);
    await expect(openDatabase(db, { readOnly: true })).rejects.toThrow();
  });
});

async function alter(path: string, sql: string): Promise<void> {
  const database = await openDatabase(path, { readOnly: false });
  database.exec(sql);
  database.close();
}
