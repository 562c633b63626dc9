import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '@analyzer/core/postgres/postgres-fixture.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../bin/dashboard.js');
const RING = '100000';

/** A dashboard in a process of its own, which a test kills and starts again with the same data folder. */
class Killable {
  readonly folder = mkdtempSync(join(tmpdir(), 'dashboard-kill-'));
  readonly #store: string;
  #child: ChildProcess | undefined;
  #address = '';

  constructor(store: string) {
    this.#store = store;
  }

  async start(): Promise<void> {
    const args = [program, '--port', '0', '--data-dir', this.folder, '--ring', RING];
    const child = spawn(process.execPath, args, { env: { ...process.env, DASHBOARD_STORE: this.#store } });
    this.#child = child;
    child.stderr.resume();
    this.#address = await new Promise((resolve, reject) => {
      child.stdout.once('data', (data) => resolve(String(data).trim()));
      child.once('exit', () => reject(new Error('the dashboard ended')));
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** @returns whether the event was acknowledged as durable */
  async post(name: string): Promise<boolean> {
    try {
      const response = await fetch(`${this.#address}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ type: 'PASS', service: 's', n: name }),
        signal: AbortSignal.timeout(5_000),
      });
      return response.status === 201 && !(await response.text()).includes('"durable"');
    } catch {
      return false;
    }
  }

  /** Names of all its events, with repetitions. */
  async names(): Promise<string[]> {
    const names: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await (await fetch(`${this.#address}/events?limit=1000${cursor}`)).text();
      names.push(...[...page.matchAll(/"n":"([^"]+)"/g)].map(([, name = '']) => name));
      const next = /"cursor":"([^"]+)"/.exec(page)?.[1];
      if (next === undefined) return names;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }
}

describe.skipIf(WITHOUT_POSTGRES !== undefined)('killed dashboards with a shared store', () => {
  let postgres: TestServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  it('have each acknowledged event once, also after PostgreSQL was killed', { timeout: 120_000 }, async () => {
    const url = await postgres.database();
    const dashboards = [new Killable(url), new Killable(url), new Killable(url)];
    try {
      await Promise.all(dashboards.map((one) => one.start()));
      const acknowledged: string[] = [];
      let isOver = false;
      const agents = dashboards.map(async (one, index) => {
        for (let number = 0; !isOver; number++) {
          const name = `${index}-${number}`;
          if (await one.post(name)) acknowledged.push(name);
          else await setTimeout(20);
        }
      });
      for (let round = 0; round < 9; round++) {
        await setTimeout(150 + ((round * 97) % 250));
        if (round % 3 === 2) {
          await postgres.stop('SIGKILL');
          await setTimeout(200);
          await postgres.start();
        } else {
          const one = dashboards[round % dashboards.length];
          await one?.kill();
          await one?.start();
        }
      }
      isOver = true;
      await Promise.all(agents);
      expect(acknowledged.length).toBeGreaterThan(100);
      for (const one of dashboards) {
        const missing = async () => {
          const known = new Set(await one.names());
          return acknowledged.filter((name) => !known.has(name));
        };
        await expect.poll(missing, { timeout: 30_000, interval: 200 }).toEqual([]);
      }
      // Nothing is on its way: all of them have the same events, each once.
      const all = await Promise.all(dashboards.map(async (one) => (await one.names()).sort()));
      await expect
        .poll(async () => Promise.all(dashboards.map(async (one) => (await one.names()).length)), { timeout: 10_000 })
        .toEqual(all.map(({ length }) => length));
      for (const names of all) {
        expect(new Set(names).size).toBe(names.length);
        expect(names).toEqual(all[0]);
      }
    } finally {
      for (const one of dashboards) {
        await one.kill();
        rmSync(one.folder, { recursive: true, force: true });
      }
    }
  });
});
