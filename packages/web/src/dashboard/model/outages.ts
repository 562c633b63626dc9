import { type IncidentRow, type PageState, type ServiceRow, stateAt } from '@analyzer/contracts/pages/dashboard';

/** Services whose failures begin within this time are one outage, as in notifications; in milliseconds. */
const TOGETHER_MS = 120_000;

/** Failures that began together or say the same. */
export interface Outage {
  /** Of its first failure, in Unix milliseconds. */
  since: number;
  /** The line that names the error, of the first failure that has one. */
  cause: string;
  /** Lines that other services of the outage name. */
  otherCauses: string[];
  /** In the order in which they failed. */
  services: ServiceRow[];
  /** The open incident of the first service of which a change is known, else of the first one; null if none is listed. */
  incident: IncidentRow | null;
}

/** The outages of all failing services, newest first. */
export function outagesOf({ services, incidents, now }: Pick<PageState, 'services' | 'incidents' | 'now'>): Outage[] {
  const failing = services
    .filter((row) => stateAt(row, now) === 'failing')
    .map((row) => ({ row, since: row.stateSince ?? now, cause: causeOf(row) }))
    .sort((a, b) => a.since - b.since);
  const outages: (Outage & { last: number; causes: Set<string> })[] = [];
  for (const { row, since, cause } of failing) {
    const known = outages.find(
      (one) => since - one.last <= TOGETHER_MS || (cause !== '' && row.health !== 'down' && one.causes.has(cause)),
    );
    if (known === undefined) {
      outages.push({
        since,
        cause,
        otherCauses: [],
        services: [row],
        incident: null,
        last: since,
        causes: new Set([cause]),
      });
      continue;
    }
    known.services.push(row);
    known.causes.add(cause);
    known.last = since;
    if (known.cause === '') known.cause = cause;
  }
  return outages
    .map(({ since, cause, causes, services: rows }) => ({
      since,
      cause,
      otherCauses: [...causes].filter((one) => one !== '' && one !== cause),
      services: rows,
      incident: incidentOf(rows, incidents),
    }))
    .reverse();
}

function causeOf({ failures, regression }: ServiceRow): string {
  const named = failures.find(({ text }) => text !== '')?.text;
  return named ?? (failures.some(({ what }) => what === 'tests') ? (regression?.reason ?? '') : '');
}

function incidentOf(rows: readonly ServiceRow[], incidents: readonly IncidentRow[]): IncidentRow | null {
  const names = new Set(rows.map(({ service }) => service));
  const open = incidents.filter(({ service, closedAt }) => closedAt === null && names.has(service));
  const changed = open.find(({ lastGood, firstBad, deployed }) => (lastGood ?? firstBad ?? deployed) !== null);
  return changed ?? open[0] ?? null;
}
