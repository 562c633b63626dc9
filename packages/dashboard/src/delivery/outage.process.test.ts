import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listening } from '../testing/test-site.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/dashboard.js');
const SERVICES = 400;

let child: ChildProcess | undefined;
let receiver: Server | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
  receiver?.closeAllConnections();
  receiver?.close();
});

async function start(folder: string): Promise<string> {
  const started = spawn(process.execPath, [PROGRAM, '--port', '0', '--settings', 'settings.json'], { cwd: folder });
  child = started;
  return new Promise((resolve) => started.stdout.once('data', (data) => resolve(String(data).trim())));
}

/** A folder with the settings of a webhook. */
function folderFor(port: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-outage-'));
  const channels = [{ name: 'ops', type: 'webhook', url: `http://127.0.0.1:${port}/`, secret: 'x' }];
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ channels }));
  return folder;
}

async function killed(process: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => process.once('exit', resolve));
  process.kill('SIGKILL');
  await ended;
}

it('each of 400 failing services is notified although receiver and server end again and again', {
  timeout: 180_000,
}, async () => {
  const told = new Set<string>();
  const listen = async (port: number): Promise<number> => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        told.add(String(JSON.parse(body).data.service));
        response.writeHead(204).end();
      });
    });
    if (port === 0) return listening(receiver);
    await new Promise<void>((resolve) => receiver?.listen(port, '127.0.0.1', resolve));
    return port;
  };
  const port = await listen(0);
  const folder = folderFor(port);
  let address = await start(folder);
  for (let round = 0; round < 5; round++) {
    const lines = Array.from({ length: SERVICES / 5 }, (_, i) =>
      JSON.stringify({ type: 'HEALTH_TRANSITION', service: `s${round}-${i}`, from: 'up', to: 'down' }),
    );
    const headers = { 'Content-Type': 'application/x-ndjson' };
    await fetch(`${address}/events/batch`, { method: 'POST', headers, body: lines.join('\n') });
    // The receiver is away for some time, and the server is killed while messages wait.
    receiver?.closeAllConnections();
    await new Promise((resolve) => receiver?.close(resolve));
    await new Promise((resolve) => setTimeout(resolve, 200 * round));
    if (round >= 2 && child !== undefined) {
      await killed(child);
      address = await start(folder);
    }
    await listen(port);
  }
  await expect.poll(() => told.size, { timeout: 120_000 }).toBe(SERVICES);
});

it('the first failure after the first start is notified although the server is killed at once', async () => {
  let body = '';
  receiver = createServer((request, response) => {
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => response.writeHead(204).end());
  });
  const port = await listening(receiver);
  await new Promise((resolve) => receiver?.close(resolve));
  const folder = folderFor(port);
  const event = JSON.stringify({ type: 'HEALTH_TRANSITION', service: 'shop', from: 'up', to: 'down' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${await start(folder)}/events`, { method: 'POST', headers, body: event });
  expect(answer.status).toBe(201);
  if (child !== undefined) await killed(child);
  await new Promise<void>((resolve) => receiver?.listen(port, '127.0.0.1', resolve));
  await start(folder);
  await expect.poll(() => body, { timeout: 20_000 }).toContain('"service":"shop"');
  expect(JSON.parse(body).text).toContain('down');
}, 60_000);
