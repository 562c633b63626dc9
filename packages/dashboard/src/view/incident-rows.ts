import type { IncidentRow } from '@analyzer/contracts/pages/dashboard';
import type { Rollup } from '../store/rollup.ts';

/** The incidents of a service, oldest first, each with the newest deploy before it. */
export function incidentRows({ service, incidents, deploys }: Rollup): IncidentRow[] {
  return incidents.map((incident) => ({
    service,
    ...incident,
    deployed: deploys.findLast(({ at }) => at <= incident.openedAt) ?? null,
  }));
}
