import { isObject, own } from '../event/values.ts';
import { jsonBody } from '../http/event-routes.ts';
import type { Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Deliveries } from './deliveries.ts';

/** Sends a test message through one channel and returns its result. */
export function testChannelRoute(deliveries: Deliveries | undefined): Route {
  return {
    method: 'POST',
    path: '/dashboard/channels/test',
    scope: 'admin',
    body: 'application/json',
    summary: 'Send a test message through one channel.',
    handle: async ({ body }) => {
      const given = jsonBody(body);
      const name = isObject(given) ? own(given, 'channel') : undefined;
      const result = typeof name === 'string' ? await deliveries?.test(name) : undefined;
      if (result === undefined) throw new HttpProblem(404, 'There is no such channel');
      return { status: 200, json: { sent: result === 'sent', problem: result === 'sent' ? null : result.problem } };
    },
  };
}
