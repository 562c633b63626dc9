import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderWith, launcher, runChild } from '../fixture.ts';

const missing = NATIVE_MISSING ?? '';
const core = fileURLToPath(new URL('../../../../core/src', import.meta.url));
/** A hundred files, whose scan takes long enough to be killed during it. */
const larger = join(core, 'relate');
/** Nine files in three folders, each of which creates a pack. */
let project = '';
let parts: string[] = [];
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'project-'));
  parts = ['calls', 'align', 'groups'].map((part) => join(project, part));
  for (const part of parts) {
    const folder = join(larger, basename(part));
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    for (const name of files.sort().slice(0, 3)) cpSync(join(folder, name), join(part, name));
  }
});

interface Found {
  result: object;
  cache: { hits: number; misses: number; writes: number; invalid: number; errors: number; issues: string[] };
  stderr: string;
}

interface Program {
  name: string;
  command: readonly [file: string, ...args: string[]];
}

const programs: Program[] = [
  { name: 'analyzer --engine portable', command: [process.execPath, launcher, 'scan', '--engine', 'portable'] },
  { name: `analyzer --engine native${missing}`, command: [process.execPath, launcher, 'scan', '--engine', 'native'] },
  { name: `analyzer-rs${missing}`, command: [BUILT_HERE, 'scan'] },
];

/** @param shell Bash code around the program */
async function scanned({ command }: Program, folder: string, cache?: string, shell?: string): Promise<Found> {
  const args = [...command, folder, '--format', 'json', ...(cache === undefined ? [] : ['--cache-dir', cache])];
  const [file = '', ...rest] = shell === undefined ? args : ['bash', '-c', shell, 'bash', ...args];
  const { code, stdout, stderr } = await runChild(file, rest);
  expect(code).toBe(0);
  const { runtime, ...result } = JSON.parse(stdout);
  return { result, cache: runtime.cache, stderr };
}

function packs(cache: string): string[] {
  const names = existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter((name) => name.endsWith('.pack')).map((name) => join(cache, name));
}

/** Kills a scan after it has started to write a pack. */
async function killedWhileWriting({ command: [file, ...args] }: Program, folder: string, cache: string): Promise<void> {
  const child = spawn(file, [...args, folder, '--cache-dir', cache], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const isWriting = () =>
    existsSync(cache) &&
    readdirSync(cache, { recursive: true, encoding: 'utf8' }).some((it) => it.endsWith('.partial'));
  while (child.exitCode === null && !isWriting()) await setTimeout(1);
  child.kill('SIGKILL');
  await ended;
}

/** Waits until a worker process, which ends after its killed parent, stops writing. */
async function settled(cache: string): Promise<void> {
  const names = () => readdirSync(cache, { recursive: true, encoding: 'utf8' }).sort().join('\n');
  for (let before = ''; before !== names(); ) {
    before = names();
    await setTimeout(500);
  }
}

const uncached = new Map<string, Promise<object>>();

/** The result of a scan without a cache, which each folder and program need once. */
function resultOf(program: Program, folder: string): Promise<object> {
  const key = `${program.name} ${folder}`;
  const known = uncached.get(key) ?? scanned(program, folder).then(({ result }) => result);
  uncached.set(key, known);
  return known;
}

describe.each(programs)('$name --cache-dir', { timeout: 120_000 }, (program) => {
  const isSkipped = missing !== '' && program.command.includes('portable') === false;

  test.skipIf(isSkipped)('eight at once give correct results, and write a readable cache', async () => {
    const cache = join(folderWith({}), 'kept');
    const result = await resultOf(program, project);
    const runs = await Promise.all(Array.from({ length: 8 }, () => scanned(program, project, cache)));
    for (const run of runs) {
      expect(run.result).toEqual(result);
      expect(run.cache).toMatchObject({ invalid: 0, errors: 0, issues: [] });
    }
    const next = await scanned(program, project, cache);
    expect(next.result).toEqual(result);
    expect(next.cache).toMatchObject({ misses: 0, invalid: 0, errors: 0 });
  });

  test.skipIf(isSkipped)('a scan killed while it writes leaves only valid entries', async () => {
    const cache = join(folderWith({}), 'kept');
    const result = await resultOf(program, larger);
    await killedWhileWriting(program, larger, cache);
    await settled(cache);
    const kept = packs(cache).length;
    const next = await scanned(program, larger, cache);
    expect(next.result).toEqual(result);
    expect(next.cache).toMatchObject({ invalid: 0, errors: 0, issues: [] });
    // Packs without their final name are lost.
    if (kept === 0) expect(next.cache.hits).toBe(0);
    expect((await scanned(program, larger, cache)).cache).toMatchObject({ misses: 0, invalid: 0 });
  });

  test.skipIf(isSkipped)('a scan on a full disk reports it once, and leaves only valid entries', async () => {
    const cache = join(folderWith({}), 'kept');
    const result = await resultOf(program, project);
    // A limit of file sizes has the same effect as a full disk; the signal that comes with it is ignored.
    const full = await scanned(program, project, cache, 'trap "" XFSZ; ulimit -f 8; exec "$@"');
    expect(full.result).toEqual(result);
    expect(full.cache).toMatchObject({ hits: 0, writes: 0, invalid: 0, errors: 1 });
    expect(full.stderr).toBe(
      'The parse cache could not be used completely: cannot write: the file would exceed the size limit. ' +
        'Results are not affected, but the next run takes longer.\n',
    );
    expect(packs(cache)).toEqual([]);
    const next = await scanned(program, project, cache);
    expect(next.result).toEqual(result);
    expect(next.cache).toMatchObject({ hits: 0, invalid: 0, errors: 0 });
  });

  test.skipIf(isSkipped)('a diff reports a cache that cannot be written too', async () => {
    const notAFolder = join(folderWith({ 'a file': '' }), 'a file');
    const [file, ...args] = program.command.map((word) => (word === 'scan' ? 'diff' : word));
    const [before = '', after = ''] = parts;
    const { code, stderr } = await runChild(file ?? '', [...args, before, after, '--cache-dir', notAFolder]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^The parse cache could not be used completely: cannot read: it is not a folder; .*\n$/);
  });

  test.skipIf(isSkipped)('a partially deleted and damaged cache is repaired, and results do not change', async () => {
    const cache = join(folderWith({}), 'kept');
    const result = await resultOf(program, project);
    for (const part of parts) await scanned(program, part, cache);
    const [first = '', ...others] = packs(cache);
    expect(others).toHaveLength(parts.length - 1);
    rmSync(first);
    for (const pack of others) {
      const bytes = readFileSync(pack);
      for (let at = 100; at < bytes.length; at += 5000) bytes[at] = (bytes[at] ?? 0) ^ 4;
      writeFileSync(pack, bytes);
    }
    const next = await scanned(program, project, cache);
    expect(next.result).toEqual(result);
    expect(next.cache.invalid).toBeGreaterThan(0);
    expect(next.cache.errors).toBe(0);
    const repaired = await scanned(program, project, cache);
    expect(repaired.result).toEqual(result);
    expect(repaired.cache).toMatchObject({ misses: 0, invalid: 0, errors: 0 });
  });
});
