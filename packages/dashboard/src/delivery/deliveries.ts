import { randomUUID } from 'node:crypto';
import type { Incident } from '@analyzer/contracts/pages/dashboard';
import type { DriverPool } from '../drivers/driver-pool.ts';
import type { Journal } from '../operate/journal.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Rollup } from '../store/rollup.ts';
import { isFailing } from '../store/service-state.ts';
import { ChannelQueue } from './channel-queue.ts';
import { type ChannelSettings, isForPeople } from './channels.ts';
import { inWindow, type Maintenance } from './maintenance.ts';
import type { Message } from './message.ts';
import type { ChannelState, Outbox } from './outbox.ts';
import { send } from './send.ts';
import { SENDER_TIMES, type SenderTimes, type SendResult } from './sender.ts';
import { changeOf, recoveryOf, type StateChange, StateChanges } from './state-changes.ts';

export interface DeliverySettings {
  channels: readonly ChannelSettings[];
  /** Origins that the channel of `--webhook` may request; others may request their own. */
  origins: readonly string[];
  /** Least time between messages of one type and service, in milliseconds. */
  cooldownMs: number;
  /** Interval of reminders while a service is failing, in milliseconds; null for none. */
  remindMs: number | null;
  maintenance: readonly Maintenance[];
  /** URL of the page for people; empty if not set. */
  link: string;
  /** Interval of checks for late services, in milliseconds. */
  checkMs: number;
  times: SenderTimes;
}

export const DELIVERY_DEFAULTS: Omit<DeliverySettings, 'channels' | 'origins'> = {
  cooldownMs: 300_000,
  remindMs: null,
  maintenance: [],
  link: '',
  checkMs: 15_000,
  times: SENDER_TIMES,
};

/** State of a channel for the page, `/drivers/health` and `/metrics`. */
export interface ChannelStatus {
  name: string;
  sent: number;
  /** Given up after a day, or refused by the receiver. */
  failed: number;
  waiting: number;
  cooled_down: number;
  muted: number;
  /** Why the newest attempt failed; null if it succeeded. */
  problem: string | null;
}

/** Sends the changes of all services to all channels; events never wait for it. */
export class Deliveries {
  readonly #settings: DeliverySettings;
  readonly #store: EventStore;
  readonly #pool: DriverPool;
  readonly #stateChanges: StateChanges;
  readonly #queues: readonly ChannelQueue[];
  readonly #outbox: Outbox;
  readonly #timer: NodeJS.Timeout;

  constructor(
    settings: DeliverySettings,
    parts: { store: EventStore; pool: DriverPool; journal: Journal; outbox: Outbox },
  ) {
    const { store, journal, outbox } = parts;
    this.#settings = settings;
    this.#store = store;
    this.#pool = parts.pool;
    this.#outbox = outbox;
    this.#stateChanges = new StateChanges(store.services);
    const save = (): void => void outbox.save();
    this.#queues = settings.channels.map(
      (channel) =>
        new ChannelQueue({
          name: channel.name,
          state: this.#stateOf(channel.name),
          times: settings.times,
          cooldownMs: settings.cooldownMs,
          folds: isForPeople(channel),
          clock: store.clock,
          isMuted: (service) => this.#isMuted(service),
          send: (message) => this.#send(channel, message),
          save,
          onFailed: ({ type, changes }, problem) =>
            journal('notification-failed', { channel: channel.name, type, services: changes.length, problem }),
        }),
    );
    for (const name of outbox.channels.keys()) {
      if (!settings.channels.some((channel) => channel.name === name)) outbox.channels.delete(name);
    }
    for (const queue of this.#queues) this.#reconcile(queue);
    store.onClear(() => {
      this.#stateChanges.clear();
      for (const queue of this.#queues) queue.clear();
    });
    store.onEvent((event) => {
      const change = this.#stateChanges.take(event);
      if (change !== undefined) for (const queue of this.#queues) queue.offer(change);
      return 0;
    });
    this.#timer = setInterval(() => this.#review(), settings.checkMs).unref();
  }

  get status(): ChannelStatus[] {
    return this.#queues.map(({ name, state, sender, cooledDown, muted }) => ({
      name,
      sent: sender.sent,
      failed: sender.failed,
      waiting: state.queue.length,
      cooled_down: cooledDown,
      muted,
      problem: sender.problem,
    }));
  }

  /** Sends a test message at once. @returns undefined if there is no such channel */
  async test(name: string): Promise<SendResult | undefined> {
    const channel = this.#settings.channels.find((one) => one.name === name);
    const message: Message = { id: `msg_${randomUUID()}`, type: 'test', at: this.#store.clock.now(), changes: [] };
    return channel === undefined ? undefined : this.#send(channel, message);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const closing = this.#queues.map(({ sender }) => sender.close());
    await this.#pool.close();
    await Promise.all(closing);
    await this.#outbox.save();
  }

  #send(channel: ChannelSettings, message: Message): Promise<SendResult> {
    return send(channel, message, this.#settings.link, this.#pool, this.#settings.origins);
  }

  /** A new channel gets changes, not the state at its first start. */
  #stateOf(name: string): ChannelState {
    const known = this.#outbox.channels.get(name);
    if (known !== undefined) return known;
    const failing = this.#store.services.all.filter(isFailing);
    const state: ChannelState = {
      through: this.#store.newest,
      failing: Object.fromEntries(failing.map(({ service, incidents }) => [service, incidents.at(-1)?.id ?? null])),
      late: this.#stateChanges.lateServices(this.#store.clock.now()).map(({ service }) => service),
      queue: [],
    };
    this.#outbox.channels.set(name, state);
    return state;
  }

  /** Queues changes that were not queued because the process ended before. */
  #reconcile(queue: ChannelQueue): void {
    const { state } = queue;
    const through = state.through;
    for (const service of Object.keys(state.failing)) {
      const rollup = this.#store.services.find(service);
      if (rollup === undefined || !isFailing(rollup)) queue.offer(recoveryOf(service, rollup));
    }
    for (const rollup of this.#store.services.all) {
      const { service, incidents } = rollup;
      if (Object.hasOwn(state.failing, service)) continue;
      if (isFailing(rollup)) queue.offer(changeOf(rollup));
      else if (hasEnded(incidents.at(-1), through)) {
        queue.offer(changeOf(rollup));
        queue.offer(recoveryOf(service, rollup));
      }
    }
    queue.sender.wake();
  }

  #review(): void {
    const { services, clock } = this.#store;
    const late = this.#stateChanges.lateServices(clock.now());
    const { remindMs } = this.#settings;
    const rollups: Rollup[] = remindMs === null ? [] : services.all.filter(isFailing);
    const unowned = rollups.filter(({ service }) => !this.#isAcknowledged(service));
    const failing = new Map(unowned.map((rollup): [string, StateChange] => [rollup.service, changeOf(rollup)]));
    for (const queue of this.#queues) {
      for (const service of Object.keys(queue.state.failing)) {
        if (services.find(service) === undefined) queue.offer(recoveryOf(service, undefined));
      }
      queue.review(late, remindMs, failing);
    }
  }

  #isAcknowledged(service: string): boolean {
    const now = this.#store.clock.now();
    return this.#store.acknowledgements.some((one) => one.service === service && one.until > now);
  }

  #isMuted(service: string): boolean {
    const now = this.#store.clock.now();
    return (
      inWindow(this.#settings.maintenance, service, now) ||
      this.#store.acknowledgements.some((one) => one.service === service && one.kind === 'muted' && one.until > now)
    );
  }
}

/** Whether a service failed and recovered after an event; not for an incident of which only the end is known. */
function hasEnded(incident: Incident | undefined, through: number): boolean {
  return incident !== undefined && incident.id > through && incident.startUnknown !== true;
}
