import type { Complaint } from '../event/check.ts';
import type { EventFilter } from '../event/filter.ts';
import { secondsOf } from '../event/order.ts';
import { HttpProblem } from './problem.ts';

/** @throws HttpProblem 422, in the format that existing clients read */
export function limitIn(query: URLSearchParams, fallback: number, most: number): number {
  const text = query.get('limit');
  if (text === null) return fallback;
  const refuse = (type: string, msg: string, ctx?: Record<string, unknown>): never => {
    const complaint: Complaint = { type, loc: ['query', 'limit'], msg, input: text.slice(0, 100) };
    throw new HttpProblem(422, [ctx === undefined ? complaint : { ...complaint, ctx }]);
  };
  if (!/^\s*[+-]?\d+\s*$/.test(text)) {
    return refuse('int_parsing', 'Input should be a valid integer, unable to parse string as an integer');
  }
  const limit = Number(text);
  if (limit < 1) return refuse('greater_than_equal', 'Input should be greater than or equal to 1', { ge: 1 });
  if (limit > most) return refuse('less_than_equal', `Input should be less than or equal to ${most}`, { le: most });
  return limit;
}

/** A Unix time in seconds; values in milliseconds are converted. @throws HttpProblem 422 */
export function momentIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const number = Number(text);
  if (Number.isFinite(number)) return secondsOf(number);
  const msg = 'Input should be a valid number, unable to parse string as a number';
  throw new HttpProblem(422, [{ type: 'float_parsing', loc: ['query', name], msg, input: text.slice(0, 100) }]);
}

/** @throws HttpProblem 422 */
export function filterIn(query: URLSearchParams): EventFilter {
  const text = (key: string): string => query.get(key) ?? '';
  return {
    type: text('type'),
    service: text('service'),
    stage: text('stage'),
    file: text('file'),
    endpoint: text('endpoint'),
    since: momentIn(query, 'since') ?? Number.NEGATIVE_INFINITY,
    until: momentIn(query, 'until') ?? Number.POSITIVE_INFINITY,
    search: text('q').toLowerCase(),
  };
}
