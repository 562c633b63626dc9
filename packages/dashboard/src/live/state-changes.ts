import type { StoredEvent } from '../event/stored.ts';
import { isFailing } from '../store/service-state.ts';
import type { Services } from '../store/services.ts';
import { silence } from '../view/page-state.ts';

/** A change of a service's state that is notified at once, and once. */
export interface StateChange {
  type: 'service.regression' | 'service.recovery' | 'service.silence';
  service: string;
  /** Sequence number of the event that caused it; null for silence. */
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

/** Detects when a service starts to fail, recovers or becomes silent, by the same state as the page. */
export class StateChanges {
  readonly #services: Pick<Services, 'all' | 'find' | 'quietFor'>;
  /** Failing service → sequence number of the event that opened its incident. */
  readonly #failing = new Map<string, number | null>();
  readonly #silent = new Set<string>();

  /** The state at the start is not a change. */
  constructor(services: Pick<Services, 'all' | 'find' | 'quietFor'>) {
    this.#services = services;
    for (const rollup of services.all) {
      if (isFailing(rollup)) this.#failing.set(rollup.service, rollup.incidents.at(-1)?.id ?? null);
      if (silence(rollup, services.quietFor(rollup.service)) !== null) this.#silent.add(rollup.service);
    }
  }

  /** @param event newest stored event @returns the change that it causes, if any */
  take({ facts, seq }: StoredEvent): StateChange | undefined {
    const { service, headline, endpoint, url } = facts;
    this.#silent.delete(service);
    const rollup = this.#services.find(service);
    if (rollup === undefined) return undefined;
    const newest = rollup.incidents.at(-1);
    const failing = isFailing(rollup);
    if (failing === this.#failing.has(service)) return undefined;
    if (failing) {
      const incident = newest?.id ?? null;
      this.#failing.set(service, incident);
      const since = newest?.openedAt ?? rollup.lastSeen;
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
      since: newest?.openedAt ?? rollup.lastSeen,
    };
  }

  /** Clears the state after all events were cleared. */
  clear(): void {
    this.#failing.clear();
    this.#silent.clear();
  }

  /** Services that became silent since the last call. */
  silences(): StateChange[] {
    const services = this.#services;
    for (const service of this.#silent) if (services.find(service) === undefined) this.#silent.delete(service);
    return services.all.flatMap((rollup): StateChange[] => {
      const { service, lastSeen } = rollup;
      if (this.#silent.has(service) || silence(rollup, services.quietFor(service)) === null) return [];
      this.#silent.add(service);
      const nothing = { seq: null, headline: '', endpoint: '', url: '', incident: null };
      return [{ type: 'service.silence', service, ...nothing, since: lastSeen }];
    });
  }
}
