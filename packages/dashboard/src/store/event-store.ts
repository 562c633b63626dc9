import type { AcceptedEvent } from '../event/accept.ts';
import { type StoredEvent, storedEvent } from '../event/stored.ts';
import type { EventLog } from '../log/event-log.ts';
import { isOutOfSpace } from '../log/file-port.ts';
import { type Clock, STEP_MS } from './clock.ts';
import type { Counters } from './counters.ts';
import type { LogSpace } from './log-space.ts';
import { reasonOf } from './reason-of.ts';
import type { Ring } from './ring.ts';
import type { Services } from './services.ts';
import { type Acknowledgement, type AuditEntry, audited, type State } from './state.ts';

/** What became of an event. */
export interface Outcome {
  seq: number;
  /** It is on the disk; false while the disk takes nothing, and it waits in memory. */
  durable: boolean;
  /** Notifications that it caused. */
  notified: number;
}

/** Too much waits for the disk: the event was not taken. */
export class Overloaded extends Error {
  constructor() {
    super('the disk takes nothing and the backlog is full');
    this.name = 'Overloaded';
  }
}

export interface Parts {
  log: EventLog;
  space: LogSpace;
  ring: Ring;
  services: Services;
  counters: Counters;
  state: State;
  /** Writes the state whole or not at all. */
  saveState(state: State): Promise<void>;
  clock: Clock;
  /** Newest time that an earlier process stored, in milliseconds since 1970. */
  storedUntil: number;
  /** Told of whatever fails and heals. */
  report(event: string, details: Record<string, unknown>): void;
}

/** Told of each event once it is stored. @returns how many notifications it caused */
export type Listener = (event: StoredEvent) => number;

interface Job {
  event: StoredEvent;
  sender: string;
  resolve(outcome: Outcome): void;
}

const BACKLOG_EVENTS = 10_000;
const BACKLOG_BYTES = 32 * 1024 * 1024;
const BATCH_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 1_000;

/**
 * Takes events in, one batch after the other: everything that arrived while the disk was busy is one commit. An event
 * is acknowledged, listed and told to listeners only when it is on the disk, or, while the disk takes nothing, when it
 * stands in the bounded backlog, and the acknowledgement says so.
 */
export class EventStore {
  readonly #parts: Parts;
  readonly #listeners = new Set<Listener>();
  readonly #clearListeners = new Set<() => void>();
  #seq: number;
  #gapless: number;
  #waiting: Job[] = [];
  #waitingBytes = 0;
  /** Events that are listed but not on the disk yet. */
  #backlog: StoredEvent[] = [];
  #backlogBytes = 0;
  #retryAt = Number.NEGATIVE_INFINITY;
  #trouble: string | undefined;
  /** The work that goes on; each step waits for the one before it. */
  #turn: Promise<unknown> = Promise.resolve();
  #committing = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#seq = parts.state.seq;
    this.#gapless = parts.ring.oldest === undefined ? parts.state.through : parts.ring.oldest - 1;
  }

  get ring(): Ring {
    return this.#parts.ring;
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
   * By how many milliseconds the system clock is behind times that are stored: it stepped back, since the start or
   * before it; 0 when it is not.
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

  /** Sequence number of the newest event that was listed; 0 before the first. */
  get newest(): number {
    return this.#parts.state.through;
  }

  /** Whoever has seen everything up to this number can get the rest from the ring. */
  get gapless(): number {
    return this.#gapless;
  }

  /** Bytes and lines of the log on the disk. */
  get log(): { size: number; lines: number } {
    return { size: this.#parts.log.size, lines: this.#parts.log.lines };
  }

  /** Why events wait in memory, and how many; undefined while the disk takes them. */
  get degraded(): { reason: string; events: number } | undefined {
    return this.#trouble === undefined ? undefined : { reason: this.#trouble, events: this.#backlog.length };
  }

  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onClear(listener: () => void): () => void {
    this.#clearListeners.add(listener);
    return () => this.#clearListeners.delete(listener);
  }

  /**
   * Stores an event.
   *
   * @param at time of receipt in milliseconds; null for one that was received elsewhere
   * @param sender names the sender, whose services it may replace; empty when that is not known
   * @throws Overloaded (as a rejection) when it was not taken
   */
  accept(event: AcceptedEvent, at: number | null = this.#parts.clock.now(), sender = ''): Promise<Outcome> {
    const { counters } = this.#parts;
    const events = this.#waiting.length + this.#backlog.length;
    const bytes = this.#waitingBytes + this.#backlogBytes;
    if (events >= BACKLOG_EVENTS || bytes + event.raw.length > BACKLOG_BYTES) {
      counters.dropped++;
      return Promise.reject(new Overloaded());
    }
    this.#seq++;
    const stored = storedEvent(event, this.#seq, at);
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

  /** Removes every event that was acknowledged before, and those that are committed in the same turn; numbers go on. */
  clear(by: string): Promise<void> {
    return this.#afterAll(async () => {
      const { log, ring, services, state } = this.#parts;
      const events = services.all.reduce((sum, { count }) => sum + count, 0);
      ring.clear();
      services.clear();
      this.#gapless = state.through;
      this.#backlog = [];
      this.#backlogBytes = 0;
      // Events that wait have higher numbers: they are committed after the clearing.
      state.clearedThrough = state.through;
      state.clearedLogRemoved = false;
      this.#note({ at: this.#parts.clock.now(), action: 'clear', by, what: `${events} events` });
      // A full disk must not keep anybody from making room: the file goes even when the state can't be written.
      const saved = await this.#save().then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      await log.remove();
      state.clearedLogRemoved = true;
      if (saved !== undefined) await this.#save();
      // Without this the next start only ignores lines that are not there.
      else await this.#save().catch((error: unknown) => this.#reportUnsaved(error));
      for (const listener of this.#clearListeners) listener();
    });
  }

  /** Sets what a person says about a service; undefined withdraws it. */
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

  /** Writes down that events came from elsewhere. */
  noteImport(by: string, what: string): Promise<void> {
    return this.#afterAll(async () => {
      this.#note({ at: this.#parts.clock.now(), action: 'import', by, what });
      await this.#save();
    });
  }

  /** Writes the log anew from memory when somebody removed it. Call it now and then. */
  restoreLog(): Promise<void> {
    return this.#afterAll(async () => {
      const { log, ring, report, counters } = this.#parts;
      if (this.#trouble !== undefined || !(await log.isMissing())) return;
      counters.fail('removed');
      report('log-removed', { restored: ring.size });
      await log.rewrite(ring.since(0).map(({ line }) => line));
    });
  }

  /** Lets the ring hold as many events as it was made for again, when there is space for them. Call it now and then. */
  async widenRing(): Promise<void> {
    if (this.#trouble !== undefined || !(await this.#parts.space.widen())) return;
    this.#parts.report('ring-widened', { events: this.ring.limit });
  }

  /**
   * Commits the waiting events, writes the state and closes the log.
   *
   * @returns how many acknowledged events are lost, because the disk does not take them
   */
  close(): Promise<number> {
    if (this.#retry !== undefined) clearInterval(this.#retry);
    return this.#afterAll(async () => {
      this.#retryAt = Number.NEGATIVE_INFINITY;
      await this.#flushBacklog()
        .catch(async () => {
          // The next start takes the reserve again, if it can.
          await this.#parts.space.release();
          await this.#flushBacklog();
        })
        .catch(() => undefined);
      const lost = this.#backlog.length;
      if (lost > 0) this.#parts.report('events-lost', { events: lost, reason: this.#trouble });
      this.#parts.state.clean = this.#backlog.length === 0;
      await this.#save().catch((error: unknown) => this.#reportUnsaved(error));
      await this.#parts.log.close();
      return lost;
    });
  }

  /** Runs work when everything accepted so far is committed. */
  #afterAll<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #startCommitting(): void {
    this.#committing = true;
    // Requests that can be read already join the same commit: one sync for all of them in place of two.
    this.#turn = this.#turn.then(nextTurn).then(() => this.#commitWaiting());
  }

  async #commitWaiting(): Promise<void> {
    // Whoever comes while this runs forms the next batch, unless other work stands before it.
    const batch = this.#nextBatch();
    await this.#commit(batch);
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
    const events = batch.map(({ event }) => event);
    let durable = true;
    try {
      await this.#flushBacklog();
      await this.#write(events);
      this.#heal();
    } catch (error) {
      durable = false;
      this.#degrade(error);
      for (const event of events) this.#backlogBytes += event.line.length;
      this.#backlog.push(...events);
    }
    for (const { event, sender, resolve } of batch) {
      const notified = this.#publish(event, sender, durable);
      resolve({ seq: event.seq, durable, notified });
    }
  }

  #publish(event: StoredEvent, sender: string, durable: boolean): number {
    const { ring, services, counters, state } = this.#parts;
    const left = ring.add(event);
    if (left !== undefined) this.#gapless = left;
    services.add(event, sender);
    state.through = event.seq;
    counters.accepted++;
    if (!durable) counters.notDurable++;
    let notified = 0;
    for (const listener of this.#listeners) {
      try {
        notified += listener(event);
      } catch (error) {
        // The event is stored; whoever was told of it must not stop the next one.
        counters.fail('listener');
        this.#parts.report('listener-failed', { error: reasonOf(error) });
      }
    }
    return notified;
  }

  async #write(events: readonly StoredEvent[]): Promise<void> {
    const { log, ring, space } = this.#parts;
    const first = events[0];
    if (first === undefined) return;
    const lines = events.map(({ line }) => line);
    let kept: (() => readonly Buffer[]) | undefined = () =>
      ring
        .since(0)
        .filter(({ seq }) => seq < first.seq)
        .map(({ line }) => line);
    if (log.compactsFor(lines.length)) {
      // What a compaction leaves out must be in the rollups on the disk first.
      await this.#save().catch((error: unknown) => {
        this.#parts.counters.fail('state');
        this.#reportUnsaved(error);
        kept = undefined;
      });
    }
    try {
      await log.commit(lines, kept);
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
      await space.writeWithoutDropped(events, () => this.#save(), error);
    }
    await space.grow();
  }

  /** @throws when the disk still takes nothing, or it is too early to try again */
  async #flushBacklog(): Promise<void> {
    if (this.#backlog.length === 0) return;
    if (this.#parts.clock.elapsed() < this.#retryAt) throw new Error(this.#trouble ?? 'the disk takes nothing');
    while (this.#backlog.length > 0) {
      const some = this.#backlog.slice(0, this.#parts.ring.limit);
      try {
        await this.#write(some);
      } catch (error) {
        if (!isOutOfSpace(error) || !this.#waitsTooMuch()) throw error;
        return await this.#shortenRing(error);
      }
      this.#backlog.splice(0, some.length);
      for (const event of some) this.#backlogBytes -= event.line.length;
    }
  }

  /** Writes the newest events that fit, when the disk is too small for the ring. @throws when not even a few fit */
  async #shortenRing(error: unknown): Promise<void> {
    const { space, ring, report } = this.#parts;
    const left = await space.writeNewest(() => this.#save(), error);
    if (left !== undefined) this.#gapless = left;
    this.#backlog = [];
    this.#backlogBytes = 0;
    report('ring-shortened', { events: ring.limit });
  }

  /** Whether half of what the ring can hold is in memory only: then newer events matter more than older ones. */
  #waitsTooMuch(): boolean {
    const most = Math.min(this.#parts.ring.limit, BACKLOG_EVENTS);
    return this.#backlog.length * 2 >= most || this.#backlogBytes * 2 >= BACKLOG_BYTES;
  }

  #degrade(error: unknown): void {
    const reason = reasonOf(error);
    if (this.#trouble === undefined) this.#parts.report('storage-degraded', { reason });
    this.#trouble = reason;
    const elapsed = this.#parts.clock.elapsed();
    if (elapsed >= this.#retryAt) this.#retryAt = elapsed + RETRY_MS;
    this.#retry ??= setInterval(() => this.#retryBacklog(), RETRY_MS).unref();
  }

  #retryBacklog(): void {
    if (!this.#committing) this.#startCommitting();
  }

  #heal(): void {
    if (this.#trouble === undefined || this.#backlog.length > 0) return;
    this.#trouble = undefined;
    this.#parts.report('storage-recovered', {});
    clearInterval(this.#retry);
    this.#retry = undefined;
  }

  #reportUnsaved(error: unknown): void {
    this.#parts.report('state-not-saved', { error: reasonOf(error) });
  }

  #note(entry: AuditEntry): void {
    this.#parts.state.audit = audited(this.#parts.state.audit, entry);
  }

  async #save(): Promise<void> {
    const { state, services } = this.#parts;
    state.seq = this.#seq;
    state.savedAt = this.#parts.clock.now();
    await this.#parts.space.run(() => this.#parts.saveState({ ...state, services: services.all }));
  }
}

/** Lets whatever can be read now be read first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
