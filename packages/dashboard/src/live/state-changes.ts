import type { DueCheck } from '@analyzer/contracts/pages/dashboard';
import type { StoredEvent } from '../event/stored.ts';
import { type Rollup, timeOf } from '../store/rollup.ts';
import { isFailing } from '../store/service-state.ts';
import type { Services } from '../store/services.ts';

/** A change of a service's state that is notified at once, and once. */
export interface StateChange {
  type: 'service.regression' | 'service.recovery' | 'service.late';
  service: string;
  /** Sequence number of the event that caused it; null for a late service. */
  seq: number | null;
  /** The failure, or the event that ended it. */
  headline: string;
  endpoint: string;
  url: string;
  /** Sequence number of the event that opened the incident. */
  incident: number | null;
  /** Unix time in milliseconds. */
  since: number;
}

/** Detects when a service starts to fail, recovers or becomes late, by the same state as the page. */
export class StateChanges {
  readonly #services: Pick<Services, 'all' | 'find' | 'dueOf'>;
  /** Failing service → sequence number of the event that opened its incident. */
  readonly #failing = new Map<string, number | null>();
  readonly #late = new Set<string>();

  /** The state at the start is not a change. @param now Unix time in milliseconds */
  constructor(services: Pick<Services, 'all' | 'find' | 'dueOf'>, now: number) {
    this.#services = services;
    for (const rollup of services.all) {
      if (isFailing(rollup)) this.#failing.set(rollup.service, rollup.incidents.at(-1)?.id ?? null);
      if (this.#isLate(rollup, now)) this.#late.add(rollup.service);
    }
  }

  /** @param event newest stored event @returns the change that it causes, if any */
  take(event: StoredEvent): StateChange | undefined {
    const { facts, seq } = event;
    const { service, headline, endpoint, url } = facts;
    const rollup = this.#services.find(service);
    // The service is new, or was removed before this event.
    if (rollup?.count === 1) this.#failing.delete(service);
    const newest = rollup?.incidents.at(-1);
    const failing = rollup !== undefined && isFailing(rollup);
    const lastSeen = rollup?.lastSeen ?? timeOf(event);
    if (failing === this.#failing.has(service)) return undefined;
    if (failing) {
      const incident = newest?.id ?? null;
      this.#failing.set(service, incident);
      const since = newest?.openedAt ?? lastSeen;
      const what = headline === '' ? facts.issue : headline;
      return { type: 'service.regression', service, seq, headline: what, endpoint, url, incident, since };
    }
    const incident = this.#failing.get(service) ?? null;
    this.#failing.delete(service);
    return {
      type: 'service.recovery',
      service,
      seq,
      headline: `ended by ${newest?.closedBy ?? facts.type}`,
      endpoint,
      url,
      incident,
      since: newest?.openedAt ?? lastSeen,
    };
  }

  /** Clears the state after all events were cleared. */
  clear(): void {
    this.#failing.clear();
    this.#late.clear();
  }

  /** Services that became late since the last call. @param now Unix time in milliseconds */
  lateServices(now: number): StateChange[] {
    return this.#services.all.flatMap((rollup): StateChange[] => {
      const { service } = rollup;
      if (!this.#isLate(rollup, now)) {
        this.#late.delete(service);
        return [];
      }
      if (this.#late.has(service)) return [];
      this.#late.add(service);
      const [first] = this.#services.dueOf(rollup).checks;
      const headline = `no report of ${first === undefined ? service : nameOf(first)}`;
      const nothing = { seq: null, endpoint: '', url: '', incident: null };
      return [{ type: 'service.late', service, ...nothing, headline, since: first?.seen ?? rollup.lastSeen }];
    });
  }

  #isLate(rollup: Rollup, now: number): boolean {
    const { lateAt } = this.#services.dueOf(rollup);
    return lateAt !== null && now >= lateAt && !isFailing(rollup);
  }
}

/** What a check is called in a message. */
function nameOf({ kind, subject, file, endpoint, stage }: DueCheck): string {
  const name = [subject, file, endpoint, stage].filter(Boolean).join(' · ');
  return name === '' ? kind : `${kind} ${name}`;
}
