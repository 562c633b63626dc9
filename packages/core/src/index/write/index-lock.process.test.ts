import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { lockIndex } from './index-lock.ts';

const NOW = { patienceMs: 0 };

test('one writer at a time has the lock, and no file remains', async () => {
  const folder = fixtureFolder({});
  const target = join(folder, 'x.db');
  const lock = await lockIndex(target, 'x.db', NOW);
  await expect(lockIndex(target, 'x.db', NOW)).rejects.toMatchObject({ code: 'busy', retryable: true });
  await expect(lockIndex(target, 'x.db', NOW)).rejects.toMatchObject({ code: 'busy' });
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  (await lockIndex(target, 'x.db', NOW)).release();
});

test('many writers of one process take turns', async () => {
  const target = join(fixtureFolder({}), 'x.db');
  let inside = 0;
  const most: number[] = [];
  const work = async (): Promise<void> => {
    const lock = await lockIndex(target, 'x.db', { patienceMs: 20_000 });
    most.push(++inside);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside--;
    lock.release();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(most).toEqual(Array(8).fill(1));
});

test('the lock of another process is respected after a failed attempt, and ends with that process', async () => {
  const folder = fixtureFolder({});
  const target = join(folder, 'x.db');
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const program = `const { DatabaseSync } = require(${JSON.stringify(driver)});
    const database = new DatabaseSync(${JSON.stringify(`${target}-lock`)});
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    console.log('locked'); setInterval(() => database, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  for (let tries = 0; tries < 3; tries++) {
    await expect(lockIndex(target, 'x.db', NOW)).rejects.toMatchObject({ code: 'busy' });
  }
  child.kill('SIGKILL');
  await ended;
  (await lockIndex(target, 'x.db', NOW)).release();
  expect(readdirSync(folder)).toEqual([]);
});
