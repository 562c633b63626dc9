import type { DueCheck } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import type { StoredEvent } from '../event/stored.ts';
import type { Rollup } from '../store/rollup.ts';
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

  /** The state at the start is not a change. */
  constructor(services: Pick<Services, 'all' | 'find' | 'dueOf'>) {
    this.#services = services;
    for (const rollup of services.all) {
      if (isFailing(rollup)) this.#failing.set(rollup.service, rollup.incidents.at(-1)?.id ?? null);
    }
  }

  /** @param event newest stored event @returns the change that it causes, if any */
  take(event: StoredEvent): StateChange | undefined {
    const { facts, seq } = event;
    const { service, endpoint, url } = facts;
    const rollup = this.#services.find(service);
    // The service is new, or was removed before this event.
    if (rollup?.count === 1) this.#failing.delete(service);
    const newest = rollup?.incidents.at(-1);
    const failing = rollup !== undefined && isFailing(rollup);
    if (failing === this.#failing.has(service)) return undefined;
    if (failing && rollup !== undefined) {
      this.#failing.set(service, newest?.id ?? null);
      return { ...changeOf(rollup), seq, headline: headlineOf(facts), endpoint, url };
    }
    this.#failing.delete(service);
    return {
      ...recoveryOf(service, rollup),
      seq,
      headline: `ended by ${newest?.closedBy ?? facts.type}`,
      endpoint,
      url,
    };
  }

  /** Clears the state after all events were cleared. */
  clear(): void {
    this.#failing.clear();
  }

  /** Services that are late. @param now Unix time in milliseconds */
  lateServices(now: number): StateChange[] {
    return this.#services.all.flatMap((rollup): StateChange[] => {
      const { service } = rollup;
      if (!this.#isLate(rollup, now)) return [];
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

/** The change of a failing service, by its state. */
export function changeOf({ service, incidents, problems, lastSeen }: Rollup): StateChange {
  const incident = incidents.at(-1);
  const finding = incident?.findings.at(-1);
  const [problem] = problems;
  return {
    type: 'service.regression',
    service,
    seq: incident?.id ?? null,
    headline: finding?.text || problem?.text || (problem === undefined ? 'failing' : `failed: ${problem.kind}`),
    endpoint: problem?.endpoint ?? '',
    url: finding?.url ?? '',
    incident: incident?.id ?? null,
    since: incident?.openedAt ?? lastSeen,
  };
}

/** The change of a service that is not failing any more. @param rollup undefined if it was removed */
export function recoveryOf(service: string, rollup: Rollup | undefined): StateChange {
  const incident = rollup?.incidents.at(-1);
  const headline = rollup === undefined ? 'no longer tracked' : `ended by ${incident?.closedBy ?? 'an event'}`;
  const nothing = { seq: null, endpoint: '', url: '' };
  const since = incident?.openedAt ?? rollup?.lastSeen ?? Date.now();
  return { type: 'service.recovery', service, ...nothing, headline, incident: incident?.id ?? null, since };
}

/** What failed; never empty. */
function headlineOf({ type, headline, issue, from, to, file, stage, status }: EventFacts): string {
  if (type === 'HEALTH_TRANSITION')
    return `${to}${headline === '' ? `, before ${from || 'unknown'}` : `: ${headline}`}`;
  if (headline !== '' || issue !== '') return headline === '' ? issue : headline;
  const check = [file, stage].filter(Boolean).join(' · ');
  return [type, check === '' ? status : check].filter(Boolean).join(': ');
}
