import { randomUUID } from 'node:crypto';
import { type DriverPool, QueueFull } from '../drivers/driver-pool.ts';
import type { Journal } from '../operate/journal.ts';
import type { EventStore } from '../store/event-store.ts';
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

/** Tells one address what turns; events never wait for it. */
export class Webhook {
  readonly #settings: WebhookSettings;
  readonly #origins: readonly string[];
  readonly #store: EventStore;
  readonly #pool: DriverPool;
  readonly #journal: Journal;
  readonly #turns: Turns;
  readonly #last = new Map<string, number>();
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
    this.#turns = new Turns(parts.store);
    parts.store.onEvent((event) => {
      const turn = this.#turns.take(event);
      if (turn !== undefined) this.#tell(turn);
      return 0;
    });
    this.#timer = setInterval(() => {
      for (const turn of this.#turns.silences()) this.#tell(turn);
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

  #tell(turn: Turn): void {
    const { acknowledgements, clock } = this.#store;
    const now = clock.now();
    if (
      acknowledgements.some(({ service, kind, until }) => service === turn.service && kind === 'muted' && until > now)
    ) {
      this.counts.muted++;
      return;
    }
    const key = `${turn.type} ${turn.service}`;
    const last = this.#last.get(key);
    if (last !== undefined && clock.elapsed() - last < this.#settings.cooldownMs) {
      this.counts.cooled_down++;
      return;
    }
    if (this.#last.size >= REMEMBERED) this.#last.clear();
    this.#last.set(key, clock.elapsed());
    this.#deliver(turn).catch((error: unknown) => this.#journal('webhook-failed', { error: String(error) }));
  }

  async #deliver(turn: Turn): Promise<void> {
    const { type, ...data } = turn;
    const body = JSON.stringify({ type, timestamp: new Date(this.#store.clock.now()).toISOString(), data });
    const id = `msg_${randomUUID()}`;
    let problem: string | null = null;
    for (const wait of [0, ...this.#settings.retriesMs]) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (this.#closed) return;
      try {
        problem = await this.#attempt(id, body);
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        this.counts.dropped++;
        this.problem = 'too many deliveries wait';
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
