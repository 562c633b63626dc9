import { isObject, own } from '../event/facts.ts';
import { jsonBody } from './event-routes.ts';
import type { Route } from './exchange.ts';
import { HttpProblem } from './problem.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

/** Opening and closing the session of a browser. */
export function sessionRoutes(tokens: Tokens, sessions: Sessions): Route[] {
  return [
    {
      method: 'POST',
      path: '/session',
      scope: 'open',
      body: 'application/json',
      summary: 'Exchange a token for a session cookie.',
      handle: ({ body }) => {
        const value = jsonBody(body);
        const token = isObject(value) ? own(value, 'token') : undefined;
        const scopes = typeof token === 'string' ? tokens.scopesOf(token) : undefined;
        if (scopes === undefined)
          throw new HttpProblem(401, 'This token is not valid', { 'WWW-Authenticate': 'Bearer' });
        return { status: 204, headers: { 'Set-Cookie': sessions.open(scopes) }, empty: true };
      },
    },
    {
      method: 'DELETE',
      path: '/session',
      scope: 'open',
      summary: 'End the session.',
      handle: ({ request }) => ({
        status: 204,
        headers: { 'Set-Cookie': sessions.close(request.headers.cookie) },
        empty: true,
      }),
    },
  ];
}
