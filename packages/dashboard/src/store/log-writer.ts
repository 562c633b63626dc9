import type { StoredEvent } from '../event/stored.ts';
import type { EventLog } from '../log/event-log.ts';
import { isOutOfSpace } from '../log/file-port.ts';
import type { Backlog } from './backlog.ts';
import type { LogSpace } from './log-space.ts';
import type { Ring } from './ring.ts';
import type { State } from './state.ts';

export interface WriterParts {
  log: EventLog;
  space: LogSpace;
  ring: Ring;
  backlog: Backlog;
  state: State;
  /** Writes the state, which must contain the events that leave the log. */
  save(): Promise<void>;
  /** The state could not be written, so no event may leave the log now. */
  onUnsaved(error: unknown): void;
  report(event: string, details: Record<string, unknown>): void;
}

/** Writes events to the log, or to the backlog while the disk is not writable. */
export class LogWriter {
  readonly #parts: WriterParts;
  #gapless: number;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    const { ring, state } = parts;
    this.#gapless = ring.oldest === undefined ? state.through : ring.oldest - 1;
  }

  /** A reader of all events up to this number gets all later events from the ring. */
  get gapless(): number {
    return this.#gapless;
  }

  /** Events up to this number may have left the ring. */
  noteLeft(seq: number): void {
    this.#gapless = seq;
  }

  /** @returns false if the events are in memory only */
  async commit(events: readonly StoredEvent[]): Promise<boolean> {
    const { backlog } = this.#parts;
    try {
      await this.#flush();
      await this.#write(events);
      backlog.recover();
      return true;
    } catch (error) {
      backlog.add(events, error);
      return false;
    }
  }

  /** Writes the backlog for the last time, with the space of the reserve if needed. @returns the number of lost events */
  async close(): Promise<number> {
    const { backlog, space, report } = this.#parts;
    backlog.close();
    await this.#flush()
      .catch(async () => {
        // The next start creates the reserve again, if it can.
        await space.release();
        await this.#flush();
      })
      .catch(() => undefined);
    const lost = backlog.length;
    if (lost > 0) report('events-lost', { events: lost, reason: backlog.reason });
    return lost;
  }

  async #write(events: readonly StoredEvent[]): Promise<void> {
    const { log, ring, space } = this.#parts;
    const first = events[0];
    if (first === undefined) return;
    const lines = events.map(({ line }) => line);
    const before = (): StoredEvent[] => ring.since(0).filter(({ seq }) => seq < first.seq);
    let retained: (() => readonly Buffer[]) | undefined = () => before().map(({ line }) => line);
    if (this.#isBehind(lines.length)) retained = undefined;
    else if (log.compactsFor(lines.length)) {
      // Events that a compaction drops must be in the rollups on disk first.
      await this.#parts.save().catch((error: unknown) => {
        this.#parts.onUnsaved(error);
        retained = undefined;
      });
    }
    try {
      await log.commit(lines, retained);
    } catch (error) {
      if (!isOutOfSpace(error) || this.#isBehind(lines.length)) throw error;
      await space.writeWithoutDropped(events, () => this.#parts.save(), error);
    }
    await space.grow();
  }

  /** Whether a rewriting of the log with this number of new lines would drop events that are not in the shared log. */
  #isBehind(lines: number): boolean {
    const { ring, state } = this.#parts;
    if (state.shared === undefined) return false;
    const dropped = ring.at(ring.size + lines - ring.capacity - 1)?.seq ?? 0;
    return state.shared.through < Math.max(this.#gapless, dropped);
  }

  /** @throws while the disk is not writable, or it is too early for a retry */
  async #flush(): Promise<void> {
    const { backlog, ring } = this.#parts;
    if (backlog.length === 0) return;
    backlog.requireRetry();
    while (backlog.length > 0) {
      const some = backlog.oldest(ring.limit);
      try {
        await this.#write(some);
      } catch (error) {
        if (!isOutOfSpace(error) || this.#isBehind(ring.limit)) throw error;
        if (!backlog.isHalfFull(ring.limit)) throw error;
        return await this.#shortenRing(error);
      }
      backlog.remove(some);
    }
  }

  /** Writes the newest events that fit if the disk is too small for the ring. @throws if not even a few fit */
  async #shortenRing(error: unknown): Promise<void> {
    const { space, ring, backlog, report } = this.#parts;
    const left = await space.writeNewest(() => this.#parts.save(), error);
    if (left !== undefined) this.#gapless = left;
    backlog.clear();
    report('ring-shortened', { events: ring.limit });
  }
}
