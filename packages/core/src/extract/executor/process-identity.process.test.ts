import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { endGroup } from './process-group.ts';
import { mayStillRun, processStart } from './process-identity.ts';

const STARTER = `
const [command, ...args] = process.argv.slice(1);
console.log(require('node:child_process').spawn(command, args, { detached: true, stdio: 'ignore' }).pid);
setInterval(() => undefined, 60_000);
`;

/**
 * Starts a process group under a parent that never reads its exit status, like the first process of a container without
 * init.
 */
async function startGroup(...command: string[]): Promise<number> {
  const parent = spawn(process.execPath, ['-e', STARTER, ...command], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    parent.kill('SIGKILL');
  });
  const [line] = await once(parent.stdout, 'data');
  parent.kill('SIGSTOP');
  const group = Number(String(line));
  onTestFinished(() => endGroup(group, 'SIGKILL'));
  return group;
}

async function untilEnded(pid: number): Promise<void> {
  while (processStart(pid) !== undefined) await setTimeout(10);
}

test('a process that runs is identified by its start time', async () => {
  const pid = await startGroup('sleep', '60');
  const start = processStart(pid);
  expect(start).toEqual(expect.any(String));
  expect(mayStillRun(pid, start ?? null, pid)).toBe(true);
  expect(mayStillRun(pid, 'another time', pid)).toBe(false);
});

test('a group of zombies does not run', async () => {
  const pid = await startGroup('sleep', '60');
  const start = processStart(pid) ?? null;
  endGroup(pid, 'SIGKILL');
  await untilEnded(pid);
  // A signal still reaches the zombie.
  expect(() => process.kill(-pid, 0)).not.toThrow();
  expect(mayStillRun(pid, start, pid)).toBe(false);
});

test('a group runs while one of its processes does', async () => {
  const pid = await startGroup('sh', '-c', 'sleep 60 & exit');
  await untilEnded(pid);
  expect(mayStillRun(pid, null, pid)).toBe(true);
  endGroup(pid, 'SIGKILL');
  while (mayStillRun(pid, null, pid)) await setTimeout(10);
});
