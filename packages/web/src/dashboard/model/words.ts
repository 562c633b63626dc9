import { visibleBidi } from '@analyzer/contracts/bidi';

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
  return Number.isNaN(date.getTime()) ? 'no valid time' : date.toISOString().slice(0, -5).replace('T', ' ');
}

/** Day and time of this year, without it: `01-31 10:20:30` in UTC. */
export function dayAndTime(at: number): string {
  const text = moment(at);
  return text.startsWith('no') ? text : text.slice(text.indexOf('-', 1) + 1);
}

/** For the attribute of an element; undefined for what is no time. */
export function instant(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The members of an event. */
export function valueIn(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A text, or nothing for whatever else an agent may have sent. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * A command that posts an event again; quoted so that a shell takes it as it stands.
 *
 * @param needsToken the shell takes the token from its variable `DASHBOARD_TOKEN`: it must not stand in a history
 */
export function asCurl(json: string, origin: string, needsToken: boolean): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const token = needsToken ? ' -H "Authorization: Bearer $DASHBOARD_TOKEN"' : '';
  return `curl -X POST ${quoted(`${origin}/events`)} -H 'Content-Type: application/json'${token} --data-raw ${quoted(visibleBidi(json))}`;
}
