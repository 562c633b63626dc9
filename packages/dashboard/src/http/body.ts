import type { IncomingMessage } from 'node:http';
import type { Route } from './exchange.ts';
import { HttpProblem } from './problem.ts';

/** Largest body of a request, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** @throws HttpProblem 415 for a type or an encoding that the route does not accept */
export function checkType({ headers }: IncomingMessage, { body: wanted, bodyOptional }: Route): void {
  const isAnnounced = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (wanted === undefined || (bodyOptional === true && !isAnnounced)) return;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const fits = type === wanted || (wanted === 'application/json' && /^application\/[\w.-]+\+json$/.test(type));
  if (!fits) throw new HttpProblem(415, `The body must be ${wanted}`);
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity')
    throw new HttpProblem(415, 'The body must not be compressed', { 'Accept-Encoding': 'identity' });
}
