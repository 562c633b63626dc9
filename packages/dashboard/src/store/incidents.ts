import type { Kind } from '../event/kinds.ts';
import type { StoredEvent } from '../event/stored.ts';
import { LIMITS } from './rules.ts';

/** One entry of an incident; equal findings that follow one another are one entry. Times in milliseconds. */
export interface Finding {
  seq: number;
  at: number;
  type: Kind;
  text: string;
  url: string;
  count: number;
  /** The same finding arrived a second time, as this kind. */
  twin: Kind | null;
}

/** From the first sign of failure to the sign that it is over. Times in milliseconds. */
export interface Incident {
  /** Sequence number of the event that opened it. */
  id: number;
  openedAt: number;
  openedBy: 'REGRESSION' | 'DOWN';
  down: boolean;
  closedAt: number | null;
  closedBy: 'PASS' | 'UP' | null;
  /** Every event of it by kind, also those that `findings` no longer lists. */
  counts: Partial<Record<Kind, number>>;
  findings: Finding[];
}

const INCIDENTS_KEPT = 20;
const FINDINGS_KEPT = 40;
const TEXT_KEPT = 300;

/** Applies the rules of `rules.ts` to one event. @param incidents of its service, the newest last; changed in place */
export function addToIncidents(incidents: Incident[], event: StoredEvent, at: number): void {
  const { facts, seq } = event;
  const newest = incidents.at(-1);
  const open = newest !== undefined && newest.closedAt === null ? newest : undefined;
  const down = facts.type === 'HEALTH_TRANSITION' && facts.to === 'down';
  const up = facts.type === 'HEALTH_TRANSITION' && facts.to === 'up';
  if (up || facts.type === 'PASS') {
    if (open !== undefined) {
      open.closedAt = at;
      open.closedBy = up ? 'UP' : 'PASS';
      count(open, facts.type);
    } else if (up && newest !== undefined && newest.closedBy === 'PASS' && isSoon(newest.closedAt, at)) {
      newest.closedBy = 'UP';
      count(newest, facts.type);
    }
    return;
  }
  if (facts.type === 'REGRESSION' || down) {
    const incident = open ?? opened(incidents, seq, at, down);
    if (down) incident.down = true;
    add(incident, event, at);
  } else if (open !== undefined && facts.type !== 'HEALTH_TRANSITION') {
    add(open, event, at);
  }
}

function opened(incidents: Incident[], seq: number, at: number, down: boolean): Incident {
  const incident: Incident = {
    id: seq,
    openedAt: at,
    openedBy: down ? 'DOWN' : 'REGRESSION',
    down,
    closedAt: null,
    closedBy: null,
    counts: {},
    findings: [],
  };
  incidents.push(incident);
  if (incidents.length > INCIDENTS_KEPT) incidents.shift();
  return incident;
}

function add(incident: Incident, { seq, facts }: StoredEvent, at: number): void {
  count(incident, facts.type);
  const text = textOf(facts.type, facts.headline, facts.diffStatus, facts.from, facts.to);
  const place = (facts.url !== '' ? facts.url : facts.endpoint).slice(0, TEXT_KEPT);
  const twin = incident.findings.findLast((finding) => isTwin(finding, facts.type, place, at));
  if (twin !== undefined) {
    twin.twin = facts.type;
    // The anomaly says what is wrong; the diff only that something is.
    if (facts.type === 'ANOMALY') twin.text = text;
    return;
  }
  const last = incident.findings.at(-1);
  if (last !== undefined && last.type === facts.type && last.text === text && last.url === place) {
    last.count++;
    last.at = at;
    return;
  }
  incident.findings.push({ seq, at, type: facts.type, text, url: place, count: 1, twin: null });
  // The first finding tells how it began.
  if (incident.findings.length > FINDINGS_KEPT) incident.findings.splice(1, 1);
}

/** Whether an event is the second arrival of a finding that is listed already. */
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

function textOf(type: Kind, headline: string, diffStatus: string, from: string, to: string): string {
  if (type === 'HEALTH_TRANSITION') return `${from === '' ? '?' : from} → ${to}`.slice(0, TEXT_KEPT);
  return (headline === '' && type === 'VISUAL_DIFF' ? diffStatus : headline).slice(0, TEXT_KEPT);
}

function count(incident: Incident, type: Kind): void {
  incident.counts[type] = (incident.counts[type] ?? 0) + 1;
}

function isSoon(before: number | null, at: number): boolean {
  return before !== null && Math.abs(at - before) <= LIMITS.lookBackMs;
}
