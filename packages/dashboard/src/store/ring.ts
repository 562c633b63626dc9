import type { StoredEvent } from '../event/stored.ts';

/**
 * The newest events, limited by number and bytes, in order of receipt and in order of listing.
 */
export class Ring {
  readonly capacity: number;
  readonly #bytesLimit: number;
  /** By sequence number. */
  #events: StoredEvent[] = [];
  /** By time, then sequence number; newest last. */
  #ordered: StoredEvent[] = [];
  #bytes = 0;
  /** Present limit of the number of events. */
  #limit: number;
  #version = 0;

  /** @param bytesLimit of all events together */
  constructor(capacity: number, bytesLimit: number) {
    this.capacity = capacity;
    this.#limit = capacity;
    this.#bytesLimit = bytesLimit;
  }

  get size(): number {
    return this.#ordered.length;
  }

  /** Changes with every change of the ring. */
  get version(): number {
    return this.#version;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Sequence number of the oldest event; undefined if the ring is empty. */
  get oldest(): number | undefined {
    return this.#events[0]?.seq;
  }

  /** @returns the highest sequence number that left the ring, if any */
  add(event: StoredEvent): number | undefined {
    this.#version++;
    this.#events.push(event);
    const index = this.#indexOf(event);
    if (index === this.#ordered.length) this.#ordered.push(event);
    else this.#ordered.splice(index, 0, event);
    this.#bytes += event.line.length;
    let left: number | undefined;
    while (this.size > this.#limit || (this.#bytes > this.#bytesLimit && this.size > 1)) left = this.#drop();
    return left;
  }

  /** Present limit of the number of events: less than the capacity if the disk is too small. */
  get limit(): number {
    return this.#limit;
  }

  /** @returns the highest sequence number that left the ring, if any */
  setLimit(limit: number): number | undefined {
    this.#limit = Math.max(1, Math.min(limit, this.capacity));
    this.#version++;
    let left: number | undefined;
    while (this.size > this.#limit) left = this.#drop();
    return left;
  }

  clear(): void {
    this.#version++;
    this.#events = [];
    this.#ordered = [];
    this.#bytes = 0;
  }

  /** Newest first, by time and then by sequence number. */
  *newestFirst(): Generator<StoredEvent> {
    const events = this.#ordered;
    for (let i = events.length - 1; i >= 0; i--) {
      const event = events[i];
      if (event !== undefined) yield event;
    }
  }

  /** Events after a sequence number, oldest first. */
  since(seq: number): StoredEvent[] {
    let from = this.#events.length;
    while (from > 0 && (this.#events[from - 1]?.seq ?? 0) > seq) from--;
    return this.#events.slice(from);
  }

  /** The event at an index in order of receipt, oldest first. */
  at(index: number): StoredEvent | undefined {
    return this.#events[index];
  }

  find(seq: number): StoredEvent | undefined {
    return this.#ordered.find((event) => event.seq === seq);
  }

  #drop(): number | undefined {
    const event = this.#events.shift();
    if (event === undefined) return undefined;
    // The first event in order of receipt is mostly the first in time too, and `shift` is faster than `splice`.
    if (this.#ordered[0] === event) this.#ordered.shift();
    else this.#ordered.splice(this.#indexOf(event) - 1, 1);
    this.#bytes -= event.line.length;
    return event.seq;
  }

  /** Index in the order: after all events that are not newer. */
  #indexOf(event: StoredEvent): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#ordered[middle];
      if (other !== undefined && isNotNewer(other, event)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isNotNewer(a: StoredEvent, b: StoredEvent): boolean {
  return a.key < b.key || (a.key === b.key && a.seq <= b.seq);
}
