import { randomUUID } from 'node:crypto';
import { type DriverPool, QueueFull } from '../drivers/driver-pool.ts';
import type { Journal } from '../operate/journal.ts';
import type { EventStore } from '../store/event-store.ts';
import { isFailing } from '../store/service-state.ts';
import { secretBytes, signedHeaders } from './signature.ts';
import { type Turn, Turns } from './turns.ts';

export interface WebhookSettings {
  url: string;
  /** Known to the receiver as well: the body is signed with it. */
  secret: string;
  /** Nothing of one kind about one service so soon after the last, in milliseconds. */
  cooldownMs: number;
  /** How long to wait before each further attempt, in milliseconds. */
  retriesMs: readonly number[];
  /** How often silence is looked for, in milliseconds. */
  lookMs: number;
}

export const WEBHOOK_TIMES = { cooldownMs: 300_000, retriesMs: [1_000, 10_000], lookMs: 30_000 };

const REMEMBERED = 5_000;
/** Deliveries that may wait for one service. */
const QUEUED = 20;

/**
 * Sends the turns of all services to one address; events never wait for it. After a cooldown or a mute the receiver is
 * sent what it does not know yet, so that the last thing it was sent of a service is the service's state.
 */
export class Webhook {
  readonly #settings: WebhookSettings;
  readonly #origins: readonly string[];
  readonly #store: EventStore;
  readonly #pool: DriverPool;
  readonly #journal: Journal;
  readonly #turns: Turns;
  /** Kind and service → when it was sent last, on the monotonic clock. */
  readonly #last = new Map<string, number>();
  /** What the receiver knows of each service: the last turn that was sent; nothing for one that was well at the start. */
  readonly #sent = new Map<string, Turn['type']>();
  /** Service → the newest turn that was not sent yet, because of a cooldown or because it is muted. */
  readonly #withheld = new Map<string, Turn>();
  /** Deliveries of each service that are under way or wait, and when the last of them is done. */
  readonly #queues = new Map<string, { waiting: number; done: Promise<void> }>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;
  /** Deliveries since the start; `failed` after the last attempt, `dropped` because too many waited. */
  readonly counts = { sent: 0, failed: 0, dropped: 0, cooled_down: 0, muted: 0 };
  /** Why the newest delivery failed; null when it did not. */
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
    this.#turns = new Turns(parts.store.services);
    for (const rollup of parts.store.services.all) {
      if (isFailing(rollup)) this.#sent.set(rollup.service, 'service.regression');
    }
    parts.store.onClear(() => {
      this.#turns.clear();
      this.#sent.clear();
      this.#withheld.clear();
    });
    parts.store.onEvent((event) => {
      const turn = this.#turns.take(event);
      if (turn !== undefined) this.#tell(turn);
      return 0;
    });
    this.#timer = setInterval(() => {
      for (const turn of this.#turns.silences()) this.#tell(turn);
      for (const turn of [...this.#withheld.values()]) this.#tell(turn);
    }, settings.lookMs).unref();
  }

  /** Null when nothing was lost. */
  get losses(): { lost: number; problem: string | null } | null {
    const lost = this.counts.failed + this.counts.dropped;
    return lost === 0 ? null : { lost, problem: this.problem };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#pool.close();
  }

  /** Sends a turn, unless the receiver knows it already; one that may not be sent now is withheld until it may. */
  #tell(turn: Turn): void {
    const { type, service } = turn;
    const isNews = type === 'service.silence' || type !== (this.#sent.get(service) ?? 'service.recovery');
    const waited = this.#withheld.get(service) === turn;
    const key = `${type} ${service}`;
    const last = this.#last.get(key);
    const cools = last !== undefined && this.#store.clock.elapsed() - last < this.#settings.cooldownMs;
    if (isNews && (cools || this.#isMuted(service))) {
      if (!waited) this.counts[cools ? 'cooled_down' : 'muted']++;
      if (type !== 'service.silence') this.#withheld.set(service, turn);
      return;
    }
    if (type !== 'service.silence') this.#withheld.delete(service);
    if (!isNews) return;
    if (this.#last.size >= REMEMBERED) this.#last.clear();
    this.#last.set(key, this.#store.clock.elapsed());
    if (type !== 'service.silence') this.#remember(service, type);
    this.#queue(turn);
  }

  #remember(service: string, type: Turn['type']): void {
    if (type === 'service.recovery') this.#sent.delete(service);
    else this.#sent.set(service, type);
  }

  #isMuted(service: string): boolean {
    const now = this.#store.clock.now();
    return this.#store.acknowledgements.some(
      (one) => one.service === service && one.kind === 'muted' && one.until > now,
    );
  }

  /** Turns of one service arrive in their order: a later one waits for the one before it. */
  #queue(turn: Turn): void {
    const { service } = turn;
    const { waiting = 0, done = Promise.resolve() } = this.#queues.get(service) ?? {};
    if (waiting >= QUEUED) {
      this.#drop();
      return;
    }
    const next = done
      .then(() => this.#deliver(turn))
      .catch((error: unknown) => this.#journal('webhook-failed', { error: String(error) }))
      .finally(() => {
        const queue = this.#queues.get(service);
        if (queue !== undefined && --queue.waiting === 0) this.#queues.delete(service);
      });
    this.#queues.set(service, { waiting: waiting + 1, done: next });
  }

  async #deliver(turn: Turn): Promise<void> {
    const { type, ...data } = turn;
    const body = JSON.stringify({ type, timestamp: new Date(this.#store.clock.now()).toISOString(), data });
    const id = `msg_${randomUUID()}`;
    let problem: string | null = null;
    for (const wait of [0, ...this.#settings.retriesMs]) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (this.#closed) return;
      // What is no longer true is not tried again: the turn that replaced it waits.
      if (wait > 0 && (this.#queues.get(turn.service)?.waiting ?? 0) > 1) break;
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
      this.#journal('webhook-failed', { type, service: turn.service, problem });
    }
  }

  #drop(): void {
    this.counts.dropped++;
    this.problem = 'too many deliveries wait';
  }

  /** @returns why it failed; null when it was taken @throws QueueFull */
  async #attempt(id: string, body: string): Promise<string | null> {
    const { url, secret } = this.#settings;
    // The receiver compares this time with its own clock: the system clock, even if it stepped back.
    const headers = signedHeaders(secretBytes(secret), id, Math.floor(Date.now() / 1000), body);
    const outcome = await this.#pool.run({ kind: 'webhook', url, origins: this.#origins, headers, body });
    if ('failure' in outcome) return outcome.failure.message;
    const { status } = outcome.result;
    return status >= 200 && status < 300 ? null : `it answered ${status}`;
  }
}
