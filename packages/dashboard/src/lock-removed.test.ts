import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Locked, takeLock } from './log/lock.ts';
import { stopServers, testServer } from './testing/test-server.ts';

afterEach(stopServers);

it('locks the folder again after the lock was removed, and continues', async () => {
  const journal: string[] = [];
  let lost = false;
  const server = await testServer({
    journal: (event) => journal.push(event),
    onLockLost: () => {
      lost = true;
    },
  });
  for (let round = 1; round <= 2; round++) {
    rmSync(join(server.folder, 'lock.sock'));
    await expect
      .poll(() => journal.filter((event) => event === 'lock-restored').length, { timeout: 5_000 })
      .toBe(round);
    const refused = await takeLock(server.folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Locked);
    expect(refused).toMatchObject({ holder: { pid: process.pid, address: server.address } });
    expect((await server.post('{"type":"PASS"}')).status).toBe(201);
  }
  expect(lost).toBe(false);
  await server.stop();
  expect(existsSync(join(server.folder, 'lock.sock'))).toBe(false);
});

it('stops when another process has locked the folder', async () => {
  let lost = false;
  const server = await testServer({
    onLockLost: () => {
      lost = true;
    },
  });
  rmSync(join(server.folder, 'lock.sock'));
  const other = await takeLock(server.folder).catch(() => undefined);
  if (other === undefined) throw new Error('the server locked the folder first');
  await expect.poll(() => lost, { timeout: 5_000 }).toBe(true);
  expect(other.isHeld()).toBe(true);
  await other.release();
});
