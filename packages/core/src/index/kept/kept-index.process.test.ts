import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { discover } from '#discovery/discover.ts';
import { withCache } from '#parse/cache/cached-engine.ts';
import type { Engine } from '#parse/engine.ts';
import type { ScanOptions } from '#scan/model.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { contentOf, engineOfThisProcess } from '../fixture.ts';
import { type IndexEvent, indexWorkspace } from '../index-workspace.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

const body = (name: string, n: number) =>
  `def ${name}(values):\n    total = ${n}\n    for value in values:\n        total = total + value\n    return total / len(values)\n`;

const FILES = {
  'w/api/package.json': '{"name": "api", "main": "a.js"}',
  'w/api/a.js': 'export function a(list) {\n  return list.map((it) => it + 1).filter((it) => it > 3);\n}\n',
  'w/jobs/pyproject.toml': '',
  'w/jobs/mean.py': body('mean', 0),
  'w/web/package.json': '{"name": "web"}',
  'w/web/use.mjs': "import { a } from 'api';\nimport { b } from '../api/a.js';\nexport const c = () => a(b([]));\n",
  'w/web/mean.py': body('mean_of', 0),
};

interface Run {
  id: string;
  taken: number;
  stays: boolean;
  /** Problems with kept parts. */
  issues: string[];
}

afterEach(() => {
  vi.unstubAllEnvs();
});

async function index(folder: string, db: string, scan: Partial<ScanOptions>, cached: boolean): Promise<Run> {
  const { projects } = discover([join(folder, 'w')], { discover: true, split: false, scan });
  const run: Run = { id: '', taken: 0, stays: false, issues: [] };
  const onEvent = (event: IndexEvent) => {
    if (event.type === 'unchanged') Object.assign(run, { taken: event.projects, stays: event.stays });
    if (event.type === 'cache') run.issues = event.report.issues;
  };
  const cacheDir = join(folder, 'cache');
  const used = cached ? withCache(engine, { folder: cacheDir, tokens: true }) : engine;
  const kept = { mayRemoveProjects: true, ...(cached && { cacheDir, program: 'test' }) };
  run.id = await indexWorkspace(projects, { db: join(folder, db), engine: used, onEvent, ...kept });
  await used.close();
  return run;
}

function partsIn(folder: string): string[] {
  const all = readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' });
  return all.filter((name) => name.endsWith('.part')).map((name) => join(folder, 'cache', name));
}

async function sameAsFresh(folder: string, scan: Partial<ScanOptions>): Promise<Run> {
  const run = await index(folder, 'kept.db', scan, true);
  const fresh = await index(folder, 'fresh.db', scan, false);
  expect(run.id).toBe(fresh.id);
  expect(await contentOf(join(folder, 'kept.db'))).toEqual(await contentOf(join(folder, 'fresh.db')));
  return run;
}

test('an index stays if no project changed, and only changed projects are scanned', async () => {
  const folder = fixtureFolder(FILES);
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 0, stays: false });
  const before = statSync(join(folder, 'kept.db'), { bigint: true }).ctimeNs;
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 3, stays: true });
  expect(statSync(join(folder, 'kept.db'), { bigint: true }).ctimeNs).toBe(before);
  writeFileSync(join(folder, 'w/jobs/mean.py'), body('mean', 7));
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 2, stays: false });
});

test('a damaged, cut off or exchanged part is not used', async () => {
  const folder = fixtureFolder(FILES);
  await index(folder, 'kept.db', {}, true);
  const [first = '', second = '', third = ''] = partsIn(folder);
  const bytes = readFileSync(first);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(first, bytes);
  writeFileSync(second, readFileSync(second).subarray(0, 700));
  writeFileSync(third, readFileSync(first));
  rmSync(join(folder, 'kept.db'));
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 0 });
});

test('an index that another program wrote does not stay, even with the same rows', async () => {
  const folder = fixtureFolder(FILES);
  await index(folder, 'kept.db', {}, true);
  const db = join(folder, 'kept.db');
  const bytes = readFileSync(db);
  rmSync(db);
  writeFileSync(db, bytes);
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 3, stays: false });
});

test('a cache folder may be a symbolic link', async () => {
  const folder = fixtureFolder({ ...FILES, 'elsewhere/other': '' });
  symlinkSync('elsewhere', join(folder, 'cache'));
  await index(folder, 'kept.db', {}, true);
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 3, stays: true, issues: [] });
});

test.each<[what: string, prepare: (folder: string) => void, issues: string[]]>([
  [
    'a cache that is a file',
    (folder) => writeFileSync(join(folder, 'cache'), ''),
    ['cannot write: it is not a folder'],
  ],
  [
    'a cache that cannot be created',
    (folder) => symlinkSync('/proc/nope', join(folder, 'cache')),
    ['cannot write: it is not a folder'],
  ],
  [
    'no folder for temporary files',
    (folder) => vi.stubEnv('TMPDIR', join(folder, 'nowhere')),
    ['no folder for temporary files: it was removed meanwhile'],
  ],
])('with %s, the index is written and the reason is reported once', async (_what, prepare, issues) => {
  const folder = fixtureFolder(FILES);
  prepare(folder);
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 0, stays: false, issues });
  expect(await sameAsFresh(folder, {})).toMatchObject({ taken: 0, stays: false, issues });
});

test('two indexers at once with one cache write the same rows', async () => {
  const folder = fixtureFolder(FILES);
  const both = async () => {
    const runs = await Promise.all([index(folder, 'kept.db', {}, true), index(folder, 'other.db', {}, true)]);
    const fresh = await index(folder, 'fresh.db', {}, false);
    expect(runs).toMatchObject([
      { id: fresh.id, issues: [] },
      { id: fresh.id, issues: [] },
    ]);
    expect(await contentOf(join(folder, 'kept.db'))).toEqual(await contentOf(join(folder, 'fresh.db')));
    expect(await contentOf(join(folder, 'other.db'))).toEqual(await contentOf(join(folder, 'fresh.db')));
  };
  await both();
  writeFileSync(join(folder, 'w/jobs/mean.py'), body('mean', 7));
  await both();
});

type Step = { kind: string; file: number; to: number };
const PATHS = ['w/api/a.js', 'w/jobs/mean.py', 'w/web/mean.py', 'w/web/deep/x.py', 'w/new/setup.py', 'w/jobs/y.py'];

function apply(folder: string, { kind, file, to }: Step): void {
  const web = join(folder, 'w/web');
  const path = join(folder, PATHS[file] ?? '');
  const other = join(folder, PATHS[to] ?? '');
  mkdirSync(join(other, '..'), { recursive: true });
  mkdirSync(join(path, '..'), { recursive: true });
  const exists = statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (kind === 'edit') writeFileSync(path, body(`f${to}`, to));
  else if (kind === 'remove') rmSync(path, { force: true });
  else if (kind === 'move' && exists) renameSync(path, other);
  else if (kind === 'project') rmSync(join(folder, 'w/new'), { recursive: true, force: true });
  else if (kind === 'rename') exchange(web, join(folder, 'w/aside'));
  else if (kind === 'ignore' && existsSync(web)) writeFileSync(join(web, '.gitignore'), to % 2 ? 'deep\n' : '');
}

/** Renames the folder that exists to the other name. */
function exchange(one: string, other: string): void {
  if (!existsSync(other)) renameSync(one, other);
  else if (!existsSync(one)) renameSync(other, one);
}

test('after any edits the index is that of a complete run', { timeout: 120_000 }, async () => {
  const step = fc.record({
    kind: fc.constantFrom('edit', 'remove', 'move', 'project', 'rename', 'ignore', 'none'),
    file: fc.nat(PATHS.length - 1),
    to: fc.nat(PATHS.length - 1),
  });
  const options = fc.constantFrom<Partial<ScanOptions>>({}, {}, { min_nodes: 5 }, { exclude: ['*.js'] });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, options), { minLength: 1, maxLength: 5 }), async (steps) => {
      const folder = fixtureFolder(FILES);
      await index(folder, 'kept.db', {}, true);
      for (const [each, scan] of steps) {
        apply(folder, each);
        await sameAsFresh(folder, scan);
      }
    }),
    { numRuns: inputSize({ quick: 3, deep: 8 }) },
  );
});
