import { visibleControls } from '@analyzer/contracts/controls';

const STEPS: readonly [number, string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** A duration in its largest unit: `3 min`. @param ms milliseconds */
export function span(ms: number): string {
  for (const [size, unit] of STEPS) if (ms >= size) return `${Math.floor(ms / size)} ${unit}`;
  return '0 s';
}

export function ago(at: number, now: number): string {
  return now - at < 1_000 ? 'now' : `${span(now - at)} ago`;
}

/** A number with its noun: `1 change`, `2 changes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Date and time, independent of the locale: `2026-01-31 10:20:30` in UTC. */
export function moment(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'invalid time' : date.toISOString().slice(0, -5).replace('T', ' ');
}

/** Date without the year, and time: `01-31 10:20:30` in UTC. */
export function dayAndTime(at: number): string {
  const text = moment(at);
  return text.startsWith('no') ? text : text.slice(text.indexOf('-', 1) + 1);
}

/** For the attribute of an element; undefined for an invalid time. */
export function instant(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The properties of an event. */
export function valueIn(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A string; empty for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * A command that posts an event again, quoted for a shell.
 *
 * @param needsToken the shell reads the token from `DASHBOARD_TOKEN`, so that it is not in the shell history
 */
export function asCurl(json: string, origin: string, needsToken: boolean): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const token = needsToken ? ' -H "Authorization: Bearer $DASHBOARD_TOKEN"' : '';
  return `curl -X POST ${quoted(`${origin}/events`)} -H 'Content-Type: application/json'${token} --data-raw ${quoted(visibleControls(json))}`;
}
