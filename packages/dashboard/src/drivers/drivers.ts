import type { Capture } from '@analyzer/web/dashboard/capture-data';
import type { CaptureStore } from '../captures/capture-store.ts';
import type { KeptCapture } from '../captures/kept.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Journal } from '../operate/journal.ts';
import type { EventStore } from '../store/event-store.ts';
import { DriverCounters } from './driver-counters.ts';
import { type DriverPool, QueueFull } from './driver-pool.ts';
import type { Job, Outcome, ProbeResult } from './jobs.ts';

/** What the user allowed and where things are. */
export interface DriverSettings {
  /** Exact origins that may be asked, as `originIn` gives them. */
  origins: readonly string[];
  /** Path of a Chromium; searched for when it is not given. */
  browser: string | undefined;
  sandbox: boolean;
  /** The remote browser; not set, there is none. */
  remote: { url: URL; token: string | null } | undefined;
}

/** What is known of the remote browser. */
export type RemoteState = { reachable: false; problem: string } | ({ reachable: true } & ProbeResult);

/** How long an answer of the remote browser about itself holds, in milliseconds. */
const PROBE_HOLDS_MS = 10_000;

export interface DriverParts {
  store: EventStore;
  captures: CaptureStore;
  pool: DriverPool;
  /** For what must not wait behind captures. */
  probes: DriverPool;
  journal: Journal;
}

/** All that the routes of the drivers stand on. */
export class Drivers {
  readonly settings: DriverSettings;
  readonly store: EventStore;
  readonly captures: CaptureStore;
  readonly pool: DriverPool;
  readonly counters = new DriverCounters();
  readonly #probes: DriverPool;
  readonly #journal: Journal;
  #remote: { at: number; state: Promise<RemoteState | null> } | undefined;

  constructor(settings: DriverSettings, parts: DriverParts) {
    this.settings = settings;
    this.store = parts.store;
    this.captures = parts.captures;
    this.pool = parts.pool;
    this.#probes = parts.probes;
    this.#journal = parts.journal;
  }

  /** @throws HttpProblem 429 when too many wait */
  async run<J extends Job>(job: J): Promise<Outcome<J['kind']>> {
    try {
      const outcome = await this.pool.run(job);
      if ('failure' in outcome) {
        const { failure } = outcome;
        if (failure.kind === 'refused') this.counters.refusals[failure.reason]++;
        this.#journal(failure.kind === 'refused' ? 'target-refused' : 'driver-failed', { job: job.kind, ...failure });
      }
      return outcome;
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      this.counters.turnedAway++;
      throw new HttpProblem(429, 'Too many captures wait already', { 'Retry-After': '10' });
    }
  }

  /** Asks the remote browser, not more often than every few seconds. @returns null where there is none */
  remoteState(): Promise<RemoteState | null> {
    const now = this.store.clock.elapsed();
    if (this.#remote === undefined || now - this.#remote.at > PROBE_HOLDS_MS) {
      this.#remote = { at: now, state: this.#probe() };
    }
    return this.#remote.state;
  }

  async #probe(): Promise<RemoteState | null> {
    const { remote } = this.settings;
    if (remote === undefined) return null;
    const outcome = await this.#probes.run({ kind: 'probe', upstream: remote.url.href, token: remote.token });
    if ('failure' in outcome) return { reachable: false, problem: outcome.failure.message };
    return { reachable: true, ...outcome.result };
  }

  /** Keeps a capture. @throws HttpProblem 503 when the disk takes nothing */
  async keep(capture: Omit<KeptCapture, 'id'>): Promise<Capture> {
    try {
      return await this.captures.add(capture);
    } catch (error) {
      this.#journal('capture-not-kept', { error: String(error) });
      throw new HttpProblem(503, 'The disk takes no capture', { 'Retry-After': '60' });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.#probes.close()]);
    await this.captures.close();
  }
}
