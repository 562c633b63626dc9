import type { IncidentRow, PageState } from '@analyzer/contracts/pages/dashboard';
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

/** Failures, recoveries and silences between two states, except those of muted services. */
export function newsBetween(before: PageState, after: PageState): News[] {
  if (before.epoch !== after.epoch) return [];
  const muted = new Set(
    after.services.filter(({ acknowledged }) => acknowledged?.kind === 'muted').map(({ service }) => service),
  );
  const known = new Map(before.incidents.map((incident) => [incident.id, incident]));
  const newest = Math.max(0, ...known.keys());
  const silent = new Set(before.services.filter(({ silentFor }) => silentFor !== null).map(({ service }) => service));
  const news: News[] = [];
  for (const incident of after.incidents) {
    const { id, closedAt, openedAt, closedBy } = incident;
    const earlier = known.get(id);
    if (earlier === undefined && id > newest) news.push(of(incident, 'is failing', incident.findings[0]?.text ?? ''));
    if (closedAt === null || earlier?.closedAt !== null) continue;
    news.push(of(incident, 'recovered', `after ${span(closedAt - openedAt)}, by ${closedBy}`));
  }
  for (const { service, silentFor } of after.services) {
    if (silentFor === null || silent.has(service)) continue;
    const body = `no events for ${span(silentFor)}`;
    news.push({ title: `${nameOf(service)} is silent`, body, tag: `silent ${service}`, incident: null, service });
  }
  return news.filter(({ service }) => !muted.has(service));
}

function of({ id, service }: IncidentRow, what: string, body: string): News {
  return { title: `${nameOf(service)} ${what}`, body, tag: `incident ${id}`, incident: id, service };
}

function nameOf(service: string): string {
  return service === '' ? '(no name)' : service;
}
