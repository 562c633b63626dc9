import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CacheReport } from '#parse/cache/report.ts';
import { emptyReport } from '#parse/cache/report.ts';
import { fixtureFolder, unprivileged, writeFiles } from '#tree/fixture-folder.ts';
import { ViewKeeper, type ViewKeeperOptions } from './kept-view.ts';
import { createLineEngine } from './line-engine.ts';
import { listProject } from './list-project.ts';
import type { Scan, ScanEvent, ScanOptions } from './model.ts';
import { completeOptions } from './options.ts';
import { scan, scanListed } from './scan.ts';

const FILES: Record<string, string> = {
  'a.py': 'import b\ndef f\n',
  'b.py': 'import a\ndef g\ndef f\n',
  'deep/er/a.py': 'import b\ndef f\n',
  'empty.py': '',
  'half.php': 'partial\ndef f\n',
  'broken.ts': 'syntax-error',
  'package.json': '{"name": "one"}',
  tool: '#!/usr/bin/env bash\ndef t\n',
};

interface Shown {
  text: string;
  /** Nothing was scanned. */
  isKept: boolean;
  report: CacheReport;
}

/** Everything that a scan finds, as a view of it: any difference shows. */
function* textsOf({ runtime, ...result }: Scan): Generator<string> {
  yield '';
  for (const entry of result.entries) yield `${JSON.stringify(entry)}\n`;
  yield JSON.stringify({ ...result, entries: [], relations: [...result.relations] });
}

interface Choice extends Partial<Omit<ViewKeeperOptions, 'cacheDir'>> {
  options?: Partial<ScanOptions>;
  onEvent?: (event: ScanEvent) => void;
  signal?: AbortSignal;
}

async function show(root: string, cacheDir: string, choice: Choice = {}): Promise<Shown> {
  const { options = {}, onEvent, signal, ...rest } = choice;
  const context = { ...(onEvent && { onEvent }), ...(signal && { signal }) };
  const engine = createLineEngine({ jobs: 2 });
  const project = await listProject(root, completeOptions(options), { cacheDir, ...context });
  const described = { name: engine.name, versions: engine.versions() };
  const keeper = new ViewKeeper(project, { cacheDir, engine: described, look: {}, ...rest });
  const kept = await keeper.recall(context);
  if (kept !== undefined) {
    expect(kept.shortfall).toEqual({ count: 3, named: ['one'] });
    return { text: Buffer.concat([...kept.pieces]).toString(), isKept: true, report: keeper.report };
  }
  const result = await scanListed(project, { engine, ...context });
  const text = [...keeper.keep(result, { count: 3, named: ['one'] }, textsOf(result))].join('');
  return { text, isKept: false, report: keeper.report };
}

async function anew(root: string, options: Partial<ScanOptions> = {}): Promise<string> {
  const result = await scan(root, completeOptions(options), { engine: createLineEngine({ jobs: 2 }) });
  return [...textsOf(result)].join('');
}

function views(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.view'))
    .map((path) => join(cache, path));
}

/** A project whose view is kept. */
async function keptProject(): Promise<{ root: string; cache: string; text: string; view: string }> {
  const root = fixtureFolder(FILES);
  chmodSync(join(root, 'tool'), 0o755);
  const cache = fixtureFolder({});
  const { text } = await show(root, cache);
  const [view = '', ...others] = views(cache);
  expect(others).toEqual([]);
  return { root, cache, text, view };
}

test('of a project that nobody changed the view is shown again, and nothing is scanned', async () => {
  const { root, cache, text } = await keptProject();
  expect(text).toBe(await anew(root));
  const events: ScanEvent[] = [];
  const again = await show(root, cache, { onEvent: (event) => events.push(event) });
  expect(again).toEqual({ text, isKept: true, report: emptyReport() });
  expect(events[0]).toMatchObject({ type: 'listed', files: Object.keys(FILES).length });
});

const old = new Date(Date.now() - 40 * 86_400_000);

describe('what changes the view', () => {
  const changes: Record<string, (root: string) => void> = {
    'other content of the same size': (root) => writeFiles(root, { 'a.py': 'import b\ndef h\n' }),
    'the same with the times of before': (root) => {
      utimesSync(join(root, 'a.py'), old, old);
      writeFiles(root, { 'a.py': 'import b\ndef h\n' });
      utimesSync(join(root, 'a.py'), old, old);
    },
    'content exchanged between files of one size': (root) =>
      writeFiles(root, { 'a.py': FILES['deep/er/a.py'] ?? '', 'deep/er/a.py': 'import a\ndef f\n' }),
    'a file that is only listed': (root) => writeFiles(root, { 'package.json': '{"name": "two"}' }),
    'a longer file': (root) => writeFiles(root, { 'a.py': 'import b\ndef f\ndef h\n' }),
    'a file of another name': (root) => renameSync(join(root, 'a.py'), join(root, 'c.py')),
    'a file in another folder': (root) => renameSync(join(root, 'a.py'), join(root, 'deep/b.py')),
    'a name that is not UTF-8': (root) => writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff)]), ''),
    'a new empty file': (root) => writeFiles(root, { 'new.py': '' }),
    'a new empty folder': (root) => writeFiles(root, { 'new/': '' }),
    'a file less': (root) => rmSync(join(root, 'empty.py')),
    'a folder less': (root) => rmSync(join(root, 'deep'), { recursive: true }),
    'a script that may not be run': (root) => chmodSync(join(root, 'tool'), 0o644),
    'an .analyzerignore': (root) => writeFiles(root, { '.analyzerignore': 'b.py\n' }),
    'a link': (root) => symlinkSync('a.py', join(root, 'link')),
    'a link in place of a file': (root) => {
      rmSync(join(root, 'empty.py'));
      symlinkSync('a.py', join(root, 'empty.py'));
    },
    'a folder in place of a file': (root) => {
      rmSync(join(root, 'empty.py'));
      mkdirSync(join(root, 'empty.py'));
    },
  };

  test.each(Object.entries(changes))('%s', async (_name, change) => {
    const { root, cache } = await keptProject();
    const all = { profile: 'inventory' } as const;
    await show(root, cache, { options: all });
    change(root);
    for (const options of [{}, all]) {
      const changed = await show(root, cache, { options });
      expect(changed).toEqual({ text: await anew(root, options), isKept: false, report: emptyReport() });
      expect(await show(root, cache, { options })).toEqual({ ...changed, isKept: true });
    }
  });

  test('a link that leads elsewhere', async () => {
    const root = fixtureFolder(FILES);
    const cache = fixtureFolder({});
    symlinkSync('a.py', join(root, 'link'));
    await show(root, cache);
    rmSync(join(root, 'link'));
    symlinkSync('b.py', join(root, 'link'));
    expect(await show(root, cache)).toEqual({ text: await anew(root), isKept: false, report: emptyReport() });
  });

  test.each<[string, Choice]>([
    ['option', { options: { exclude: ['b.py'] } }],
    ['profile', { options: { profile: 'inventory' } }],
    ['smallest function', { options: { min_nodes: 30 } }],
    ['limit', { options: { max_bytes: 1 } }],
    ['source root', { options: { source_roots: ['deep'] } }],
    ['width', { look: { width: 80 } }],
    ['version', { engine: { name: 'portable', versions: 'others' } }],
    ['engine', { engine: { name: 'native', versions: 'none' } }],
  ])('another %s', async (_name, choice) => {
    const { root, cache, text } = await keptProject();
    expect((await show(root, cache, choice)).isKept).toBe(false);
    expect((await show(root, cache, choice)).isKept).toBe(true);
    expect(await show(root, cache)).toMatchObject({ text, isKept: true });
  });

  test('another folder with the same content', async () => {
    const { root, cache } = await keptProject();
    const other = join(fixtureFolder({}), 'other');
    renameSync(root, other);
    expect(await show(other, cache)).toMatchObject({ text: await anew(other), isKept: false });
    symlinkSync(other, root);
    // Listed as at first, but for the name of what the link leads to.
    expect(await show(root, cache)).toMatchObject({ text: await anew(root), isKept: false });
  });
});

describe('what does not', () => {
  test('times of files', async () => {
    const { root, cache, text } = await keptProject();
    for (const path of Object.keys(FILES)) utimesSync(join(root, path), old, old);
    expect(await show(root, cache)).toMatchObject({ text, isKept: true });
  });

  test('a change that was taken back', async () => {
    const { root, cache, text } = await keptProject();
    writeFiles(root, { 'a.py': 'import c\ndef f\n' });
    writeFiles(root, { 'a.py': FILES['a.py'] ?? '' });
    expect(await show(root, cache)).toMatchObject({ text, isKept: true });
  });
});

test('after any edits the view is that of a scan without a cache', async () => {
  const paths = ['a.py', 'b.py', 'c.py', 'd/a.py', 'd/e/b.py', 'tool', '.analyzerignore'];
  const contents = ['', 'def f\n', 'def g\n', 'import a\n', 'import b\n', 'b.py\n', '#!/bin/bash\n'];
  const path = fc.constantFrom(...paths);
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('write'), path, content: fc.constantFrom(...contents) }),
    fc.record({ kind: fc.constantFrom('remove', 'allow', 'link', 'none'), path, content: fc.constantFrom(...paths) }),
  );
  const root = fixtureFolder({ 'd/e/b.py': '' });
  const cache = fixtureFolder({});
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 3 }), async (edits) => {
      for (const { kind, path, content } of edits) {
        const place = join(root, path);
        if (kind === 'none') continue;
        if (kind === 'allow') {
          if (existsSync(place)) chmodSync(place, 0o755);
          continue;
        }
        rmSync(place, { force: true });
        if (kind === 'write') writeFileSync(place, content);
        // One to itself or in place of .analyzerignore would be refused.
        if (kind === 'link' && path.endsWith('.py')) symlinkSync(content, place);
      }
      const { text, isKept, report } = await show(root, cache);
      expect(text).toBe(await anew(root));
      expect(report).toEqual(emptyReport());
      if (isKept) kept++;
    }),
    { numRuns: 60 },
  );
  expect(kept).toBeGreaterThan(5);
});

describe('a damaged view is not shown, and mended', () => {
  async function expectMended(damaged: string, { root, cache, text }: { root: string; cache: string; text: string }) {
    const next = await show(root, cache);
    expect({ damaged, ...next }).toEqual({ damaged, text, isKept: false, report: next.report });
    expect(await show(root, cache)).toMatchObject({ text, isKept: true });
    return next.report;
  }

  test('with a bit flipped anywhere', async () => {
    const project = await keptProject();
    const whole = readFileSync(project.view);
    const behind = whole.indexOf('"length"');
    for (let at = 0; at < whole.length; at += whole.length >> 5) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at & 7));
      writeFileSync(project.view, bytes);
      const report = await expectMended(`byte ${at}`, project);
      // What it says it was made of may be that of another project as well.
      if (at >= behind) expect(report).toMatchObject({ invalid: 1, errors: 0, issues: ['a kept view is damaged'] });
    }
  });

  test('that ends anywhere', async () => {
    const project = await keptProject();
    const { length } = readFileSync(project.view);
    for (let left = 0; left < length; left += length >> 4) {
      truncateSync(project.view, left);
      expect(await expectMended(`${left} bytes`, project)).toMatchObject({ invalid: 1, errors: 0 });
    }
  });

  test.each([
    ['longer', (whole: Buffer) => Buffer.concat([whole, whole])],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('no view at all\n'.repeat(100))],
    ['without pieces', (whole: Buffer) => Buffer.from(whole.toString().replace('"pieces"', '"places"'))],
  ])('that is %s', async (_name, damage) => {
    const project = await keptProject();
    writeFileSync(project.view, damage(readFileSync(project.view)));
    expect(await expectMended('', project)).toMatchObject({ invalid: 1, errors: 0 });
  });

  test('that stands under another name', async () => {
    const project = await keptProject();
    await show(project.root, project.cache, { look: { width: 80 }, options: { profile: 'inventory' } });
    const [other = ''] = views(project.cache).filter((path) => path !== project.view);
    renameSync(other, project.view);
    await expectMended('', project);
  });

  test('that is a folder', async () => {
    const { root, cache, text, view } = await keptProject();
    rmSync(view);
    mkdirSync(view);
    const next = await show(root, cache);
    expect(next).toMatchObject({ text, isKept: false });
    expect(next.report.errors).toBeGreaterThan(0);
  });
});

describe('what another run might not find is not kept', () => {
  test('a file that took too long', async () => {
    const { root, cache, view } = await keptProject();
    rmSync(view);
    writeFiles(root, { 'slow.py': 'timeout' });
    expect((await show(root, cache)).isKept).toBe(false);
    expect(await show(root, cache)).toMatchObject({ isKept: false, report: emptyReport() });
    expect(views(cache)).toEqual([]);
  });

  test('a file that could not be read, then or now', async () => {
    const { root, cache, text } = await keptProject();
    chmodSync(cache, 0o777);
    chmodSync(join(root, 'a.py'), 0);
    await unprivileged(root, async () => {
      const closed = await show(root, cache);
      expect(closed.text).toContain('permission denied');
      expect(await show(root, cache)).toEqual({ ...closed, isKept: false });
    });
    chmodSync(join(root, 'a.py'), 0o644);
    expect(await show(root, cache)).toMatchObject({ text, isKept: true });
  });
});

test('what the view is too large for is counted', async () => {
  const root = fixtureFolder(FILES);
  const cache = fixtureFolder({});
  const report = { ...emptyReport(), skipped_large: 1, issues: ['a view above 64 MiB is not kept'] };
  const limit = { mostBytes: 100 };
  expect(await show(root, cache, limit)).toEqual({ text: await anew(root), isKept: false, report });
  expect(views(cache)).toEqual([]);
  expect((await show(root, cache, limit)).isKept).toBe(false);
});

describe('an interrupted run', () => {
  test('keeps nothing of a view that was not told to its end', async () => {
    const root = fixtureFolder(FILES);
    const cache = fixtureFolder({});
    const engine = createLineEngine({ jobs: 1 });
    const project = await listProject(root, completeOptions({}), { cacheDir: cache });
    const keeper = new ViewKeeper(project, { cacheDir: cache, engine: { name: 'portable', versions: '' }, look: {} });
    const result = await scanListed(project, { engine });
    for (const text of keeper.keep(result, { count: 0, named: [] }, textsOf(result))) if (text !== '') break;
    expect(readdirSync(cache)).toEqual([]);
  });

  test('ends while files are read again', async () => {
    const { root, cache } = await keptProject();
    const large = { 'large.txt': 'x'.repeat(3 * 1024 * 1024) };
    writeFiles(root, large);
    const options = { profile: 'inventory' } as const;
    await show(root, cache, { options });
    const controller = new AbortController();
    const onEvent = ({ type }: ScanEvent) => {
      if (type === 'listed') controller.abort();
    };
    const ended = show(root, cache, { options, onEvent, signal: controller.signal });
    await expect(ended).rejects.toMatchObject({ code: 'cancelled' });
    expect(await show(root, cache, { options })).toMatchObject({ text: await anew(root, options), isKept: true });
  });
});

test('a view in a cache that may only be read is shown', async () => {
  const { root, cache, text, view } = await keptProject();
  utimesSync(view, old, old);
  for (const folder of [cache, join(view, '../..'), join(view, '..')]) chmodSync(folder, 0o555);
  await unprivileged(root, async () => {
    expect(await show(root, cache)).toEqual({ text, isKept: true, report: emptyReport() });
  });
});

test('a view in a folder that can not be written changes no result', async () => {
  const root = fixtureFolder(FILES);
  const cache = join(fixtureFolder({ 'a file': '' }), 'a file');
  const { text, isKept, report } = await show(root, cache);
  expect({ text, isKept }).toEqual({ text: await anew(root), isKept: false });
  expect(report).toMatchObject({
    errors: 2,
    issues: ['cannot read: it is not a folder', 'cannot write: it is not a folder'],
  });
});

test('what a killed process left is never read, and goes after an hour', async () => {
  const { root, cache, view } = await keptProject();
  const killed = join(view, '../.0b1c2d3e-0000-4000-8000-000000000000.partial');
  renameSync(view, killed);
  expect((await show(root, cache)).isKept).toBe(false);
  expect(existsSync(killed)).toBe(true);
  utimesSync(killed, old, old);
  writeFiles(root, { 'a.py': '' });
  await show(root, cache);
  expect(readdirSync(join(view, '..'))).toHaveLength(1);
});

test('eight at once leave one view that fits', async () => {
  const root = fixtureFolder(FILES);
  const cache = fixtureFolder({});
  const text = await anew(root);
  const all = await Promise.all(Array.from({ length: 8 }, () => show(root, cache)));
  for (const each of all) expect(each).toMatchObject({ text, report: emptyReport() });
  expect(readdirSync(join(views(cache)[0] ?? '', '..'))).toHaveLength(1);
  expect((await show(root, cache)).isKept).toBe(true);
});
