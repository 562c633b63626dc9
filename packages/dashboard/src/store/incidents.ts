import type { Finding, Incident } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import type { Kind } from '../event/kinds.ts';
import { observedAt } from '../event/order.ts';
import type { StoredEvent } from '../event/stored.ts';
import { transitionText } from '../event/transition-text.ts';
import { LIMITS } from './rules.ts';

const INCIDENTS_LIMIT = 20;
const FINDINGS_LIMIT = 40;
const TEXT_LIMIT = 300;

/**
 * Applies the rules of `rules.ts` to one event: an incident is open exactly while the service is failing.
 *
 * @param incidents of the service, newest last; changed in place
 * @param failing whether the service is failing after the event
 */
export function addToIncidents(incidents: Incident[], event: StoredEvent, at: number, failing: boolean): void {
  const { facts } = event;
  const newest = incidents.at(-1);
  const open = newest !== undefined && newest.closedAt === null ? newest : undefined;
  if (failing) {
    const incident = open ?? opened(incidents, event, at);
    if (facts.type === 'HEALTH_TRANSITION' && facts.to === 'down') incident.down = true;
    add(incident, event, at);
  } else if (open !== undefined) {
    open.closedAt = at;
    open.closedBy = facts.type === 'HEALTH_TRANSITION' ? 'UP' : facts.type;
    count(open, facts.type);
  } else if (isUp(facts) && newest?.closedBy === 'PASS' && isSoon(newest.closedAt, at)) {
    newest.closedBy = 'UP';
    count(newest, facts.type);
  } else if (isUp(facts) && facts.from === 'down' && !isRepeated(newest, facts, at)) {
    addUnknownStart(incidents, event, at);
  }
}

/** An UP after a lost DOWN: there was an incident, and nobody knows since when. */
function addUnknownStart(incidents: Incident[], event: StoredEvent, at: number): void {
  const incident = opened(incidents, event, at);
  Object.assign(incident, { openedBy: 'DOWN', down: true, closedAt: at, closedBy: 'UP', startUnknown: true });
  add(incident, event, at);
}

/** Whether the end of the incident is this UP, sent again, or belongs to it. */
function isRepeated(newest: Incident | undefined, facts: EventFacts, at: number): boolean {
  if (newest === undefined || newest.closedAt === null) return false;
  // A PASS ended the DOWN before.
  if (newest.closedBy !== 'UP') return newest.down;
  return isSoon(newest.closedAt, at) || observedAt(facts, at) * 1_000 <= newest.closedAt;
}

function opened(incidents: Incident[], { seq, facts }: StoredEvent, at: number): Incident {
  const incident: Incident = {
    id: seq,
    openedAt: at,
    openedBy: facts.type === 'HEALTH_TRANSITION' ? 'DOWN' : facts.type,
    down: false,
    closedAt: null,
    closedBy: null,
    counts: {},
    findings: [],
  };
  incidents.push(incident);
  if (incidents.length > INCIDENTS_LIMIT) incidents.shift();
  return incident;
}

function add(incident: Incident, { seq, facts }: StoredEvent, at: number): void {
  count(incident, facts.type);
  const text = textOf(facts);
  const url = (facts.url !== '' ? facts.url : facts.endpoint).slice(0, TEXT_LIMIT);
  const twin = incident.findings.findLast((finding) => isTwin(finding, facts.type, url, at));
  if (twin !== undefined) {
    twin.twin = facts.type;
    // The anomaly has the text; the diff has only a status.
    if (facts.type === 'ANOMALY') twin.text = text;
    return;
  }
  const last = incident.findings.at(-1);
  if (last !== undefined && last.type === facts.type && last.text === text && last.url === url) {
    last.count++;
    last.at = at;
    return;
  }
  incident.findings.push({ seq, at, type: facts.type, text, url, count: 1, twin: null });
  // The first finding shows how the incident started.
  if (incident.findings.length > FINDINGS_LIMIT) incident.findings.splice(1, 1);
}

/** Whether an event is the second arrival of a listed finding. */
function isTwin(finding: Finding, type: Kind, url: string, at: number): boolean {
  const pair = new Set<Kind>([finding.type, type]);
  return (
    finding.twin === null &&
    url !== '' &&
    finding.url === url &&
    pair.has('ANOMALY') &&
    pair.has('VISUAL_DIFF') &&
    Math.abs(at - finding.at) <= LIMITS.twinMs
  );
}

function textOf(facts: EventFacts): string {
  const { type, headline, diffStatus, issue, file, stage } = facts;
  if (type === 'HEALTH_TRANSITION') return transitionText(facts).slice(0, TEXT_LIMIT);
  if (headline !== '') return headline.slice(0, TEXT_LIMIT);
  if (type !== 'VISUAL_DIFF') return [file, stage].filter(Boolean).join(' · ').slice(0, TEXT_LIMIT);
  return (issue === '' ? diffStatus : `${diffStatus}: ${issue}`).slice(0, TEXT_LIMIT);
}

function count(incident: Incident, type: Kind): void {
  incident.counts[type] = (incident.counts[type] ?? 0) + 1;
}

function isUp({ type, to }: EventFacts): boolean {
  return type === 'HEALTH_TRANSITION' && to === 'up';
}

function isSoon(before: number | null, at: number): boolean {
  return before !== null && Math.abs(at - before) <= LIMITS.windowMs;
}
