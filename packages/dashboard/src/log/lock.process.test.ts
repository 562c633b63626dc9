import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Locked, takeLock } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'dashboard-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('refuses a second holder and names the first', async () => {
  const lock = await takeLock(folder);
  lock.announce('http://127.0.0.1:1');
  const refused = await takeLock(folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Locked);
  expect(refused).toMatchObject({ holder: { pid: process.pid, address: 'http://127.0.0.1:1' } });
  await lock.release();
  expect(existsSync(join(folder, 'lock.sock'))).toBe(false);
  await (await takeLock(folder)).release();
});

it('replaces the lock of a killed process', async () => {
  const path = join(folder, 'lock.sock');
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
  expect(existsSync(path)).toBe(true);
  const lock = await takeLock(folder);
  expect(lock.isHeld()).toBe(true);
  await lock.release();
});

it('gives a stale lock to one of many processes', async () => {
  const path = join(folder, 'lock.sock');
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder)));
  const holders = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(holders.filter((lock) => lock.isHeld())).toHaveLength(1);
  for (const lock of holders) await lock.release();
});

it.runIf(process.platform === 'linux')('locks a folder whose path is too long for a socket', async () => {
  const deep = join(folder, 'x'.repeat(120));
  mkdirSync(deep);
  const lock = await takeLock(deep);
  await expect(takeLock(deep)).rejects.toThrow(Locked);
  await lock.release();
  await (await takeLock(deep)).release();
});
