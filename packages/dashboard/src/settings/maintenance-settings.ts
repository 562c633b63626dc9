import type { Maintenance } from '../delivery/maintenance.ts';
import type { JsonValue } from './json-value.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const EXAMPLE =
  'Write from and to, or days, at and for, such as {"match": "*", "days": ["sun"], "at": "02:00", "for": "2h"}.';

/** @throws AnalyzerError `invalid_file` */
export function maintenanceIn(value: JsonValue): Maintenance {
  const given = value.object(['match', 'from', 'to', 'days', 'at', 'for']);
  const match = given('match')?.string() ?? '*';
  const [from, to, at, length] = [given('from'), given('to'), given('at'), given('for')];
  if (from !== undefined && to !== undefined) {
    const window = { match, from: timeIn(from), to: timeIn(to) };
    if (window.from >= window.to) to.fail('the end is not after the start', 'Set a later time.');
    return window;
  }
  if (at === undefined || length === undefined) return value.fail('the time is incomplete', EXAMPLE);
  const days = given('days')?.list().map(dayIn) ?? [0, 1, 2, 3, 4, 5, 6];
  return { match, days, startMs: clockIn(at), lengthMs: length.duration() };
}

function timeIn(value: JsonValue): number {
  const text = value.string();
  // Without a zone the result would depend on the zone of the server.
  const time = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? value.fail('this is not a time with a zone', 'Write 2026-12-01T22:00Z.') : time;
}

function dayIn(value: JsonValue): number {
  const day = DAYS.indexOf(value.string());
  return day < 0 ? value.fail('this is not a day', `Days: ${DAYS.join(', ')}.`) : day;
}

function clockIn(value: JsonValue): number {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value.string()) ?? [];
  if (hours === '') value.fail('this is not a time of day in UTC', 'Write 02:00.');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}
