import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withCache } from '#parse/cache/cached-engine.ts';
import type { CacheReport } from '#parse/cache/report.ts';
import { fixtureFolder, unprivileged, writeFiles } from '#tree/fixture-folder.ts';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { createLineEngine } from './line-engine.ts';
import type { Scan, ScanOptions } from './model.ts';
import { completeOptions, FUNCTION_KINDS } from './options.ts';
import { scan } from './scan.ts';

const FILES: Record<string, string> = {
  'a.py': 'import b\ndef f\n',
  'b.py': 'import a\ndef g\ndef f\n',
  'copy/a.py': 'import b\ndef f\n',
  'empty.py': '',
  'half.php': 'partial\ndef f\n',
  'old.py': 'latin\ndef o\n',
  'a.ts': 'def f\n',
  'a.js': 'def f\n',
  'broken.ts': 'syntax-error',
  'slow.sh': 'timeout',
};
/** Number of different contents and modes that are cached. */
const CACHED = 7;
/** Number of those without facts, which are not cached. */
const NOT_CACHED = 2;

interface Run {
  /** All except `runtime`. */
  result: object;
  cache: CacheReport | undefined;
  /** Paths that the engine parsed. */
  asked: string[];
}

async function run(
  root: string,
  cacheDir: string | undefined,
  chosen: Partial<ScanOptions> = {},
  limits: { mostBytes?: number } = {},
): Promise<Run> {
  const parser = createLineEngine({ jobs: 2 });
  const engine = cacheDir === undefined ? parser : withCache(parser, { folder: cacheDir, tokens: false, ...limits });
  try {
    const context = { engine, ...(cacheDir !== undefined && { cacheDir }) };
    const { runtime, ...result }: Scan = await scan(
      root,
      completeOptions({ kinds: [...FUNCTION_KINDS], ...chosen }),
      context,
    );
    return { result, cache: runtime.cache, asked: parser.asked };
  } finally {
    await engine.close();
  }
}

function packs(cache: string): string[] {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.pack'))
    .sort()
    .map((path) => join(cache, path));
}

function quiet(report: Partial<CacheReport>): CacheReport {
  return { hits: 0, misses: 0, writes: 0, invalid: 0, errors: 0, skipped_large: 0, issues: [], ...report };
}

test('the second scan parses no file with facts, and has the same result', async () => {
  const root = fixtureFolder(FILES);
  const cache = fixtureFolder({});
  const without = await run(root, undefined);
  const cold = await run(root, cache);
  const warm = await run(root, cache);
  expect(without.cache).toBeUndefined();
  expect(cold.cache).toEqual(quiet({ misses: CACHED + NOT_CACHED, writes: CACHED }));
  expect(warm.cache).toEqual(quiet({ hits: CACHED, misses: NOT_CACHED }));
  expect(warm.asked.sort()).toEqual(['broken.ts', 'slow.sh']);
  expect(cold.result).toEqual(without.result);
  expect(warm.result).toEqual(without.result);
});

test('changed files are parsed, moved files are not', async () => {
  const root = fixtureFolder({ 'a.py': 'def f\n', 'b.py': 'def g\n' });
  const cache = fixtureFolder({});
  await run(root, cache);
  rmSync(join(root, 'b.py'));
  writeFiles(root, { 'c.py': 'def g\n', 'a.py': 'def changed\n', 'd.sh': 'def g\n' });
  const { cache: report, asked } = await run(root, cache);
  expect(asked.sort()).toEqual(['a.py', 'd.sh']);
  expect(report).toEqual(quiet({ hits: 1, misses: 2, writes: 2 }));
});

test('engines of different versions do not share entries', async () => {
  const root = fixtureFolder({ 'a.py': 'def f\n' });
  const cache = fixtureFolder({});
  await run(root, cache);
  const other = { ...createLineEngine({ jobs: 1 }), versions: () => 'another' };
  const engine = withCache(other, { folder: cache, tokens: false });
  const { runtime } = await scan(root, completeOptions({}), { engine, cacheDir: cache });
  expect(runtime.cache).toEqual(quiet({ misses: 1, writes: 1 }));
  expect(readdirSync(cache)).toHaveLength(2);
});

describe('too large entries are counted, and parsed again', () => {
  const issues = ['an entry above 64 MiB is not stored'];

  test('above a limit set by the test', async () => {
    const root = fixtureFolder({ 'small.py': 'def f\n', 'large.py': 'def f\n'.repeat(50) });
    const cache = fixtureFolder({});
    const { result } = await run(root, undefined);
    const limit = { mostBytes: 2000 };
    const cold = await run(root, cache, {}, limit);
    const warm = await run(root, cache, {}, limit);
    expect(cold.result).toEqual(result);
    expect(warm.result).toEqual(result);
    expect(cold.cache).toEqual(quiet({ misses: 2, writes: 1, skipped_large: 1, issues }));
    expect(warm.cache).toEqual(quiet({ hits: 1, misses: 1, skipped_large: 1, issues }));
    expect(warm.asked).toEqual(['large.py']);
  });

  test('above 64 MiB', async () => {
    const root = fixtureFolder({ 'large.py': `def ${'x'.repeat(64 * 1024 * 1024)}\n` });
    const cache = fixtureFolder({});
    const { cache: report } = await run(root, cache, { max_bytes: 0 });
    expect(report).toEqual(quiet({ misses: 1, skipped_large: 1, issues }));
    expect(packs(cache)).toEqual([]);
  });
});

describe('a damaged cache', () => {
  test('with flipped bits gives the same results, and is repaired', async () => {
    const root = fixtureFolder(FILES);
    const { result } = await run(root, undefined);
    const cache = fixtureFolder({});
    await run(root, cache);
    const [pack = ''] = packs(cache);
    const whole = readFileSync(pack);
    const flips = fc.array(fc.nat({ max: whole.length * 8 - 1 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(flips, async (bits) => {
        const damaged = Buffer.from(whole);
        for (const bit of bits) damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        rmSync(cache, { recursive: true });
        writeFiles('/', { [pack]: damaged });
        const next = await run(root, cache);
        expect(next.result).toEqual(result);
        if (damaged.equals(whole)) return;
        expect(next.cache?.invalid).toBeGreaterThan(0);
        expect(next.cache?.errors).toBe(0);
        expect((await run(root, cache)).cache).toEqual(quiet({ hits: CACHED, misses: NOT_CACHED }));
      }),
      { numRuns: inputSize({ quick: 10, deep: 40 }) },
    );
  });

  test('that is truncated anywhere gives the same results, and its complete entries are used', async () => {
    const root = fixtureFolder(FILES);
    const { result } = await run(root, undefined);
    const cache = fixtureFolder({});
    await run(root, cache);
    const [pack = ''] = packs(cache);
    const whole = readFileSync(pack);
    let most = 0;
    for (let length = 0; length < whole.length; length += 203) {
      writeFiles('/', { [pack]: whole });
      truncateSync(pack, length);
      const next = await run(root, cache);
      expect(next.result).toEqual(result);
      expect(next.cache?.invalid).toBe(1);
      expect(next.cache?.hits).toBeGreaterThanOrEqual(most);
      most = next.cache?.hits ?? 0;
      rmSync(cache, { recursive: true });
    }
    expect(most).toBe(CACHED);
  });

  test('with foreign files is ignored', async () => {
    const root = fixtureFolder({ 'a.py': 'def f\n' });
    const cache = fixtureFolder({});
    await run(root, cache);
    const [pack = ''] = packs(cache);
    writeFileSync(pack, 'no pack at all\n');
    const { cache: report } = await run(root, cache);
    expect(report).toEqual(quiet({ misses: 1, writes: 1, invalid: 1, issues: ['a pack is damaged'] }));
    expect(packs(cache)).toHaveLength(1);
  });

  test('with missing packs parses their files again', async () => {
    const root = fixtureFolder({});
    const cache = fixtureFolder({});
    for (const name of ['a', 'b', 'c', 'd']) {
      writeFiles(root, { [`${name}.py`]: `def ${name}\n` });
      await run(root, cache);
    }
    expect(packs(cache)).toHaveLength(4);
    for (const pack of packs(cache).slice(0, 2)) rmSync(pack);
    expect((await run(root, cache)).asked.sort()).toEqual(['a.py', 'b.py']);
  });
});

test('eight scans at once write one valid cache', async () => {
  const root = fixtureFolder(FILES);
  const cache = fixtureFolder({});
  const { result } = await run(root, undefined);
  const runs = await Promise.all(Array.from({ length: 8 }, () => run(root, cache)));
  for (const each of runs) {
    expect(each.result).toEqual(result);
    expect(each.cache?.errors).toBe(0);
    expect(each.cache?.invalid).toBe(0);
  }
  expect((await run(root, cache)).cache).toEqual(quiet({ hits: CACHED, misses: NOT_CACHED }));
  // All packs except the last one contained only entries of other packs.
  expect(packs(cache)).toHaveLength(1);
});

test('many small packs become one', async () => {
  const root = fixtureFolder({});
  const cache = fixtureFolder({});
  for (let round = 0; round < 40; round++) {
    writeFiles(root, { [`${round}.py`]: `def f${round}\n` });
    expect((await run(root, cache)).asked).toEqual([`${round}.py`]);
    expect(packs(cache).length).toBeLessThan(20);
  }
});

test('a file of a killed process is not read, and is removed after an hour', async () => {
  const root = fixtureFolder({ 'a.py': 'def f\n' });
  const cache = fixtureFolder({});
  await run(root, cache);
  const [pack = ''] = packs(cache);
  const killed = join(pack, '../.0b1c2d3e-0000-4000-8000-000000000000.partial');
  writeFileSync(killed, readFileSync(pack));
  rmSync(pack);
  expect((await run(root, cache)).cache?.hits).toBe(0);
  expect(readdirSync(join(pack, '..'))).toContain('.0b1c2d3e-0000-4000-8000-000000000000.partial');
  const then = new Date(Date.now() - 3_700_000);
  utimesSync(killed, then, then);
  await run(root, cache);
  expect(readdirSync(join(pack, '..'))).toHaveLength(1);
});

describe('system errors do not change results', () => {
  test('a cache that cannot be written', async () => {
    const root = fixtureFolder(FILES);
    const { result } = await run(root, undefined);
    await unprivileged(root, async () => {
      const closed = join(root, '../closed-cache');
      const next = await run(root, join('/proc', closed));
      expect(next.result).toEqual(result);
      expect(next.cache?.errors).toBe(1);
      expect(next.cache?.writes).toBe(0);
      expect(next.cache?.issues).toHaveLength(1);
    });
  });

  test('a read-only cache', async () => {
    const root = fixtureFolder(FILES);
    const cache = fixtureFolder({});
    await run(root, cache);
    const [space = ''] = readdirSync(cache);
    const old = new Date(Date.now() - 10 * 86_400_000);
    for (const pack of packs(cache)) utimesSync(pack, old, old);
    chmodSync(cache, 0o755);
    chmodSync(join(cache, space), 0o555);
    await unprivileged(root, async () => {
      expect((await run(root, cache)).cache).toEqual(quiet({ hits: CACHED, misses: NOT_CACHED }));
    });
  });

  test('a file at the path of the cache', async () => {
    const root = fixtureFolder({ 'a.py': 'def f\n' });
    const cache = join(fixtureFolder({ 'a file': '' }), 'a file');
    const { cache: report, asked } = await run(root, cache);
    expect(asked).toEqual(['a.py']);
    expect(report).toEqual(
      quiet({ misses: 1, errors: 2, issues: ['cannot read: it is not a folder', 'cannot write: it is not a folder'] }),
    );
  });
});

describe('its path', () => {
  test('in the project it is excluded and reported, with any options', async () => {
    const root = fixtureFolder({ 'a.py': 'def f\n', 'deep/er/x.py': '' });
    const cache = join(root, 'deep/kept');
    const cold = await run(root, cache, { all: true });
    const warm = await run(root, cache, { all: true });
    expect(warm.result).toEqual(cold.result);
    expect(warm.result).toMatchObject({
      exclusions: [{ path: 'deep/kept', kind: 'directory', reason: 'cache', rule: 'deep/kept' }],
    });
    expect(warm.cache?.hits).toBe(2);
  });

  const cases: { about: string; scanned: string; cache_dir: string; problem: string }[] = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../fixtures/cache/refused.json'), 'utf8'),
  );
  test.each(cases)('may not be $about', async ({ scanned, cache_dir, problem }) => {
    const folder = fixtureFolder({ 'work/project/a.py': '', 'work/other/': '' });
    const before = process.cwd();
    process.chdir(folder);
    try {
      const engine = createLineEngine({ jobs: 1 });
      const context = { engine, cacheDir: cache_dir };
      const failed = await scan(scanned, completeOptions({}), context).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(AnalyzerError);
      expect(failed).toMatchObject({ code: 'usage', message: problem });
    } finally {
      process.chdir(before);
    }
  });

  test('of a missing project is not created', async () => {
    const folder = fixtureFolder({});
    const missing = join(folder, 'missing');
    await expect(run(missing, join(missing, 'cache'))).rejects.toThrow('no such folder');
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(missing);
  });
});
