import type { AcceptedEvent } from '../event/accept.ts';
import { type Origin, type StoredEvent, storedEvent } from '../event/stored.ts';
import type { History } from '../history/history.ts';
import type { EventLog } from '../log/event-log.ts';
import { Backlog } from './backlog.ts';
import { type Clock, STEP_MS } from './clock.ts';
import type { Counters } from './counters.ts';
import type { LogSpace } from './log-space.ts';
import { LogWriter } from './log-writer.ts';
import { reasonOf } from './reason-of.ts';
import type { Ring } from './ring.ts';
import type { Services } from './services.ts';
import { type Acknowledgement, type AuditEntry, audited, newShared, type Shared, type State } from './state.ts';

/** The result of storing an event. */
export interface Outcome {
  seq: number;
  /** The event is on disk; false while the disk is not writable and the event is in memory only. */
  durable: boolean;
  /** Number of notifications that it caused. */
  notified: number;
}

/** The backlog is full: the event was not stored. */
export class Overloaded extends Error {
  constructor() {
    super('the disk is not writable and the backlog is full');
    this.name = 'Overloaded';
  }
}

export interface Parts {
  log: EventLog;
  space: LogSpace;
  ring: Ring;
  services: Services;
  counters: Counters;
  /** All events of some weeks; undefined for none. */
  history?: History | undefined;
  state: State;
  /** Writes the state atomically. */
  saveState(state: State): Promise<void>;
  clock: Clock;
  /** Newest time that an earlier process stored, Unix time in milliseconds. */
  storedUntil: number;
  /** Called for each failure and each recovery. */
  report(event: string, details: Record<string, unknown>): void;
}

/** Called for each stored event. @returns the number of notifications it caused */
export type Listener = (event: StoredEvent) => number;

interface Job {
  event: StoredEvent;
  sender: string;
  resolve(outcome: Outcome): void;
}

const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Stores events in batches: all events that arrive during a commit form the next batch (group commit). An event is
 * acknowledged, listed and passed to listeners once it is on disk. While the disk is not writable, this happens once it
 * is in the bounded backlog, and the acknowledgement says so.
 */
export class EventStore {
  readonly #parts: Parts;
  readonly #listeners = new Set<Listener>();
  readonly #clearListeners = new Set<() => void>();
  #seq: number;
  #waiting: Job[] = [];
  #waitingBytes = 0;
  readonly #backlog: Backlog;
  readonly #writer: LogWriter;
  /** Serializes the work on the log. */
  #pending: Promise<unknown> = Promise.resolve();
  #committing = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { clock, report } = parts;
    this.#backlog = new Backlog({ clock, report, retry: () => this.#retryBacklog() });
    this.#seq = parts.state.seq;
    const save = (): Promise<void> => this.#save();
    const onUnsaved = (error: unknown): void => {
      parts.counters.fail('state');
      this.#reportUnsaved(error);
    };
    this.#writer = new LogWriter({ ...parts, backlog: this.#backlog, save, onUnsaved });
  }

  get ring(): Ring {
    return this.#parts.ring;
  }

  get history(): History | undefined {
    return this.#parts.history;
  }

  get services(): Services {
    return this.#parts.services;
  }

  get counters(): Counters {
    return this.#parts.counters;
  }

  get clock(): Clock {
    return this.#parts.clock;
  }

  /**
   * Milliseconds by which the system clock is behind stored times, because it stepped back before or after the start;
   * else 0.
   */
  get clockBehind(): number {
    const { clock, storedUntil } = this.#parts;
    const since = storedUntil - clock.now();
    return Math.max(clock.behind, since > STEP_MS ? since : 0);
  }

  get epoch(): string {
    return this.#parts.state.epoch;
  }

  get acknowledgements(): readonly Acknowledgement[] {
    return this.#parts.state.acknowledgements;
  }

  get audit(): readonly AuditEntry[] {
    return this.#parts.state.audit;
  }

  /** Sequence number of the newest listed event; 0 without events. */
  get newest(): number {
    return this.#parts.state.through;
  }

  /** A reader of all events up to this number gets all later events from the ring. */
  get gapless(): number {
    return this.#writer.gapless;
  }

  /** What was exchanged with a shared log, to be changed as the exchange goes on; undefined without one. */
  get shared(): Shared | undefined {
    return this.#parts.state.shared;
  }

  /** From now on no event leaves the log before it is in the shared log. */
  share(): Shared {
    this.#parts.state.shared ??= newShared();
    return this.#parts.state.shared;
  }

  /** Bytes and lines of the log on disk. */
  get log(): { size: number; lines: number } {
    return { size: this.#parts.log.size, lines: this.#parts.log.lines };
  }

  /** Why events are in memory only, and their number; undefined while the disk is writable. */
  get degraded(): { reason: string; events: number } | undefined {
    const { reason, length } = this.#backlog;
    return reason === undefined ? undefined : { reason, events: length };
  }

  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onClear(listener: () => void): () => void {
    this.#clearListeners.add(listener);
    return () => this.#clearListeners.delete(listener);
  }

  /** Whether `accept` takes this event now. */
  hasRoomFor({ raw }: AcceptedEvent): boolean {
    return !this.#backlog.isFullFor(raw.length, { events: this.#waiting.length, bytes: this.#waitingBytes });
  }

  /**
   * Stores an event.
   *
   * @param at time of receipt in milliseconds; null for an imported event
   * @param sender identifies the sender, whose services the event may replace; empty if unknown
   * @param from the store that received it, if not this one
   * @throws Overloaded (as a rejection) if the backlog is full
   */
  accept(
    event: AcceptedEvent,
    at: number | null = this.#parts.clock.now(),
    sender = '',
    from?: Origin,
  ): Promise<Outcome> {
    const { counters } = this.#parts;
    if (!this.hasRoomFor(event)) {
      counters.dropped++;
      return Promise.reject(new Overloaded());
    }
    this.#seq++;
    const stored = storedEvent(event, this.#seq, at, from);
    if (event.cut > 0) {
      counters.cutEvents++;
      counters.cutStrings += event.cut;
    }
    return new Promise((resolve) => {
      this.#waiting.push({ event: stored, sender, resolve });
      this.#waitingBytes += stored.line.length;
      if (!this.#committing) this.#startCommitting();
    });
  }

  /** Removes all events acknowledged before, or committed in the same step; sequence numbers continue. */
  clear(by: string): Promise<void> {
    return this.#afterAll(async () => {
      const { log, ring, services, state, history } = this.#parts;
      const events = services.all.reduce((sum, { count }) => sum + count, 0);
      ring.clear();
      services.clear();
      this.#writer.noteLeft(state.through);
      this.#backlog.clear();
      // Waiting events have higher numbers: they are committed after the clearing.
      state.clearedThrough = state.through;
      state.clearedLogRemoved = false;
      if (state.shared !== undefined) state.shared.through = Math.max(state.shared.through, state.through);
      this.#note({ at: this.#parts.clock.now(), action: 'clear', by, what: `${events} events` });
      // On a full disk a DELETE must free space, so the file is removed even if the state cannot be written.
      const saved = await this.#save().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      await log.remove();
      await history?.clear();
      state.clearedLogRemoved = true;
      if (saved !== undefined) await this.#save();
      // If this fails, the next start only looks for lines that do not exist.
      else await this.#save().catch((error: unknown) => this.#reportUnsaved(error));
      for (const listener of this.#clearListeners) listener();
    });
  }

  /** Sets the acknowledgement of a service by a user; undefined withdraws it. */
  acknowledge(service: string, given: Acknowledgement | undefined, by: string): Promise<void> {
    return this.#afterAll(async () => {
      const { state } = this.#parts;
      const others = state.acknowledgements.filter((one) => one.service !== service);
      state.acknowledgements = given === undefined ? others : [...others, given];
      const action = given === undefined ? 'withdraw' : 'acknowledge';
      this.#note({ at: this.#parts.clock.now(), action, by, what: `${service} ${given?.kind ?? ''}`.trim() });
      await this.#save();
    });
  }

  /** Removes a service until its next event. @returns false if it is not tracked */
  removeService(service: string, by: string): Promise<boolean> {
    return this.#afterAll(async () => {
      const { state, services, clock } = this.#parts;
      if (!services.remove(service)) return false;
      state.acknowledgements = state.acknowledgements.filter((one) => one.service !== service);
      this.#note({ at: clock.now(), action: 'remove', by, what: service });
      await this.#save();
      return true;
    });
  }

  /** Writes the state. @throws the error of the file system */
  save(): Promise<void> {
    return this.#afterAll(() => this.#save());
  }

  /** Adds an import to the audit log. */
  noteImport(by: string, what: string): Promise<void> {
    return this.#afterAll(async () => {
      this.#note({ at: this.#parts.clock.now(), action: 'import', by, what });
      await this.#save();
    });
  }

  /** Writes the log from memory if it was removed. To be called regularly. */
  restoreLog(): Promise<void> {
    return this.#afterAll(async () => {
      const { log, ring, report, counters } = this.#parts;
      if (this.#backlog.reason !== undefined || !(await log.isMissing())) return;
      counters.fail('removed');
      report('log-removed', { restored: ring.size });
      await log.rewrite(ring.since(0).map(({ line }) => line));
    });
  }

  /** Restores the capacity of the ring if there is disk space again. To be called regularly. */
  async widenRing(): Promise<void> {
    if (this.#backlog.reason !== undefined || !(await this.#parts.space.widen())) return;
    this.#parts.report('ring-widened', { events: this.ring.limit });
  }

  /**
   * Commits waiting events, writes the state and closes the log.
   *
   * @returns the number of acknowledged events that could not be written and are lost
   */
  close(): Promise<number> {
    return this.#afterAll(async () => {
      const lost = await this.#writer.close();
      this.#parts.state.clean = lost === 0;
      await this.#save().catch((error: unknown) => this.#reportUnsaved(error));
      await this.#parts.history?.close();
      await this.#parts.log.close();
      return lost;
    });
  }

  /** Runs work once all events accepted so far are committed. */
  #afterAll<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#pending.then(work);
    this.#pending = done.catch(() => undefined);
    return done;
  }

  #startCommitting(): void {
    this.#committing = true;
    // Requests that are already readable join this commit: one sync instead of two.
    this.#pending = this.#pending.then(nextTurn).then(() => this.#commitWaiting());
  }

  async #commitWaiting(): Promise<void> {
    // Events that arrive during the commit form the next batch, unless other work is queued first.
    const batch = this.#nextBatch();
    await this.#commit(batch);
    await this.#parts.history?.room();
    if (this.#waiting.length > 0) this.#startCommitting();
    else this.#committing = false;
  }

  #nextBatch(): Job[] {
    let bytes = 0;
    let length = 0;
    for (const { event } of this.#waiting) {
      if (length >= this.#parts.ring.capacity || (length > 0 && bytes + event.line.length > BATCH_BYTES)) break;
      bytes += event.line.length;
      length++;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, length);
  }

  async #commit(batch: readonly Job[]): Promise<void> {
    const durable = await this.#writer.commit(batch.map(({ event }) => event));
    for (const { event, sender, resolve } of batch) {
      const notified = this.#publish(event, sender, durable);
      resolve({ seq: event.seq, durable, notified });
    }
  }

  #publish(event: StoredEvent, sender: string, durable: boolean): number {
    const { ring, services, counters, state, history } = this.#parts;
    const left = ring.add(event);
    if (left !== undefined) this.#writer.noteLeft(left);
    services.add(event, sender);
    history?.add(event);
    state.through = event.seq;
    counters.accepted++;
    if (!durable) counters.notDurable++;
    let notified = 0;
    for (const listener of this.#listeners) {
      try {
        notified += listener(event);
      } catch (error) {
        // The event is stored; an error of a listener must not affect the next event.
        counters.fail('listener');
        this.#parts.report('listener-failed', { error: reasonOf(error) });
      }
    }
    return notified;
  }

  #retryBacklog(): void {
    if (!this.#committing) this.#startCommitting();
  }

  #reportUnsaved(error: unknown): void {
    this.#parts.report('state-not-saved', { error: reasonOf(error) });
  }

  #note(entry: AuditEntry): void {
    this.#parts.state.audit = audited(this.#parts.state.audit, entry);
  }

  /** Also the history has then all events so far: they may leave the log. */
  async #save(): Promise<void> {
    const { state, services } = this.#parts;
    await this.#parts.history?.sync();
    state.seq = this.#seq;
    state.savedAt = this.#parts.clock.now();
    await this.#parts.space.run(() => this.#parts.saveState({ ...state, services: services.all }));
  }
}

/** Lets Node read pending requests first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
