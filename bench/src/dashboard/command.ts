// Guards: rate, latency, memory and kept events of the event backend. Takes: not measured.
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { eventRequest, exchange, load, type Measured, opened } from './client.ts';
import { peakMb, processorMs, residentMb, startBare, startDashboard, stop } from './server.ts';

const PARTS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  load: loadPart,
  ingest: ingestPart,
  read: readPart,
  boot: bootPart,
  memory: memoryPart,
  slow: slowPart,
  crash: crashPart,
};

/** Measures the event backend: all parts, or one named part. */
export async function dashboardCommand(name?: string): Promise<void> {
  const chosen = Object.entries(PARTS).filter(([part]) => name === undefined || part === name);
  if (chosen.length === 0) throw new Error(`no such part: ${name}; there are ${Object.keys(PARTS).join(', ')}`);
  for (const [part, run] of chosen) {
    // In the folder of the bench: the system's temporary folder may be in memory.
    const folder = mkdtempSync(join(import.meta.dirname, 'dashboard-'));
    try {
      console.log(`\n${part}`);
      await run(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

const EVENT = { type: 'REGRESSION', service: 'bench', status: 'fail', stage: 'quick', timestamp: 1_730_000_000 };
const SMALL = 1_500;

function show(name: string, { answers, refused, perSecond, p50, p99, most }: Measured): void {
  const ms = (time: number): string => `${time.toFixed(1)} ms`;
  console.log(
    `  ${name.padEnd(36)} ${Math.round(perSecond)}/s, p50 ${ms(p50)}, p99 ${ms(p99)}, slowest ${ms(most)}, ${answers} answers, ${refused} refused`,
  );
}

/** Fails the bench at its end if a budget is missed. */
function requireBudget(what: string, isMet: boolean): void {
  if (isMet) return;
  console.log(`  NOT KEPT: ${what}`);
  process.exitCode = 1;
}

/** The same load on the bare server and on ours, alternately, so that both use the disk in the same state. */
async function loadPart(folder: string): Promise<void> {
  for (const { name, clients, fresh } of [
    { name: 'keep-alive', clients: 64, fresh: false },
    { name: 'one connection each', clients: 32, fresh: true },
  ]) {
    const rates = { bare: 0, ours: 0 };
    const least = fresh ? 300 : 1_000;
    for (let turn = 0; turn < 2; turn++) {
      for (const who of ['bare', 'ours'] as const) {
        const path = join(folder, `${name}-${turn}-${who}`);
        const { child, port } = await (who === 'bare' ? startBare(path) : startDashboard(path));
        const request = eventRequest(port, EVENT, SMALL);
        await load({ port, clients, fresh, request: () => request, until: { ms: 1_000 } });
        const measured = await load({ port, clients, fresh, request: () => request, until: { ms: 6_000 } });
        show(`${name}, ${who}`, measured);
        rates[who] += measured.perSecond;
        if (who === 'ours') {
          requireBudget(`${least} a second`, measured.perSecond >= least);
          requireBudget(
            'p99 below 500 ms, no answer over 1.5 s, none refused',
            measured.p99 < 500 && measured.most < 1_500 && measured.refused === 0,
          );
        }
        await stop(child, 'SIGTERM');
      }
    }
    console.log(`  ${name}: ${(rates.ours / rates.bare).toFixed(2)} of the bare server's rate`);
    requireBudget('half the rate of the bare server', rates.ours >= 0.5 * rates.bare);
  }
}

/** Events of 100 services. To compare two versions, run this part in both, in turns. */
async function ingestPart(folder: string): Promise<void> {
  const { child, port } = await startDashboard(folder);
  const idle = residentMb(child);
  const types = ['REGRESSION', 'PASS', 'PASS', 'PASS'];
  const requests = Array.from({ length: 500 }, (_, i) =>
    eventRequest(port, { ...EVENT, type: types[i % 4], service: `bench-${i % 100}`, file: `${i % 5}.spec` }, 1_200),
  );
  const request = (number: number): Buffer => requests[number % requests.length] ?? Buffer.of();
  const started = processorMs(child);
  const measured = await load({ port, clients: 64, fresh: false, request, until: { requests: 20_000 } });
  show('events of 1.2 kB', measured);
  const peak = peakMb(child);
  const processor = processorMs(child) - started;
  console.log(
    `  ${Math.round(idle)} MB at the start, at most ${Math.round(peak)} MB; ${processor} ms of processor time`,
  );
  requireBudget('160 MB', peak < 160);
  await stop(child, 'SIGTERM');
}

async function readPart(folder: string): Promise<void> {
  const { child, port } = await startDashboard(folder);
  await load({
    port,
    clients: 20,
    fresh: false,
    request: () => eventRequest(port, EVENT, SMALL),
    until: { requests: 1_000 },
  });
  const request = Buffer.from(`GET /events?limit=200 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  const still = await load({ port, clients: 8, fresh: false, request: () => request, until: { ms: 5_000 } });
  show('GET /events?limit=200', still);
  requireBudget('500 a second', still.perSecond >= 500);
  // Alternates with a POST, so that responses differ.
  const post = eventRequest(port, EVENT, SMALL);
  const both = await load({
    port,
    clients: 8,
    fresh: false,
    request: (number) => (number % 2 === 0 ? post : request),
    until: { ms: 5_000 },
  });
  show('the same, each after a POST', both);
  console.log(`  of these, answers to GET: ${Math.round(both.perSecond / 2)}/s`);
  requireBudget('500 a second while the ring changes with every request', both.perSecond / 2 >= 500);
  await stop(child, 'SIGTERM');
}

/** A log of 1 GB in the format of an older backend. */
async function bootPart(folder: string): Promise<void> {
  const file = createWriteStream(join(folder, 'events.jsonl'));
  const line = `${JSON.stringify({ ...EVENT, reason: 'x'.repeat(1_000) })}\n`;
  const block = Buffer.from(line.repeat(1_000));
  for (let size = 0; size < 1e9; size += block.length) if (!file.write(block)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
  const { child, bootMs } = await startDashboard(folder);
  console.log(`  boot with 1 GB: ${Math.round(bootMs)} ms, ${Math.round(residentMb(child))} MB`);
  requireBudget('2 seconds', bootMs < 2_000);
  await stop(child, 'SIGTERM');
}

async function memoryPart(folder: string): Promise<void> {
  const { child, port } = await startDashboard(folder);
  const request = eventRequest(port, EVENT, 64_000);
  const measured = await load({ port, clients: 8, fresh: false, request: () => request, until: { requests: 5_000 } });
  show('events of 64 kB', measured);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const memory = residentMb(child);
  console.log(`  ring of 1000 × 64 kB: ${Math.round(memory)} MB`);
  requireBudget('200 MB', memory < 200);
  await stop(child, 'SIGTERM');
}

/** Sockets that send a byte now and then, readers that never read, and 1 GB of events beside them. */
async function slowPart(folder: string): Promise<void> {
  const { child, port } = await startDashboard(folder);
  const slow = await Promise.all(Array.from({ length: 500 }, () => opened(port)));
  const dripping = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write('G');
  }, 1_000);
  const readers = await Promise.all(Array.from({ length: 200 }, () => opened(port)));
  for (const reader of readers) {
    reader.pause();
    reader.write(`GET /events/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  }
  const request = eventRequest(port, EVENT, 60_000);
  const memory: number[] = [];
  const watching = setInterval(() => memory.push(Math.round(residentMb(child))), 2_000);
  const measured = await load({ port, clients: 4, fresh: false, request: () => request, until: { requests: 17_000 } });
  clearInterval(watching);
  show('1 GB of events', measured);
  clearInterval(dripping);
  const cutOff = (sockets: readonly Socket[]): number => sockets.filter(({ destroyed }) => destroyed).length;
  console.log(`  memory in MB: ${memory.join(', ')}; cut off: ${cutOff(slow)} of 500 slow sockets`);
  requireBudget('p99 below 100 ms', measured.p99 < 100);
  // The ring is full after the first tenth.
  const half = memory.length >> 1;
  requireBudget(
    'memory that does not grow',
    Math.max(...memory.slice(half)) < 1.2 * Math.max(...memory.slice(0, half)),
  );
  requireBudget('every slow socket cut off', cutOff(slow) === slow.length);
  for (const socket of [...slow, ...readers]) socket.destroy();
  await stop(child, 'SIGTERM');
}

const ROUNDS = 100;
const POSTERS = 20;

/** Kills the server at random moments; every acknowledged event must be stored exactly once. */
async function crashPart(folder: string): Promise<void> {
  let acknowledged = 0;
  let lost = 0;
  let twice = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(folder, `round-${round % 2}`);
    const { child, port } = await startDashboard(path);
    const logged: string[] = [];
    const poster = async (who: number): Promise<void> => {
      const socket = await opened(port);
      for (let i = 0; i < 40; i++) {
        const n = `${round}x${who}x${i}`;
        if ((await exchange(socket, eventRequest(port, { ...EVENT, n }, 300))) === 201) logged.push(n);
      }
      socket.destroy();
    };
    const posting = Promise.allSettled(Array.from({ length: POSTERS }, (_, who) => poster(who)));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 250));
    await stop(child, 'SIGKILL');
    await posting;
    const again = await startDashboard(path);
    const answer = await fetch(`http://127.0.0.1:${again.port}/events?limit=1000`);
    const { items }: { items: { n: string }[] } = JSON.parse(await answer.text());
    const found = items.map(({ n }) => n).filter((n) => n.startsWith(`${round}x`));
    acknowledged += logged.length;
    lost += logged.filter((n) => !found.includes(n)).length;
    twice += found.length - new Set(found).size;
    await stop(again.child, 'SIGTERM');
  }
  console.log(`  ${ROUNDS} kills: ${acknowledged} events acknowledged, ${lost} lost, ${twice} twice`);
  if (lost + twice > 0) throw new Error('an acknowledged event is not there once');
}
