import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { contentOf } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { writePart } from '../part/write-part.ts';
import { openIndex } from '../reader.ts';
import { pack, unpack, withFile } from './kept-part.ts';
import { QUIET } from './kept-projects.ts';
import { partsOfIndex } from './parts-of-index.ts';
import { FrameRecorder } from './project-frames.ts';

const CYCLE = {
  'a.js':
    "import { b } from './b.js';\n/** Keeps large items. */\nexport function a(list) {\n  return list.map(b).filter((it) => it > 3);\n}\n",
  'b.js': "import { a } from './a.js';\nexport function b(list) {\n  return a(list.map((it) => it * 2));\n}\n",
  'node_modules/x/index.js': 'x();\n',
  'contracts.json': '{"contracts":[{"scope":"project","intent":"Serves orders."}]}',
};

/** Projects with calls, cycles, exclusions, contracts, classes and copies. */
const FILES = Object.fromEntries(
  ['api', 'jobs', 'web'].flatMap((name) => [
    [`w/${name}/package.json`, `{"name": "${name}"}`],
    ...Object.entries(CYCLE).map(([path, text]) => [`w/${name}/${path}`, text]),
    [`w/${name}/c.py`, `class ${name}(dict):\n    def f(self, x):\n        return [x, self.g(x), x + 1, x * 2]\n`],
  ]),
);

describe.skipIf(NATIVE_MISSING !== undefined)(`frames of a project${NATIVE_MISSING ?? ''}`, () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createNativeEngine({ file: BUILT_HERE, jobs: 1, tokens: true });
  });
  afterAll(() => engine.close());

  const contextIn = (folder: string) => ({ cacheDir: join(folder, 'cache'), program: 'test', engine });

  async function index(folder: string, db: string, isKept: boolean): Promise<number> {
    const { projects } = discover([join(folder, 'w')], { discover: true, split: false, scan: {} });
    let taken = 0;
    await indexWorkspace(projects, {
      db: join(folder, db),
      ...(isKept ? contextIn(folder) : { engine }),
      mayRemoveProjects: true,
      onEvent: (event) => {
        if (event.type === 'unchanged') taken = event.projects;
      },
    });
    return taken;
  }

  test.each<[what: string, files: Record<string, string>]>([
    ['grows', { 'w/api/d.js': CYCLE['a.js'], 'w/api/e/d.js': CYCLE['b.js'] }],
    ['is smaller', { 'w/api/a.js': '', 'w/api/c.py': '' }],
    ['comes before others', { 'w/about/package.json': '{}', 'w/about/a.js': CYCLE['a.js'] }],
  ])('give the rows of a scan to projects after one that %s', async (_what, files) => {
    const folder = fixtureFolder(FILES);
    expect(await index(folder, 'kept.db', true)).toBe(0);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(await index(folder, 'kept.db', true)).toBeGreaterThan(1);
    await index(folder, 'fresh.db', false);
    expect(await contentOf(join(folder, 'kept.db'))).toEqual(await contentOf(join(folder, 'fresh.db')));
  });

  test('are written as a part with the rows of a scan', async () => {
    const folder = fixtureFolder(FILES);
    await index(folder, 'kept.db', true);
    const { projects } = discover([join(folder, 'w')], { discover: true, split: false, scan: {} });
    const reader = await openIndex(join(folder, 'kept.db'));
    const { snapshot, close } = reader.open();
    let at = 0;
    for await (const { label, path } of partsOfIndex(reader, snapshot, contextIn(folder))) {
      const project = projects[at];
      if (project === undefined) throw new RangeError('a part without a project');
      const scanned = join(folder, `${at++}.part`);
      const written = await writePart(scanned, project, engine, { ...QUIET, own: [] });
      expect(written instanceof AnalyzerError ? written.message : written.content.identity.label).toBe(label);
      expect(await contentOf(path)).toEqual(await contentOf(scanned));
    }
    expect(at).toBe(3);
    close();
    reader.close();
  });

  /** Replaces the frames of all kept parts by forged ones with a right digest. */
  async function forge(cache: string, change: (frames: Buffer) => Buffer): Promise<void> {
    const paths = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.part'));
    expect(paths).toHaveLength(3);
    for (const path of paths.map((it) => join(cache, it))) {
      const { state }: { state: string } = JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '');
      const frames = `${path}-frames`;
      await withFile(path, 'r', (kept) => withFile(frames, 'wx', (part) => unpack(kept, part)));
      writeFileSync(frames, change(readFileSync(frames)));
      rmSync(path);
      await withFile(frames, 'r', (part) => withFile(path, 'wx', (kept) => pack(part, kept, state)));
      rmSync(frames);
    }
  }
  const replaced = (from: string, to: string) => (frames: Buffer) =>
    Buffer.from(frames.toString('latin1').replace(from, to), 'latin1');

  test.each<[what: string, change: (frames: Buffer) => Buffer]>([
    ['no frame', () => Buffer.alloc(0)],
    ['a first frame of something else', replaced('"project":{', '"projekt":{')],
    ['a first frame that is not JSON', replaced('{"project"', '["project"')],
    ['the frames of another project', replaced('"options":', '"0ptions":')],
  ])('that are forged, with %s, are not taken', async (_what, change) => {
    const folder = fixtureFolder(FILES);
    await index(folder, 'kept.db', true);
    await forge(join(folder, 'cache'), change);
    expect(await index(folder, 'again.db', true)).toBe(0);
    expect(await contentOf(join(folder, 'again.db'))).toEqual(await contentOf(join(folder, 'kept.db')));
  });

  test.each<[what: string, change: (frames: Buffer) => Buffer]>([
    ['no rows', (frames) => frames.subarray(0, 4 + frames.readUInt32LE(0))],
    ['rows of an unknown table', replaced('{"table":"file"', '{"table":"fi1e"')],
    ['rows without cells', replaced('{"table":"file","cells"', '{"table":"file","cellz"')],
    ['an end after some rows', (frames) => frames.subarray(0, frames.indexOf('{"table":"file"') - 8)],
  ])('that are forged, with %s, are an error with the remedy', async (_what, change) => {
    const folder = fixtureFolder(FILES);
    await index(folder, 'kept.db', true);
    const cache = join(folder, 'cache');
    await forge(cache, change);
    await expect(index(folder, 'again.db', true)).rejects.toMatchObject({
      code: 'unreadable',
      details: { path: cache, reason: 'it keeps a part of api that this program did not write' },
      hint: 'Remove it, and index again.',
    });
    expect(existsSync(join(folder, 'again.db'))).toBe(false);
  });

  test.each([
    ['of all files', 'analyzed', 'frames', true],
    ['with a file whose parser failed', 'parser-failed', 'frames', false],
    ['without space for them', 'analyzed', 'missing/frames', false],
  ])('%s are complete only if they can be taken over', async (_what, status, name, isComplete) => {
    const folder = fixtureFolder({ 'p/package.json': '{}' });
    const path = join(folder, name);
    const { projects } = discover([join(folder, 'p')], { discover: false, split: false, scan: {} });
    const [project] = projects;
    if (project === undefined) throw new RangeError('no project');
    const recorder = new FrameRecorder(path, project);
    const docs = { table: 'doc_of_file', cells: [2, 0] };
    const frames = [docs, { table: 'coverage_count', cells: [1, status, 3] }, { done: {} }];
    const given = async function* () {
      for (const frame of frames) yield { header: JSON.stringify(frame), body: new Uint8Array() };
    };
    expect(recorder.isComplete).toBe(false);
    const passed: string[] = [];
    for await (const { header } of recorder.record({ project: 1, node: 1, last_cycle: 0 }, given()))
      passed.push(header);
    recorder.close();
    expect(recorder.isComplete).toBe(isComplete);
    expect(passed).toEqual(frames.map((frame) => JSON.stringify(frame)));
    if (!recorder.isFull) expect(readFileSync(path, 'latin1')).not.toContain(docs.table);
  });
});
