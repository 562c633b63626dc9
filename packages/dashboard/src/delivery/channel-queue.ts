import { randomUUID } from 'node:crypto';
import type { Clock } from '../store/clock.ts';
import type { Message, MessageType } from './message.ts';
import type { ChannelState } from './outbox.ts';
import { Sender, type SenderTimes, type SendResult } from './sender.ts';
import type { StateChange } from './state-changes.ts';

/** Services whose failures begin within this time are one outage: later ones join its next message. */
const OUTAGE_MS = 120_000;
const REMEMBERED = 5_000;
/** Services in one message. */
const MAX_CHANGES = 2_000;

export interface QueueParts {
  name: string;
  state: ChannelState;
  times: SenderTimes;
  cooldownMs: number;
  folds: boolean;
  clock: Clock;
  /** Whether notifications of a service are withheld now. */
  isMuted(service: string): boolean;
  send(message: Message): Promise<SendResult>;
  save(): void;
  onFailed(message: Message, problem: string): void;
}

/**
 * Decides which changes one channel gets. After a cooldown or a mute it gets the newest withheld change, so that its last
 * message of a service is the state of the service.
 */
export class ChannelQueue {
  readonly #parts: QueueParts;
  readonly sender: Sender;
  /** Type and service → monotonic time of the last message. */
  readonly #last = new Map<string, number>();
  /** Service → the newest change that was withheld, because of a cooldown or a mute. */
  readonly #withheld = new Map<string, StateChange>();
  /** Service → monotonic time of the first message of its failure, or of the last reminder. */
  readonly #reminded = new Map<string, number>();
  cooledDown = 0;
  muted = 0;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    const { state, times, folds, clock, send, save, onFailed } = parts;
    this.sender = new Sender({
      queue: state.queue,
      times,
      folds,
      send,
      save,
      onFailed,
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
    });
  }

  get name(): string {
    return this.#parts.name;
  }

  get state(): ChannelState {
    return this.#parts.state;
  }

  /** Queues a change that the receiver does not know yet, or withholds it. */
  offer(change: StateChange): void {
    const { state, save } = this.#parts;
    state.through = Math.max(state.through, change.seq ?? 0);
    if (change.type === 'service.late') this.#offerLate(change);
    else this.#offerState(change);
    save();
  }

  /** Offers withheld changes again, forgets services that are no longer late, and sends due reminders. */
  review(late: readonly StateChange[], remindMs: number | null, failing: ReadonlyMap<string, StateChange>): void {
    for (const change of [...this.#withheld.values()]) this.offer(change);
    const { state, save } = this.#parts;
    const names = new Set(late.map(({ service }) => service));
    if (state.late.some((service) => !names.has(service))) {
      state.late = state.late.filter((service) => names.has(service));
      save();
    }
    for (const change of late) if (!state.late.includes(change.service)) this.offer(change);
    if (remindMs !== null) this.#remind(remindMs, failing);
  }

  /** Forgets everything, after all events were cleared. */
  clear(): void {
    const { state, save } = this.#parts;
    state.queue.splice(0);
    Object.assign(state, { failing: {}, late: [] });
    this.#withheld.clear();
    this.#reminded.clear();
    this.sender.reset();
    save();
  }

  #offerLate(change: StateChange): void {
    if (this.#parts.isMuted(change.service)) return;
    this.#parts.state.late.push(change.service);
    this.#push(change.type, change);
  }

  #offerState(change: StateChange): void {
    const { state, clock, cooldownMs } = this.#parts;
    const { type, service } = change;
    const isNews = (type === 'service.regression') !== Object.hasOwn(state.failing, service);
    const waited = this.#withheld.get(service) === change;
    const last = this.#last.get(`${type} ${service}`);
    const cools = last !== undefined && clock.elapsed() - last < cooldownMs;
    if (isNews && (cools || this.#parts.isMuted(service))) {
      if (!waited && cools) this.cooledDown++;
      else if (!waited) this.muted++;
      this.#withheld.set(service, change);
      return;
    }
    this.#withheld.delete(service);
    if (!isNews) return;
    if (this.#last.size >= REMEMBERED) this.#last.clear();
    this.#last.set(`${type} ${service}`, clock.elapsed());
    if (type === 'service.recovery') delete state.failing[service];
    else state.failing[service] = change.incident;
    this.#push(type, change);
  }

  #push(type: MessageType, change: StateChange): void {
    const { state, folds, clock } = this.#parts;
    const now = clock.now();
    const last = folds ? this.sender.joinable : undefined;
    if (last?.type === type && now - last.at <= OUTAGE_MS && last.changes.length < MAX_CHANGES) {
      last.changes = [...last.changes.filter(({ service }) => service !== change.service), change];
    } else state.queue.push({ id: `msg_${randomUUID()}`, type, at: now, changes: [change] });
    this.sender.wake();
  }

  /** @param failing services that are failing now and that nobody has acknowledged */
  #remind(remindMs: number, failing: ReadonlyMap<string, StateChange>): void {
    const { state, clock, save, isMuted } = this.#parts;
    const now = clock.elapsed();
    for (const service of this.#reminded.keys())
      if (!Object.hasOwn(state.failing, service)) this.#reminded.delete(service);
    for (const service of Object.keys(state.failing)) {
      const last = this.#reminded.get(service);
      if (last === undefined) this.#reminded.set(service, now);
      const change = failing.get(service);
      if (last === undefined || now - last < remindMs || change === undefined || isMuted(service)) continue;
      this.#reminded.set(service, now);
      this.#push('service.reminder', change);
      save();
    }
  }
}
