import type { Capture } from '@analyzer/contracts/pages/captures';
import type { CaptureStore } from '../captures/capture-store.ts';
import type { StoredCapture } from '../captures/stored-capture.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Journal } from '../operate/journal.ts';
import type { EventStore } from '../store/event-store.ts';
import { CaptureFailures } from './capture-failures.ts';
import { DriverCounters } from './driver-counters.ts';
import { type DriverPool, QueueFull } from './driver-pool.ts';
import type { Job, Outcome, ProbeResult } from './jobs.ts';

/** Settings of the drivers. */
export interface DriverSettings {
  /** Origins that may be requested, as `originIn` returns them. */
  origins: readonly string[];
  /** Path of a Chromium; undefined: searched for. */
  browser: string | undefined;
  sandbox: boolean;
  /** URL of the remote browser; undefined: none. */
  remote: { url: URL; token: string | null } | undefined;
}

/** Last known state of the remote browser. */
export type RemoteState = { reachable: false; problem: string } | ({ reachable: true } & ProbeResult);

/** How long the state of the remote browser is valid, in milliseconds. */
const PROBE_VALID_MS = 10_000;

export interface DriverParts {
  store: EventStore;
  captures: CaptureStore;
  pool: DriverPool;
  /** For jobs that must not wait for captures. */
  probes: DriverPool;
  journal: Journal;
}

/** What the routes of the drivers use. */
export class Drivers {
  readonly settings: DriverSettings;
  readonly store: EventStore;
  readonly captures: CaptureStore;
  readonly pool: DriverPool;
  readonly counters = new DriverCounters();
  readonly failures = new CaptureFailures();
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

  /** @throws HttpProblem 429 if too many jobs wait */
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
      throw new HttpProblem(429, 'Too many captures are waiting', { 'Retry-After': '10' });
    }
  }

  /** Requests the state of the remote browser, at most every few seconds. @returns null without a remote browser */
  remoteState(): Promise<RemoteState | null> {
    const now = this.store.clock.elapsed();
    if (this.#remote === undefined || now - this.#remote.at > PROBE_VALID_MS) {
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

  /** Stores a capture. @throws HttpProblem 503 if it cannot be written */
  async storeCapture(capture: Omit<StoredCapture, 'id'>): Promise<Capture> {
    try {
      return await this.captures.add(capture);
    } catch (error) {
      this.#journal('capture-not-stored', { error: String(error) });
      throw new HttpProblem(503, 'The capture could not be written', { 'Retry-After': '60' });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.#probes.close()]);
    await this.captures.close();
  }
}
