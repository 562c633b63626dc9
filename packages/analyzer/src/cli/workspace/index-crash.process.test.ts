import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contentOf } from '@analyzer/core/index/fixture.ts';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { expect, test } from 'vitest';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { analyzer, folderWith, launcher } from '../fixture.ts';

const KILLS = inputSize({ quick: 8, deep: 20 });
const COMMAND = ['workspace', 'index', 'p', '--db', 'x.db', '--jobs', '1'];

const functions = (name: string) =>
  Array.from({ length: 60 }, (_, n) => `def ${name}${n}(a, b):\n    return [a + ${n}, b * ${n}, a - b]\n`).join('\n');

async function snapshotOf(db: string): Promise<string> {
  const reader = await openIndex(db);
  try {
    return reader.read(({ id }) => id);
  } finally {
    reader.close();
  }
}

/** `npm run bench -- crash` repeats this a hundred times, with a larger index. */
test(`a reindex that is killed at any of ${KILLS} moments leaves one complete index, and the next one succeeds`, async () => {
  const cwd = folderWith({ 'p/a.py': functions('f'), 'p/b.py': functions('g') });
  const db = join(cwd, 'x.db');
  const write = (version: number) => writeFileSync(join(cwd, 'p/b.py'), functions(`g${version}`));
  const states = new Map<string, unknown>();
  let duration = 0;
  for (const version of [1, 0]) {
    write(version);
    const started = performance.now();
    expect(await analyzer(COMMAND, { cwd })).toMatchObject({ code: 0 });
    duration = performance.now() - started;
    states.set(await snapshotOf(db), await contentOf(db));
  }
  expect(states.size).toBe(2);
  for (let kill = 0; kill < KILLS; kill++) {
    write((kill + 1) % 2);
    const child = spawn(process.execPath, [launcher, ...COMMAND], { cwd, stdio: 'ignore' });
    const ended = once(child, 'close');
    await Promise.race([ended, pause((duration * (kill + 0.5)) / KILLS)]);
    child.kill('SIGKILL');
    await ended;
    const now = await snapshotOf(db);
    expect([...states.keys()]).toContain(now);
    expect(await contentOf(db)).toEqual(states.get(now));
  }
  write(1);
  expect(await analyzer(COMMAND, { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf(db)).toEqual([...states.values()][0]);
  expect(readdirSync(cwd).sort()).toEqual(['p', 'x.db']);
}, 120_000);
