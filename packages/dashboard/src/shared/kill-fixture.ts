import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestServer } from '@analyzer/core/postgres/postgres-fixture.ts';

/** All events must be listed at the end. */
const RING = 100_000;
const POST_MS = 5_000;
const POLL_MS = 200;
const REPLAY_MS = 60_000;
const PAGE = 1_000;

/** A dashboard in a process of its own, which is killed and started again with the same data folder. */
class Killable {
  readonly folder = mkdtempSync(join(tmpdir(), 'dashboard-kill-'));
  readonly #program: string;
  readonly #store: string;
  #child: ChildProcess | undefined;
  #address = '';

  constructor(program: string, store: string) {
    this.#program = program;
    this.#store = store;
  }

  async start(): Promise<void> {
    const args = [this.#program, '--port', '0', '--data-dir', this.folder, '--ring', String(RING)];
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
        signal: AbortSignal.timeout(POST_MS),
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
      const page = await (await fetch(`${this.#address}/events?limit=${PAGE}${cursor}`)).text();
      names.push(...[...page.matchAll(/"n":"([^"]+)"/g)].map(([, name = '']) => name));
      const next = /"cursor":"([^"]+)"/.exec(page)?.[1];
      if (next === undefined) return names;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }
}

export interface KillPlan {
  /** The installed program. */
  program: string;
  postgres: TestServer;
  dashboards: number;
  /** Clients of each dashboard, which send one event after another. */
  clients: number;
  /** Time between two events of a client. */
  pauseMs: number;
  /** Kills: every third one of PostgreSQL, the others of a dashboard. */
  rounds: number;
}

export interface KillOutcome {
  acknowledged: number;
  kills: number;
  serverKills: number;
  /** Acknowledged events that a dashboard does not list after a minute, of all dashboards. */
  lost: number;
  /** Events that a dashboard lists again, of all dashboards. */
  duplicates: number;
  /** Dashboards that do not list the events of the first one. */
  different: number;
}

/** Sends events to dashboards with one shared store, while some of them and PostgreSQL are killed and started again. */
export async function killDashboards({ program, postgres, rounds, ...plan }: KillPlan): Promise<KillOutcome> {
  const url = await postgres.database();
  const dashboards = Array.from({ length: plan.dashboards }, () => new Killable(program, url));
  try {
    await Promise.all(dashboards.map((one) => one.start()));
    const acknowledged: string[] = [];
    let isOver = false;
    const clients = dashboards.flatMap((one, at) =>
      Array.from({ length: plan.clients }, async (_, client) => {
        // An event without an answer may be stored: half of the space is for such events.
        for (let number = 0; !isOver && acknowledged.length < RING / 2; number++) {
          const name = `${at}-${client}-${number}`;
          if (await one.post(name)) acknowledged.push(name);
          await setTimeout(plan.pauseMs);
        }
      }),
    );
    let serverKills = 0;
    for (let round = 0; round < rounds; round++) {
      await setTimeout(150 + ((round * 97) % 250));
      if (round % 3 === 2) {
        await postgres.stop('SIGKILL');
        await setTimeout(POLL_MS);
        await postgres.start();
        serverKills++;
      } else {
        const one = dashboards[round % dashboards.length];
        await one?.kill();
        await one?.start();
      }
    }
    isOver = true;
    await Promise.all(clients);
    const lost = await missingAfterReplay(dashboards, acknowledged);
    const all = await settled(dashboards);
    const duplicates = all.reduce((sum, names) => sum + names.length - new Set(names).size, 0);
    const [first = []] = all;
    const different = all.filter((names) => names.join() !== first.join()).length;
    return { acknowledged: acknowledged.length, kills: rounds - serverKills, serverKills, lost, duplicates, different };
  } finally {
    for (const one of dashboards) {
      await one.kill();
      rmSync(one.folder, { recursive: true, force: true });
    }
  }
}

/** @returns the number of events that dashboards do not list, when it is 0 or after a minute */
async function missingAfterReplay(dashboards: readonly Killable[], acknowledged: readonly string[]): Promise<number> {
  for (const end = performance.now() + REPLAY_MS; ; await setTimeout(POLL_MS)) {
    let missing = 0;
    for (const one of dashboards) {
      const known = new Set(await one.names());
      missing += acknowledged.filter((name) => !known.has(name)).length;
    }
    if (missing === 0 || performance.now() > end) return missing;
  }
}

/** The sorted names of each dashboard, when none is on its way: events without an answer may come later. */
async function settled(dashboards: readonly Killable[]): Promise<string[][]> {
  const read = () => Promise.all(dashboards.map(async (one) => (await one.names()).sort()));
  const counts = (all: readonly string[][]) => all.map(({ length }) => length).join();
  let before = await read();
  for (const end = performance.now() + REPLAY_MS; ; ) {
    await setTimeout(POLL_MS);
    const all = await read();
    if (counts(all) === counts(before) || performance.now() > end) return all;
    before = all;
  }
}
