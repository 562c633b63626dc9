import type { StoredEvent } from '../event/stored.ts';
import type { CheckDay } from './check-day.ts';
import type { CheckState } from './checks.ts';
import type { Clock } from './clock.ts';
import { type Due, dueOf } from './due.ts';
import type { Patience } from './problems.ts';
import { addToRollup, newRollup, type Rollup, timeOf } from './rollup.ts';
import { type RulesOfService, ServiceRules } from './service-rules.ts';
import { applyEvent, isFailing, newCondition } from './service-state.ts';

/**
 * Limits of tracked services. Beyond them a new name, such as a random number, is not tracked: a service that has become
 * silent must not vanish. Only a service that is not failing, that is not expected and that has not reported for a week
 * is replaced.
 */
export const SERVICE_LIMITS = {
  all: 4_000,
  perSender: 2_000,
  /** Higher limits for new services that are failing. */
  failing: { all: 1_000, perSender: 500 },
  /** A service that is silent for longer may be replaced, in milliseconds. */
  staleMs: 7 * 24 * 3_600_000,
} as const;

interface Followed {
  rollup: Rollup;
  /** Monotonic time of its newest event; less than the time of the start for one received before. */
  heard: number;
  /** Tracked beyond the limits, until it recovers. */
  extra: boolean;
}

export interface ServiceEvents {
  /** A service was replaced by another one. */
  onForgotten(): void;
  /** A service is not tracked because the limits are reached. */
  onRefused(service: string): void;
  /** A day of a check has ended. */
  onDay?(service: string, check: CheckState, day: CheckDay): void;
}

/** The rollups of all services. */
export class Services {
  /** By name, longest silent first. */
  #followed = new Map<string, Followed>();
  readonly #perSender = new Map<string, number>();
  readonly #clock: Clock;
  readonly #events: ServiceEvents;
  readonly #rules: ServiceRules;

  constructor(rollups: readonly Rollup[], clock: Clock, events: ServiceEvents, rules = new ServiceRules([])) {
    this.#clock = clock;
    this.#events = events;
    this.#rules = rules;
    for (const rollup of rollups.toSorted((a, b) => a.lastSeen - b.lastSeen)) {
      this.#insert(rollup, this.#whenHeard(rollup.lastSeen), false);
    }
    this.#addExpected();
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

  /** The settings of a service. */
  rulesOf(service: string): RulesOfService {
    return this.#rules.of(service);
  }

  /** When a service becomes late or quiet if nothing more is reported. */
  dueOf(rollup: Rollup): Due {
    const shift = Math.max(0, this.#clock.now() - this.quietFor(rollup.service) - rollup.lastSeen);
    return dueOf(rollup, this.#rules.of(rollup.service).expectMs, shift);
  }

  /** Removes a service until its next event; an expected one starts again. @returns false if it is not tracked */
  remove(service: string): boolean {
    const followed = this.#followed.get(service);
    if (followed === undefined) return false;
    this.#remove(followed.rollup);
    this.#addExpected();
    return true;
  }

  /**
   * Adds one event.
   *
   * @param sender of the event; empty if unknown
   */
  add(event: StoredEvent, sender = ''): void {
    const { service } = event.facts;
    const known = this.#followed.get(service);
    const place = known === undefined ? this.#admit(sender, event) : 'within';
    if (place === undefined) {
      this.#events.onRefused(service);
      return;
    }
    const rollup = known?.rollup ?? newRollup(service, timeOf(event));
    if (known !== undefined) this.#remove(known.rollup);
    if (rollup.sender === '') rollup.sender = sender;
    addToRollup(rollup, event, sender, this.#rules.of(service), (check, day) =>
      this.#events.onDay?.(service, check, day),
    );
    const extra = known?.extra ?? place === 'beyond';
    if (extra && !isFailing(rollup)) {
      this.#events.onForgotten();
      return;
    }
    // Events of the log or of another dashboard may be days old.
    this.#insert(rollup, Math.max(known?.heard ?? Number.NEGATIVE_INFINITY, this.#whenHeard(timeOf(event))), extra);
  }

  clear(): void {
    this.#followed.clear();
    this.#perSender.clear();
    this.#addExpected();
  }

  /** Makes space for a new service. @returns undefined if the limits are reached */
  #admit(sender: string, event: StoredEvent): 'within' | 'beyond' | undefined {
    const { all, perSender, failing: more } = SERVICE_LIMITS;
    const own = (): number => this.#perSender.get(sender) ?? 0;
    if (own() >= perSender) this.#forgetStale(sender);
    if (this.#followed.size >= all) this.#forgetStale();
    if (own() < perSender && this.#followed.size < all) return 'within';
    const fits = own() < perSender + more.perSender && this.#followed.size < all + more.all;
    return fits && isFailure(event, this.#rules.of(event.facts.service)) ? 'beyond' : undefined;
  }

  /** Forgets the service that is silent longest, if it may be. @param sender whose services may be forgotten */
  #forgetStale(sender?: string): void {
    for (const { rollup, heard } of this.#followed.values()) {
      if (this.#clock.elapsed() - heard <= SERVICE_LIMITS.staleMs) return;
      if (sender !== undefined && rollup.sender !== sender) continue;
      if (isFailing(rollup) || this.dueOf(rollup).lateAt !== null) continue;
      this.#remove(rollup);
      this.#events.onForgotten();
      return;
    }
  }

  /** A service that must report is tracked before its first event. */
  #addExpected(): void {
    const now = this.#clock.now();
    for (const service of this.#rules.expected) {
      if (!this.#followed.has(service)) this.#insert(newRollup(service, now), this.#clock.elapsed(), false);
    }
  }

  /** The monotonic time of a Unix time in milliseconds that is not in the future. */
  #whenHeard(at: number): number {
    return this.#clock.elapsed() - Math.max(0, this.#clock.now() - at);
  }

  #insert(rollup: Rollup, heard: number, extra: boolean): void {
    this.#followed.set(rollup.service, { rollup, heard, extra });
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
function isFailure({ facts, at }: StoredEvent, patience: Patience): boolean {
  const condition = newCondition();
  applyEvent(condition, facts, at ?? 0, '', patience);
  return isFailing(condition);
}
