import type { StoredEvent } from '../event/stored.ts';
import type { EventLog } from '../log/event-log.ts';
import { isOutOfSpace } from '../log/file-port.ts';
import type { Reserve } from '../log/reserve.ts';
import type { Clock } from './clock.ts';
import type { Ring } from './ring.ts';

const RETRY_MS = 60_000;
/** Largest growth of the reserve in one commit, in bytes. */
const STEP = 4 * 1024 * 1024;
/** The log is rewritten to free space if at least one in this number of lines is obsolete. */
const MIN_DROPPED = 64;
/** Shares of the log's space for its newest events if the disk is too small. */
const SHARES = [0.75, 0.5, 0.25];
/** Needed space in units of the log: the log, its growth until it is rewritten, and the reserve. */
const SPACE_FACTOR = 4;

export interface SpaceParts {
  log: EventLog;
  ring: Ring;
  clock: Clock;
  /** Undefined if the disk is never full (tests). */
  reserve?: Reserve;
}

/** Frees space for the log on a full or small disk by dropping events that have left the ring. */
export class LogSpace {
  readonly #parts: SpaceParts;
  /** Monotonic time from which the reserve may grow again, in milliseconds. */
  #growAt = Number.NEGATIVE_INFINITY;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
  }

  /** Runs work; on a full disk, runs it again with the space of the reserve. @throws the error of the work */
  async run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isOutOfSpace(error) || this.#parts.reserve === undefined) throw error;
      await this.release();
      try {
        await work();
      } finally {
        // At once: otherwise the log would use the space.
        await this.grow(Number.POSITIVE_INFINITY);
      }
    }
  }

  /** Removes the reserve. @throws the error of the file system */
  async release(): Promise<void> {
    await this.#parts.reserve?.release();
  }

  /** Grows the reserve with the ring. @param most bytes, since a commit waits for it */
  async grow(most = STEP): Promise<void> {
    const { reserve, ring, clock } = this.#parts;
    if (reserve === undefined || !reserve.isBelow(ring.bytes)) return;
    if (most === STEP && clock.elapsed() < this.#growAt) return;
    // The log works without a reserve, until the disk is full.
    await reserve.grow(ring.bytes, most).catch(() => {
      this.#growAt = clock.elapsed() + RETRY_MS;
    });
  }

  /**
   * Rewrites the log with more events, without lines whose events have left the ring.
   *
   * @param save writes the state, which must contain the events that leave the log
   * @param error why the events could not be appended
   * @throws `error` if too few lines are obsolete; the error of the file system
   */
  async writeWithoutDropped(events: readonly StoredEvent[], save: () => Promise<void>, error: unknown): Promise<void> {
    const { log, ring } = this.#parts;
    const first = events[0]?.seq ?? 0;
    const before = ring.since(0).filter(({ seq }) => seq < first);
    const listed = before.slice(-Math.max(1, ring.limit - events.length));
    // Rewriting for a single line would write all other lines each time.
    const dropped = log.lines - listed.length;
    if (dropped <= 0 || dropped * MIN_DROPPED < log.lines) throw error;
    await save();
    await this.#rewrite([...listed, ...events]);
  }

  /**
   * Writes as many of the newest events as the disk has space for, and limits the ring to them.
   *
   * @param save writes the state, which must contain the events that leave the log
   * @param error why the events could not be appended
   * @returns the highest sequence number that left the ring, if any
   * @throws `error` if not even a few fit; the error of the file system
   */
  async writeNewest(save: () => Promise<void>, error: unknown): Promise<number | undefined> {
    const { log, ring, reserve } = this.#parts;
    const space = Math.max(log.size, reserve?.size ?? 0);
    for (const share of SHARES) {
      const events = newestWithin(ring.since(0), share * space);
      if (events.length === 0) break;
      try {
        await save();
        await this.#rewrite(events);
        return ring.setLimit(events.length);
      } catch (failure) {
        if (!isOutOfSpace(failure)) throw failure;
      }
    }
    throw error;
  }

  /** Restores the capacity of a limited ring, if there is space for it. @returns whether the limit was raised */
  async widen(): Promise<boolean> {
    const { log, ring } = this.#parts;
    if (ring.limit === ring.capacity) return false;
    const wanted = SPACE_FACTOR * (ring.capacity / ring.limit) * log.size;
    if ((await log.freeBytes()) < wanted) return false;
    ring.setLimit(ring.capacity);
    return true;
  }

  #rewrite(events: readonly StoredEvent[]): Promise<void> {
    return this.run(() => this.#parts.log.rewrite(events.map(({ line }) => line)));
  }
}

function newestWithin(events: readonly StoredEvent[], bytes: number): StoredEvent[] {
  let free = bytes;
  const newest = events.findLastIndex(({ line }) => {
    free -= line.length;
    return free < 0;
  });
  return events.slice(newest + 1);
}
