import { isObject, own } from '../event/values.ts';
import type { Authentication } from './authentication.ts';
import { jsonBody } from './event-routes.ts';
import type { Route } from './exchange.ts';
import type { Sessions } from './sessions.ts';

/** Routes to open and close the session of a browser. */
export function sessionRoutes(authentication: Authentication, sessions: Sessions): Route[] {
  return [
    {
      method: 'POST',
      path: '/session',
      scope: 'open',
      body: 'application/json',
      summary: 'Exchange a token for a session cookie.',
      handle: ({ body, source, secure }) => {
        const value = jsonBody(body);
        const token = isObject(value) ? own(value, 'token') : undefined;
        const scopes = authentication.scopesOf(typeof token === 'string' ? token : '', source);
        return { status: 204, headers: { 'Set-Cookie': sessions.open(scopes, secure) }, empty: true };
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
