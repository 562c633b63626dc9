import { acceptEvent, parseJson } from '../event/accept.ts';
import { brief, type Complaint, notAnObject } from '../event/check.ts';
import { compared, DIRECTIONS, type Direction } from '../event/metric.ts';
import { isObject, own, secondsIn } from '../event/values.ts';
import type { Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import type { EventStore } from '../store/event-store.ts';

/** Stores a number and its limit as an ANOMALY event, in the format of the older backend. */
export function anomalyRoute(store: EventStore): Route {
  return {
    method: 'POST',
    path: '/drivers/anomaly/report',
    scope: 'ingest',
    body: 'application/json',
    summary:
      'Record a value and its limit as an ANOMALY event: service, metric, value, threshold, direction, clear, timestamp, commit.',
    handle: async ({ body, sender }) => {
      const now = store.clock.now();
      const report = reportIn(body, now);
      const { service, metric, value, threshold, direction, clear, timestamp, expect_s, commit } = report;
      const { exceeded } = compared(value, threshold, direction, clear ?? threshold);
      const sign = direction === 'above' ? (exceeded ? '>' : '<=') : exceeded ? '<' : '>=';
      const event = {
        type: 'ANOMALY',
        service,
        status: exceeded ? 'anomaly' : 'normal',
        reason: `${metric}=${pythonFloat(value)} ${sign} threshold=${pythonFloat(threshold)}${commit === undefined ? '' : ` at commit ${commit}`}`,
        metric,
        value,
        threshold,
        ...(direction === 'below' ? { direction } : {}),
        clear,
        expect_s,
        timestamp,
        commit,
      };
      const accepted = acceptEvent(Buffer.from(JSON.stringify(event)));
      if ('complaints' in accepted) throw new HttpProblem(422, accepted.complaints);
      await store.accept(accepted, now, sender);
      return { status: 201, json: { accepted: true, service: report.service } };
    },
  };
}

interface Report {
  service: string;
  metric: string;
  value: number;
  threshold: number;
  /** The side of the limit on which a value is an anomaly. */
  direction: Direction;
  /** Level at which the anomaly ends; undefined for the threshold. */
  clear: number | undefined;
  /** Longest time until the next report, in seconds. */
  expect_s: number | undefined;
  /** Unix time in seconds. */
  timestamp: number;
  /** Id of the commit that was measured, in hex; undefined if none was. */
  commit: string | undefined;
}

const COMMIT = /^[0-9a-f]{7,64}$/;

/** @param now Unix time in milliseconds @throws HttpProblem 422 */
function reportIn(body: Buffer, now: number): Report {
  const parsed = parseJson(body);
  if ('complaints' in parsed) throw new HttpProblem(422, parsed.complaints);
  const { value } = parsed;
  if (!isObject(value)) throw new HttpProblem(422, [notAnObject(value)]);
  const complaints: Complaint[] = [];
  const complain = (type: string, key: string, msg: string): void => {
    complaints.push({ type, loc: ['body', key], msg, input: brief(own(value, key) ?? null) });
  };
  const text = (key: string): string => {
    const given = own(value, key);
    if (given === undefined) complain('missing', key, 'Field required');
    else if (typeof given !== 'string') complain('string_type', key, 'Input should be a valid string');
    return typeof given === 'string' ? given : '';
  };
  const number = (key: string): number => {
    const given = own(value, key);
    const read = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    if (given === undefined) complain('missing', key, 'Field required');
    else if (typeof read !== 'number' || !Number.isFinite(read)) {
      complain('float_parsing', key, 'Input should be a valid number');
    }
    return typeof read === 'number' ? read : 0;
  };
  const optional = (key: string): number | undefined => ((own(value, key) ?? null) === null ? undefined : number(key));
  const direction = (): Direction => {
    const given = own(value, 'direction') ?? 'above';
    const known = DIRECTIONS.find((one) => one === given);
    if (known === undefined) complain('literal_error', 'direction', "Input should be 'above' or 'below'");
    return known ?? 'above';
  };
  const commit = (): string | undefined => {
    const id = own(value, 'commit') ?? undefined;
    if (id === undefined || (typeof id === 'string' && COMMIT.test(id))) return id;
    complain('string_pattern_mismatch', 'commit', 'Input should be 7 to 64 hex digits');
    return undefined;
  };
  const given = own(value, 'timestamp');
  const timestamp = given === undefined ? Math.floor(now / 1000) : secondsIn(given);
  if (timestamp === null) complain('int_parsing', 'timestamp', 'Input should be a valid integer');
  const report = {
    service: text('service'),
    metric: text('metric'),
    value: number('value'),
    threshold: number('threshold'),
    direction: direction(),
    clear: optional('clear'),
    expect_s: optional('expect_s'),
    timestamp: timestamp ?? 0,
    commit: commit(),
  };
  if (complaints.length > 0) throw new HttpProblem(422, complaints);
  return report;
}

/** A number as Python prints a float: `1500.0`, `1e+20`, `1e-05`. */
export function pythonFloat(number: number): string {
  if (number === 0) return Object.is(number, -0) ? '-0.0' : '0.0';
  const [digits = '', exponent = '0'] = number.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    const sign = power < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  // In this range JavaScript writes the same digits as Python, without an exponent.
  const text = String(number);
  return text.includes('.') ? text : `${text}.0`;
}
