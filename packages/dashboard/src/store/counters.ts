import { createHash } from 'node:crypto';

/** Senders that are counted separately; all others are counted together. */
const SOURCES = 100;
/** Distinct names of services that are counted. */
const NAMES = 10_000;

/** Counters since the start; every loss and every refusal is counted. */
export class Counters {
  /** Acknowledged events. */
  accepted = 0;
  /** Events acknowledged before they were on disk. */
  notDurable = 0;
  /** Events with cut strings, and the number of cut strings. */
  cutEvents = 0;
  cutStrings = 0;
  /** Events refused with 503 because the backlog was full: they are lost. */
  dropped = 0;
  /** Unreadable lines of the log. */
  quarantined = 0;
  /** Services replaced by new ones because of the limits. */
  servicesForgotten = 0;
  /** Digests of the names of services that are not tracked because of the limits. */
  readonly #refusedServices = new Set<string>();
  /** Failures by step: write, datasync, compaction, state. */
  readonly trouble = new Map<string, number>();
  compactions = 0;
  /** Refusals by status. */
  readonly refused = new Map<number, number>();
  /** Refusals by address of the sender and status, as `address status`. */
  readonly refusedBySource = new Map<string, number>();
  /** Readers of the stream that were disconnected because they did not read. */
  readersCutOff = 0;

  /** Number of services that are not tracked; counted up to `NAMES`. */
  get servicesRefused(): number {
    return this.#refusedServices.size;
  }

  refuseService(service: string): void {
    if (this.#refusedServices.size >= NAMES) return;
    this.#refusedServices.add(createHash('sha256').update(service).digest('base64').slice(0, 16));
  }

  refuse(status: number, source: string): void {
    add(this.refused, status);
    const label = `${source} ${status}`;
    add(
      this.refusedBySource,
      this.refusedBySource.has(label) || this.refusedBySource.size < SOURCES ? label : `others ${status}`,
    );
  }

  fail(step: string): void {
    add(this.trouble, step);
  }
}

function add<K>(map: Map<K, number>, key: K): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
