import type { StoredEvent } from '../event/stored.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Rollup } from '../store/rollup.ts';
import { silence } from '../view/page-state.ts';

/** What people want to be told of, at once and once. */
export interface Turn {
  type: 'service.regression' | 'service.recovery' | 'service.silence';
  service: string;
  /** The event behind it; null for silence. */
  seq: number | null;
  /** What failed, or by what it was over. */
  headline: string;
  endpoint: string;
  url: string;
  /** Sequence number of the event that opened the incident. */
  incident: number | null;
  /** Milliseconds since 1970. */
  since: number;
}

/** Tells when a service begins to fail, recovers or falls silent, by the same rules as the page. */
export class Turns {
  readonly #store: EventStore;
  /** Service → its open incident. */
  readonly #open = new Map<string, number>();
  readonly #silent = new Set<string>();

  /** What is so already is no news. */
  constructor(store: EventStore) {
    this.#store = store;
    for (const rollup of store.services.all) {
      const open = openIncident(rollup);
      if (open !== undefined) this.#open.set(rollup.service, open.id);
      if (silence(rollup, store.services.quietFor(rollup.service)) !== null) this.#silent.add(rollup.service);
    }
  }

  /** Looks at one event that was just stored. */
  take({ facts, seq }: StoredEvent): Turn | undefined {
    const { service } = facts;
    this.#silent.delete(service);
    const rollup = this.#store.services.find(service);
    if (rollup === undefined) return undefined;
    const before = this.#open.get(service);
    const open = openIncident(rollup);
    if (open?.id === before) return undefined;
    const { headline, endpoint, url } = facts;
    if (open !== undefined) {
      this.#open.set(service, open.id);
      const since = open.openedAt;
      return { type: 'service.regression', service, seq, headline, endpoint, url, incident: open.id, since };
    }
    this.#open.delete(service);
    const closed = rollup.incidents.at(-1);
    return {
      type: 'service.recovery',
      service,
      seq,
      headline: `over by ${closed?.closedBy ?? facts.type}`,
      endpoint,
      url,
      incident: before ?? null,
      since: closed?.openedAt ?? rollup.lastSeen,
    };
  }

  /** Services that fell silent since it was asked last. */
  silences(): Turn[] {
    const { services } = this.#store;
    for (const service of this.#silent) if (services.find(service) === undefined) this.#silent.delete(service);
    return services.all.flatMap((rollup): Turn[] => {
      const { service, lastSeen } = rollup;
      if (this.#silent.has(service) || silence(rollup, services.quietFor(service)) === null) return [];
      this.#silent.add(service);
      const nothing = { seq: null, headline: '', endpoint: '', url: '', incident: null };
      return [{ type: 'service.silence', service, ...nothing, since: lastSeen }];
    });
  }
}

function openIncident({ incidents }: Rollup) {
  const newest = incidents.at(-1);
  return newest !== undefined && newest.closedAt === null ? newest : undefined;
}
