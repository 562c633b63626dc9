import type { ListedEvent } from '../data.ts';

const STEPS: readonly [number, string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** A length of time in its largest whole unit: `3 min`. @param ms milliseconds */
export function span(ms: number): string {
  for (const [size, unit] of STEPS) if (ms >= size) return `${Math.floor(ms / size)} ${unit}`;
  return '0 s';
}

export function ago(at: number, now: number): string {
  return now - at < 1_000 ? 'now' : `${span(now - at)} ago`;
}

/** Date and time, the same everywhere: `2026-01-31 10:20:30` in UTC. */
export function moment(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'no valid time' : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** When an event happened by the agent's clock, else when it was received. */
export function timeOf({ event, received }: ListedEvent): number {
  const given = Number(event.timestamp);
  if (!Number.isFinite(given) || event.timestamp === null) return received ?? 0;
  return Math.abs(given) > 1e11 ? given : given * 1_000;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** One line that says what an event is about. */
export function summaryOf({ event, headline }: ListedEvent): string {
  if (event.type === 'HEALTH_TRANSITION') return `${textOf(event.from) || '?'} → ${textOf(event.to) || '?'}`;
  if (headline !== '') return headline;
  const { diff } = event;
  const status = typeof diff === 'object' && diff !== null && 'status' in diff ? textOf(diff.status) : '';
  return [textOf(event.status) || status, textOf(event.endpoint) || textOf(event.url), textOf(event.file)]
    .filter(Boolean)
    .join(' · ');
}

/** A command that posts an event again; quoted so that a shell takes it as it stands. */
export function asCurl(json: string, origin: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return `curl -X POST ${quoted(`${origin}/events`)} -H 'Content-Type: application/json' --data-raw ${quoted(json)}`;
}
