import type { StoredEvent } from '../event/stored.ts';
import type { Clock } from './clock.ts';
import { addToRollup, newRollup, type Rollup, timeOf } from './rollup.ts';
import { applyEvent, isFailing, newCondition } from './service-state.ts';

/**
 * Limits of tracked services. A name beyond them, such as a random number, replaces the service of the same sender that
 * is silent longest and not failing. A failing service is never replaced.
 */
export const SERVICE_LIMITS = {
  all: 2_000,
  perSender: 1_000,
  /** Higher limits for new services that are failing. */
  failing: { all: 1_000, perSender: 500 },
  /** A service that is silent for longer may be replaced by a service of any sender, in milliseconds. */
  staleMs: 7 * 24 * 3_600_000,
} as const;

interface Followed {
  rollup: Rollup;
  /** Monotonic time of its newest event; less than the time of the start for one received before. */
  heard: number;
}

export interface ServiceEvents {
  /** A service was replaced by another one. */
  onForgotten(): void;
  /** A service is not tracked because the limits are reached. */
  onRefused(service: string): void;
}

/** The rollups of all services. */
export class Services {
  /** By name, longest silent first. */
  #followed = new Map<string, Followed>();
  readonly #perSender = new Map<string, number>();
  readonly #clock: Clock;
  readonly #events: ServiceEvents;

  constructor(rollups: readonly Rollup[], clock: Clock, events: ServiceEvents) {
    this.#clock = clock;
    this.#events = events;
    for (const rollup of rollups.toSorted((a, b) => a.lastSeen - b.lastSeen)) {
      this.#insert(rollup, this.#whenHeard(rollup.lastSeen));
    }
  }

  get all(): Rollup[] {
    return Array.from(this.#followed.values(), ({ rollup }) => rollup);
  }

  find(service: string): Rollup | undefined {
    return this.#followed.get(service)?.rollup;
  }

  /** Time since the newest event of a service, in milliseconds; independent of steps of the system clock. */
  quietFor(service: string): number {
    const followed = this.#followed.get(service);
    return followed === undefined ? 0 : this.#clock.elapsed() - followed.heard;
  }

  /**
   * Adds one event.
   *
   * @param sender of the event; empty if unknown
   */
  add(event: StoredEvent, sender = ''): void {
    const { service } = event.facts;
    const known = this.#followed.get(service);
    if (known === undefined && !this.#admit(sender, isFailure(event))) {
      this.#events.onRefused(service);
      return;
    }
    const rollup = known?.rollup ?? newRollup(service, timeOf(event));
    if (known !== undefined) this.#remove(known.rollup);
    if (rollup.sender === '') rollup.sender = sender;
    const failed = isFailing(rollup);
    addToRollup(rollup, event);
    // Events of the log or of another dashboard may be days old.
    this.#insert(rollup, Math.max(known?.heard ?? Number.NEGATIVE_INFINITY, this.#whenHeard(timeOf(event))));
    if (failed && !isFailing(rollup) && this.#isOver(rollup.sender)) this.#forgetOneOf(rollup.sender);
  }

  clear(): void {
    this.#followed.clear();
    this.#perSender.clear();
  }

  /** Makes space for a new service. @returns false if the limits are reached */
  #admit(sender: string, failing: boolean): boolean {
    const { all, perSender, failing: more } = SERVICE_LIMITS;
    const own = this.#perSender.get(sender) ?? 0;
    if (own >= perSender && !this.#forgetOneOf(sender) && !(failing && own < perSender + more.perSender)) return false;
    const size = this.#followed.size;
    if (size < all || this.#forgetOneOf(sender) || this.#forgetStale()) return true;
    return failing && size < all + more.all;
  }

  #isOver(sender: string): boolean {
    const { all, perSender } = SERVICE_LIMITS;
    return this.#followed.size > all || (this.#perSender.get(sender) ?? 0) > perSender;
  }

  #forgetOneOf(sender: string): boolean {
    return this.#forgetFirst((rollup) => rollup.sender === sender);
  }

  #forgetStale(): boolean {
    return this.#forgetFirst(({ service }) => this.quietFor(service) > SERVICE_LIMITS.staleMs);
  }

  #forgetFirst(matches: (rollup: Rollup) => boolean): boolean {
    for (const { rollup } of this.#followed.values()) {
      if (isFailing(rollup) || !matches(rollup)) continue;
      this.#remove(rollup);
      this.#events.onForgotten();
      return true;
    }
    return false;
  }

  /** The monotonic time of a Unix time in milliseconds that is not in the future. */
  #whenHeard(at: number): number {
    return this.#clock.elapsed() - Math.max(0, this.#clock.now() - at);
  }

  #insert(rollup: Rollup, heard: number): void {
    this.#followed.set(rollup.service, { rollup, heard });
    this.#perSender.set(rollup.sender, (this.#perSender.get(rollup.sender) ?? 0) + 1);
  }

  #remove({ service, sender }: Rollup): void {
    this.#followed.delete(service);
    const left = (this.#perSender.get(sender) ?? 0) - 1;
    if (left > 0) this.#perSender.set(sender, left);
    else this.#perSender.delete(sender);
  }
}

/** Whether this event makes an untracked service fail. */
function isFailure({ facts, at }: StoredEvent): boolean {
  const condition = newCondition();
  applyEvent(condition, facts, at ?? 0);
  return isFailing(condition);
}
