import type { StoredEvent } from '../event/stored.ts';
import type { EventLog } from '../log/event-log.ts';
import { isOutOfSpace } from '../log/file-port.ts';
import type { Reserve } from '../log/reserve.ts';
import type { Clock } from './clock.ts';
import type { Ring } from './ring.ts';

const RETRY_MS = 60_000;
/** Bytes that the reserve grows by in one commit. */
const STEP = 4 * 1024 * 1024;
/** The log is rewritten for space when at least one line in so many is not needed. */
const LEAST_DROPPED = 64;
/** Parts of the space of the log that its newest events may take when the disk is too small. */
const SHARES = [0.75, 0.5, 0.25];
/** The log, as much again until it is rewritten, and the reserve. */
const SPACE_FACTOR = 4;

export interface SpaceParts {
  log: EventLog;
  ring: Ring;
  clock: Clock;
  /** Undefined where the disk is never full. */
  reserve?: Reserve;
}

/** Finds space for the log on a full or small disk: events that have left the ring give theirs up. */
export class LogSpace {
  readonly #parts: SpaceParts;
  /** Monotonic time from which the reserve may grow again, in milliseconds. */
  #growAt = Number.NEGATIVE_INFINITY;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
  }

  /** Does work, and on a full disk a second time with the space of the reserve. @throws what the work throws */
  async run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isOutOfSpace(error) || this.#parts.reserve === undefined) throw error;
      await this.release();
      try {
        await work();
      } finally {
        // At once: the log would take the space.
        await this.grow(Number.POSITIVE_INFINITY);
      }
    }
  }

  /** Gives the reserve up. @throws what the file system says */
  async release(): Promise<void> {
    await this.#parts.reserve?.release();
  }

  /** Lets the reserve grow with the ring. @param most bytes: a commit waits for it */
  async grow(most = STEP): Promise<void> {
    const { reserve, ring, clock } = this.#parts;
    if (reserve === undefined || !reserve.isBelow(ring.bytes)) return;
    if (most === STEP && clock.elapsed() < this.#growAt) return;
    // Without it the log still works, until the disk is full.
    await reserve.grow(ring.bytes, most).catch(() => {
      this.#growAt = clock.elapsed() + RETRY_MS;
    });
  }

  /**
   * Writes events to a log without the lines whose events have left the ring.
   *
   * @param save writes the state, which must contain the events that leave the log
   * @param error why the events could not be appended
   * @throws the given error when too few lines can go; what the file system says
   */
  async writeWithoutDropped(events: readonly StoredEvent[], save: () => Promise<void>, error: unknown): Promise<void> {
    const { log, ring } = this.#parts;
    const first = events[0]?.seq ?? 0;
    const before = ring.since(0).filter(({ seq }) => seq < first);
    const listed = before.slice(-Math.max(1, ring.limit - events.length));
    // Rewriting for each single line would write all others each time.
    const dropped = log.lines - listed.length;
    if (dropped <= 0 || dropped * LEAST_DROPPED < log.lines) throw error;
    await save();
    await this.#rewrite([...listed, ...events]);
  }

  /**
   * Writes as many of the newest events of the ring as the disk has space for, and lets the ring hold no more.
   *
   * @param save writes the state, which must contain the events that leave the log
   * @param error why the events could not be appended
   * @returns the highest sequence number that left the ring; undefined when none did
   * @throws the given error when not even a few fit; what the file system says
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

  /** Lets a ring that was limited hold its capacity again, if there is space for it. @returns whether it was widened */
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
