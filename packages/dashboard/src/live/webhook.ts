import { randomUUID } from 'node:crypto';
import { type DriverPool, QueueFull } from '../drivers/driver-pool.ts';
import type { Journal } from '../operate/journal.ts';
import type { EventStore } from '../store/event-store.ts';
import { isFailing } from '../store/service-state.ts';
import { secretBytes, signedHeaders } from './signature.ts';
import { type StateChange, StateChanges } from './state-changes.ts';

export interface WebhookSettings {
  url: string;
  /** Shared with the receiver; signs the body. */
  secret: string;
  /** Least time between notifications of one type and service, in milliseconds. */
  cooldownMs: number;
  /** Delays before each retry, in milliseconds. */
  retriesMs: readonly number[];
  /** Interval of checks for late services, in milliseconds. */
  checkMs: number;
}

export const WEBHOOK_TIMES = { cooldownMs: 300_000, retriesMs: [1_000, 10_000], checkMs: 30_000 };

const REMEMBERED = 5_000;
/** Deliveries that may wait for one service. */
const QUEUED = 20;

/**
 * Sends state changes of all services to one URL; events never wait for it. After a cooldown or a mute the receiver
 * gets the newest withheld change, so that its last notification of a service is the state of the service.
 */
export class Webhook {
  readonly #settings: WebhookSettings;
  readonly #origins: readonly string[];
  readonly #store: EventStore;
  readonly #pool: DriverPool;
  readonly #journal: Journal;
  readonly #stateChanges: StateChanges;
  /** Type and service → monotonic time of the last notification. */
  readonly #last = new Map<string, number>();
  /** Service → the last notification that was sent; absent for a service that was passing at the start. */
  readonly #sent = new Map<string, StateChange['type']>();
  /** Service → the newest change that was withheld, because of a cooldown or because the service is muted. */
  readonly #withheld = new Map<string, StateChange>();
  /** Service → number of queued deliveries, and the completion of the last one. */
  readonly #queues = new Map<string, { waiting: number; done: Promise<void> }>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;
  /** Deliveries since the start; `failed` after the last attempt, `dropped` because the queue was full. */
  readonly counts = { sent: 0, failed: 0, dropped: 0, cooled_down: 0, muted: 0 };
  /** Why the newest delivery failed; null if it succeeded. */
  problem: string | null = null;

  constructor(
    settings: WebhookSettings,
    origins: readonly string[],
    parts: { store: EventStore; pool: DriverPool; journal: Journal },
  ) {
    this.#settings = settings;
    this.#origins = origins;
    this.#store = parts.store;
    this.#pool = parts.pool;
    this.#journal = parts.journal;
    this.#stateChanges = new StateChanges(parts.store.services, parts.store.clock.now());
    for (const rollup of parts.store.services.all) {
      if (isFailing(rollup)) this.#sent.set(rollup.service, 'service.regression');
    }
    parts.store.onClear(() => {
      this.#stateChanges.clear();
      this.#sent.clear();
      this.#withheld.clear();
    });
    parts.store.onEvent((event) => {
      const change = this.#stateChanges.take(event);
      if (change !== undefined) this.#send(change);
      return 0;
    });
    this.#timer = setInterval(() => {
      for (const change of this.#stateChanges.lateServices(this.#store.clock.now())) this.#send(change);
      for (const change of [...this.#withheld.values()]) this.#send(change);
    }, settings.checkMs).unref();
  }

  /** Null if nothing was lost. */
  get losses(): { lost: number; problem: string | null } | null {
    const lost = this.counts.failed + this.counts.dropped;
    return lost === 0 ? null : { lost, problem: this.problem };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#pool.close();
  }

  /** Sends a change that the receiver does not know yet, or withholds it. */
  #send(change: StateChange): void {
    const { type, service } = change;
    const isNews = type === 'service.late' || type !== (this.#sent.get(service) ?? 'service.recovery');
    const waited = this.#withheld.get(service) === change;
    const key = `${type} ${service}`;
    const last = this.#last.get(key);
    const cools = last !== undefined && this.#store.clock.elapsed() - last < this.#settings.cooldownMs;
    if (isNews && (cools || this.#isMuted(service))) {
      if (!waited) this.counts[cools ? 'cooled_down' : 'muted']++;
      if (type !== 'service.late') this.#withheld.set(service, change);
      return;
    }
    if (type !== 'service.late') this.#withheld.delete(service);
    if (!isNews) return;
    if (this.#last.size >= REMEMBERED) this.#last.clear();
    this.#last.set(key, this.#store.clock.elapsed());
    if (type !== 'service.late') this.#remember(service, type);
    this.#queue(change);
  }

  #remember(service: string, type: StateChange['type']): void {
    if (type === 'service.recovery') this.#sent.delete(service);
    else this.#sent.set(service, type);
  }

  #isMuted(service: string): boolean {
    const now = this.#store.clock.now();
    return this.#store.acknowledgements.some(
      (one) => one.service === service && one.kind === 'muted' && one.until > now,
    );
  }

  /** Changes of one service are delivered in order, one after another. */
  #queue(change: StateChange): void {
    const { service } = change;
    const { waiting = 0, done = Promise.resolve() } = this.#queues.get(service) ?? {};
    if (waiting >= QUEUED) {
      this.#drop();
      return;
    }
    const next = done
      .then(() => this.#deliver(change))
      .catch((error: unknown) => this.#journal('webhook-failed', { error: String(error) }))
      .finally(() => {
        const queue = this.#queues.get(service);
        if (queue !== undefined && --queue.waiting === 0) this.#queues.delete(service);
      });
    this.#queues.set(service, { waiting: waiting + 1, done: next });
  }

  async #deliver(change: StateChange): Promise<void> {
    const { type, ...data } = change;
    const body = JSON.stringify({ type, timestamp: new Date(this.#store.clock.now()).toISOString(), data });
    const id = `msg_${randomUUID()}`;
    let problem: string | null = null;
    for (const wait of [0, ...this.#settings.retriesMs]) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (this.#closed) return;
      // An outdated change is not retried: the change that replaced it is queued.
      if (wait > 0 && (this.#queues.get(change.service)?.waiting ?? 0) > 1) break;
      try {
        problem = await this.#attempt(id, body);
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        this.#drop();
        return;
      }
      if (problem === null) break;
    }
    this.problem = problem;
    if (problem === null) this.counts.sent++;
    else {
      this.counts.failed++;
      this.#journal('webhook-failed', { type, service: change.service, problem });
    }
  }

  #drop(): void {
    this.counts.dropped++;
    this.problem = 'too many deliveries are queued';
  }

  /** @returns the reason of a failure, else null @throws QueueFull */
  async #attempt(id: string, body: string): Promise<string | null> {
    const { url, secret } = this.#settings;
    // The receiver compares this time with its own clock, so it is the system clock, even after a backward step.
    const headers = signedHeaders(secretBytes(secret), id, Math.floor(Date.now() / 1000), body);
    const outcome = await this.#pool.run({ kind: 'webhook', url, origins: this.#origins, headers, body });
    if ('failure' in outcome) return outcome.failure.message;
    const { status } = outcome.result;
    return status >= 200 && status < 300 ? null : `the receiver answered ${status}`;
  }
}
