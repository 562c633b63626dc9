import type { StoredEvent } from '../event/stored.ts';
import type { Clock } from './clock.ts';
import { reasonOf } from './reason-of.ts';

const MAX_EVENTS = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
const RETRY_MS = 1_000;

export interface BacklogParts {
  clock: Clock;
  report(event: string, details: Record<string, unknown>): void;
  /** Called regularly while the disk is not writable. */
  retry(): void;
}

/** Events that are listed but not yet on disk, because the disk is not writable. */
export class Backlog {
  readonly #parts: BacklogParts;
  #events: StoredEvent[] = [];
  #bytes = 0;
  #reason: string | undefined;
  #retryAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(parts: BacklogParts) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#events.length;
  }

  /** Why the disk is not writable; undefined while it is. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /**
   * Whether an event of this size must be refused.
   *
   * @param waiting events that are neither on disk nor in the backlog
   */
  isFullFor(size: number, waiting: { events: number; bytes: number }): boolean {
    return this.#events.length + waiting.events >= MAX_EVENTS || this.#bytes + waiting.bytes + size > MAX_BYTES;
  }

  /** Whether half of the ring's capacity is in memory only: then newer events are more important than older ones. */
  isHalfFull(ringLimit: number): boolean {
    const most = Math.min(ringLimit, MAX_EVENTS);
    return this.#events.length * 2 >= most || this.#bytes * 2 >= MAX_BYTES;
  }

  /** Adds events that could not be written. */
  add(events: readonly StoredEvent[], error: unknown): void {
    for (const event of events) this.#bytes += event.line.length;
    this.#events.push(...events);
    const { clock, report, retry } = this.#parts;
    const reason = reasonOf(error);
    if (this.#reason === undefined) report('storage-degraded', { reason });
    this.#reason = reason;
    const elapsed = clock.elapsed();
    if (elapsed >= this.#retryAt) this.#retryAt = elapsed + RETRY_MS;
    if (!this.#isClosing) this.#timer ??= setInterval(retry, RETRY_MS).unref();
  }

  /** @throws if it is too early to write them */
  requireRetry(): void {
    if (this.#parts.clock.elapsed() < this.#retryAt) throw new Error(this.#reason ?? 'the disk is not writable');
  }

  /** Ends the regular retries and allows one at once. */
  close(): void {
    this.#isClosing = true;
    this.#stopRetrying();
    this.#retryAt = Number.NEGATIVE_INFINITY;
  }

  /** The oldest events. */
  oldest(count: number): readonly StoredEvent[] {
    return this.#events.slice(0, count);
  }

  /** Removes the oldest events, which are on disk now. */
  remove(written: readonly StoredEvent[]): void {
    this.#events.splice(0, written.length);
    for (const event of written) this.#bytes -= event.line.length;
  }

  clear(): void {
    this.#events = [];
    this.#bytes = 0;
  }

  /** Notes that the disk is writable, unless events remain. */
  recover(): void {
    if (this.#reason === undefined || this.#events.length > 0) return;
    this.#reason = undefined;
    this.#parts.report('storage-recovered', {});
    this.#stopRetrying();
  }

  #stopRetrying(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
