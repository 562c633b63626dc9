import { createHash } from 'node:crypto';

/** Sources that are counted each for itself; the rest are counted together. */
const SOURCES = 100;
/** Distinct names of services that are counted. */
const NAMES = 10_000;

/** What happened since the start: every loss and every refusal is counted, and shown. */
export class Counters {
  /** Events that were acknowledged. */
  accepted = 0;
  /** Of these, acknowledged before they were on the disk. */
  notDurable = 0;
  /** Events in which strings were cut, and how many strings. */
  cutEvents = 0;
  cutStrings = 0;
  /** Events that were refused with 503 because the backlog was full: they are lost. */
  dropped = 0;
  /** Lines of the log that were no events. */
  quarantined = 0;
  /** Services that were replaced by new ones because there were too many. */
  servicesForgotten = 0;
  /** Digests of names of services that are not followed, because there are too many. */
  readonly #refusedServices = new Set<string>();
  /** Failures by step: write, datasync, compaction, state. */
  readonly trouble = new Map<string, number>();
  compactions = 0;
  /** Refusals by status. */
  readonly refused = new Map<number, number>();
  /** Refusals by address of the sender and status, as `address status`. */
  readonly refusedBySource = new Map<string, number>();
  /** Readers of the stream that were cut off because they did not read. */
  readersCutOff = 0;

  /** Names of services that are not followed; counted up to `NAMES`. */
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
