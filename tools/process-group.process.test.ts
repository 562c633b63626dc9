import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const groups = pathToFileURL(join(import.meta.dirname, 'process-group.mjs')).href;

/** Starts a server, prints its process id, and then waits for another process without handling signals. */
const PROGRAM = `
import { spawn, spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
writeSync(1, 'server ' + server.pid + '\\n');
if (process.argv[2] === 'wait') spawnSync(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
process.exit(7);
`;

/** @returns the process id of the server, and the exit code of the runner */
function started(mode: string): { runner: ReturnType<typeof spawn>; server: Promise<number>; code: Promise<unknown> } {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-group-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  const args = [join(folder, 'program.mjs'), mode];
  writeFileSync(
    join(folder, 'runner.mjs'),
    `import { runGroup } from '${groups}';\nprocess.exitCode = await runGroup(${JSON.stringify(args)});\n`,
  );
  const runner = spawn(process.execPath, [join(folder, 'runner.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void runner.kill('SIGKILL'));
  const server = new Promise<number>((resolve) => {
    runner.stdout.setEncoding('utf8').once('data', (text: string) => resolve(Number(/\d+/.exec(text)?.[0])));
  });
  return { runner, server, code: new Promise((resolve) => runner.on('close', resolve)) };
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a program that waits, and the server that it started',
  async (signal) => {
    const { runner, server, code } = started('wait');
    const id = await server;
    runner.kill(signal);
    expect(await code).toBe(130);
    await expect.poll(() => isAlive(id), { timeout: 20_000 }).toBe(false);
  },
);

test('the end of a program ends the server that it left, and its exit code remains', async () => {
  const { server, code } = started('end');
  const id = await server;
  expect(await code).toBe(7);
  await expect.poll(() => isAlive(id), { timeout: 20_000 }).toBe(false);
});
