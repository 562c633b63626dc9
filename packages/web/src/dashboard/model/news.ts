import { type IncidentRow, type PageState, type ServiceRow, stateAt } from '@analyzer/contracts/pages/dashboard';
import { span } from './words.ts';

/** A notification for the user. */
export interface News {
  title: string;
  body: string;
  /** A later notification with the same tag replaces it. */
  tag: string;
  incident: number | null;
  service: string;
}

/** Failures, recoveries and late services between two states, except those of muted services. */
export function newsBetween(before: PageState, after: PageState): News[] {
  if (before.epoch !== after.epoch) return [];
  const muted = new Set(
    after.services.filter(({ acknowledged }) => acknowledged?.kind === 'muted').map(({ service }) => service),
  );
  const known = new Map(before.incidents.map((incident) => [incident.id, incident]));
  const newest = Math.max(0, ...known.keys());
  const late = new Set(lateRows(before).map(({ service }) => service));
  const news: News[] = [];
  for (const incident of after.incidents) {
    const { id, closedAt, openedAt, closedBy } = incident;
    const earlier = known.get(id);
    if (earlier === undefined && id > newest) news.push(of(incident, 'is failing', incident.findings[0]?.text ?? ''));
    if (closedAt === null || earlier?.closedAt !== null) continue;
    news.push(of(incident, 'recovered', `after ${span(closedAt - openedAt)}, by ${closedBy}`));
  }
  for (const { service, due } of lateRows(after)) {
    if (late.has(service)) continue;
    const body = `no report for ${span(after.now - (due[0]?.seen ?? after.now))}`;
    news.push({ title: `${nameOf(service)} is late`, body, tag: `late ${service}`, incident: null, service });
  }
  return news.filter(({ service }) => !muted.has(service));
}

function of({ id, service }: IncidentRow, what: string, body: string): News {
  return { title: `${nameOf(service)} ${what}`, body, tag: `incident ${id}`, incident: id, service };
}

function nameOf(service: string): string {
  return service === '' ? '(no name)' : service;
}

function lateRows({ services, now }: PageState): ServiceRow[] {
  return services.filter((row) => stateAt(row, now) === 'late');
}
