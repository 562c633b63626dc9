import { eventOf } from '../event/stored.ts';
import type { Actions } from '../store/actions.ts';
import { type EventStore, Overloaded } from '../store/event-store.ts';
import { reasonOf } from '../store/reason-of.ts';
import type { Acknowledgement, Shared } from '../store/state.ts';
import { Outbox } from './outbox.ts';
import type { Action, SharedEvent, SharedLog } from './shared-log.ts';

/** An action applies to all stores of the shared log, which cannot be reached now. */
export class SharedLogAway extends Error {
  constructor(problem = 'cannot be reached now, so nothing was changed') {
    super(`this applies to all dashboards of the shared store, which ${problem}`);
    this.name = 'SharedLogAway';
  }
}

export interface SharingOptions {
  store: EventStore;
  log: SharedLog;
  /** Of the log file of the store. */
  path: string;
  report(event: string, details: Record<string, unknown>): void;
  /** Milliseconds between two reads of the shared log. */
  pollMs?: number;
  /** Longest time between two attempts to connect, in milliseconds. */
  retryMs?: number;
}

const POLL_MS = 200;
const RETRY_MS = 5_000;
const FIRST_RETRY_MS = 100;
const ENTRIES = 500;
/** How long a request waits until its action applies, in milliseconds. */
const ACTION_MS = 5_000;

const LATE = 'did not confirm it in time: it may still apply';

interface Waiting {
  action: Action;
  /** Its number, once it is in the shared log. */
  seq?: number;
  done(error?: Error): void;
}

/**
 * Connects a store with a log that several stores share. Own events reach it from the log of the store, so that none is
 * lost while it cannot be reached; events of other stores are stored like own ones. Events are sent again after any
 * doubt, and their numbers tell which are known. Actions apply in the order of the shared log, in all stores.
 */
export class Sharing implements Actions {
  readonly #options: SharingOptions;
  readonly #shared: Shared;
  readonly #outbox: Outbox;
  readonly #removeListener: () => void;
  readonly #running: Promise<void>;
  #actions: Waiting[] = [];
  /** It has never read the shared log. */
  #isNew: boolean;
  #isConnected = false;
  #isClosed = false;
  /** Ends a pause early: new events only one that waits for them. */
  #wake: ((always?: boolean) => void) | undefined;
  /** Why the shared log cannot be reached. */
  #problem: string | undefined;

  constructor(options: SharingOptions) {
    this.#options = options;
    this.#isNew = options.store.shared === undefined;
    this.#shared = options.store.share();
    this.#outbox = new Outbox(options.store, options.path);
    this.#removeListener = options.store.onEvent(({ from }) => {
      if (from === undefined) this.#wake?.();
      return 0;
    });
    this.#running = this.#run();
  }

  /** `behind`: at most this many own events are not in the shared log. */
  get status(): { connected: boolean; behind: number } {
    const { newest } = this.#options.store;
    return { connected: this.#isConnected, behind: Math.max(0, newest - this.#shared.through) };
  }

  /** As of a store, for all stores. @throws SharedLogAway */
  clear(by: string): Promise<void> {
    return this.#act({ kind: 'clear', by });
  }

  /** As of a store, for all stores. @throws SharedLogAway */
  acknowledge(service: string, given: Acknowledgement | undefined, by: string): Promise<void> {
    return this.#act({ kind: 'acknowledge', service, given: given ?? null, by });
  }

  /** Sends what is there, if the shared log can be reached, and disconnects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#removeListener();
    this.#wake?.(true);
    await this.#running;
    await this.#outbox.close();
    await this.#options.log.close().catch(() => undefined);
  }

  async #run(): Promise<void> {
    let retry = FIRST_RETRY_MS;
    while (!this.#isClosed) {
      try {
        await this.#exchange();
        retry = FIRST_RETRY_MS;
      } catch (error) {
        this.#lose(error);
        await this.#pause(retry, false);
        retry = Math.min(2 * retry, this.#options.retryMs ?? RETRY_MS);
      }
    }
    for (const { done } of this.#actions.splice(0)) done(new SharedLogAway());
  }

  /** Runs until the connection breaks or this is closed. */
  async #exchange(): Promise<void> {
    const { log, store, report } = this.#options;
    const through = await log.open(store.epoch);
    // The server knows best: it may have lost what it confirmed, such as after the end of its disk.
    this.#shared.through = through;
    this.#isConnected = true;
    this.#problem = undefined;
    if (this.#isNew) await this.#begin();
    report('shared-store-connected', this.status);
    for (;;) {
      const sent = await this.#send();
      await this.#sendActions();
      const read = await this.#receive();
      if (this.#isClosed && !sent) return;
      if (!sent && !read) await this.#pause(this.#options.pollMs ?? POLL_MS);
    }
  }

  /** A new store starts with as many entries as memory holds. The place is saved at once: after a crash none is skipped. */
  async #begin(): Promise<void> {
    const { log, store } = this.#options;
    this.#shared.cursor = await log.newest(store.ring.capacity);
    await store.save();
    this.#isNew = false;
  }

  async #send(): Promise<boolean> {
    const { events, through } = await this.#outbox.after(this.#shared.through);
    if (events.length > 0) await this.#options.log.add(events);
    this.#shared.through = Math.max(this.#shared.through, through);
    return events.length > 0;
  }

  async #sendActions(): Promise<void> {
    for (const waiting of this.#actions) {
      // Its request may have ended meanwhile.
      if (this.#actions.includes(waiting)) waiting.seq ??= await this.#options.log.act(waiting.action);
    }
  }

  async #receive(): Promise<boolean> {
    const { entries, cursor } = await this.#options.log.read(this.#shared.cursor, ENTRIES);
    let storing: Promise<void>[] = [];
    for (const entry of entries) {
      if (entry.kind === 'event') {
        const stored = this.#store(entry.instance, entry.event);
        if (stored === 'no room') {
          await Promise.all(storing);
          throw new Overloaded();
        }
        storing.push(stored);
      } else if (entry.kind === 'unknown') this.#options.report('shared-entry-unreadable', { ...entry });
      else {
        await Promise.all(storing);
        storing = [];
        await this.#apply(entry.instance, entry.seq, entry.action);
      }
    }
    await Promise.all(storing);
    this.#shared.cursor = cursor;
    return entries.length > 0;
  }

  /**
   * Stores an event of another store unless it is known.
   *
   * @returns `no room` if it cannot be stored now: then no later one may be, because numbers up to the highest count as known
   */
  #store(instance: string, { seq, at, cut, raw }: SharedEvent): Promise<void> | 'no room' {
    const { store, report } = this.#options;
    const { received } = this.#shared;
    if (instance === store.epoch || seq <= (received[instance] ?? 0)) return Promise.resolve();
    const note = (): void => {
      received[instance] = Math.max(seq, received[instance] ?? 0);
    };
    const event = eventOf(raw, cut);
    if (event === undefined) {
      report('shared-entry-unreadable', { instance, seq });
      note();
      return Promise.resolve();
    }
    return store.hasRoomFor(event) ? store.accept(event, at, instance, { instance, seq }).then(note) : 'no room';
  }

  async #apply(instance: string, seq: number, action: Action): Promise<void> {
    const { store } = this.#options;
    const { received } = this.#shared;
    const name = `${instance} actions`;
    if (seq > (received[name] ?? 0)) {
      // Before the work, which saves the state.
      received[name] = seq;
      if (action.kind === 'clear') await store.clear(action.by);
      else await store.acknowledge(action.service, action.given ?? undefined, action.by);
    }
    if (instance === store.epoch) this.#actions.find((one) => one.seq === seq)?.done();
  }

  #act(action: Action): Promise<void> {
    if (!this.#isConnected || this.#isClosed) return Promise.reject(new SharedLogAway());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiting.done(new SharedLogAway(LATE)), ACTION_MS);
      const waiting: Waiting = {
        action,
        done: (error) => {
          clearTimeout(timer);
          this.#actions = this.#actions.filter((one) => one !== waiting);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      this.#actions.push(waiting);
      this.#wake?.();
    });
  }

  #lose(error: unknown): void {
    const { log, report } = this.#options;
    const reason = reasonOf(error);
    if (this.#isConnected) report('shared-store-lost', { reason });
    else if (reason !== this.#problem) report('shared-store-away', { reason });
    this.#isConnected = false;
    this.#problem = reason;
    for (const { done } of this.#actions.splice(0)) done(new SharedLogAway());
    void log.close().catch(() => undefined);
  }

  #pause(ms: number, isWaitingForEvents = true): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(true), ms);
      this.#wake = (always = isWaitingForEvents) => {
        if (!always) return;
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
