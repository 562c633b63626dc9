import type { IncomingMessage } from 'node:http';
import type { Authentication } from '../http/authentication.ts';
import type { Ask, Reply, Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import { bearerOf } from '../http/sender.ts';
import type { PageFiles } from '../view/page-files.ts';
import { badgeOf } from './badge.ts';
import type { StatusModels } from './status-model.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="status", charset="UTF-8"' };

/** The read-only routes of the status page. @param authentication with the token of the page, if it has one */
export function statusRoutes(models: StatusModels, files: PageFiles, authentication: Authentication): Route[] {
  const route = (path: string, summary: string, handle: (ask: Ask) => Promise<Reply>): Route => ({
    method: 'GET',
    path,
    scope: 'open',
    summary,
    handle: (ask) => {
      checkToken(ask, authentication);
      return handle(ask);
    },
  });
  return [
    route('/', 'The status page.', async () => ({
      status: 200,
      type: 'text/html; charset=utf-8',
      pieces: [files.renderStatus(await models.newest())],
    })),
    route('/assets/dashboard.css', 'The style of the page.', async () => ({
      status: 200,
      type: 'text/css',
      pieces: [files.style],
    })),
    route('/status.json', 'The data of the page.', async () => ({ status: 200, json: await models.newest() })),
    route('/badges/{service}', 'A picture of the state of a service.', async ({ params }) => {
      const name = params.service?.replace(/\.svg$/, '');
      const { services } = await models.newest();
      const found = services.find(({ service }) => service === name || service === params.service);
      if (found === undefined) throw new HttpProblem(404, 'The status page has no such service');
      return {
        status: 200,
        // Pages of other origins show it.
        headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
        type: 'image/svg+xml',
        pieces: [badgeOf(found.service, found.state)],
      };
    }),
  ];
}

/** @throws HttpProblem 401, 429 */
function checkToken({ request, source }: Ask, authentication: Authentication): void {
  if (!authentication.required) return;
  const token = bearerOf(request) ?? passwordOf(request);
  if (token === undefined) throw new HttpProblem(401, 'A token is needed, as the password', CHALLENGE);
  try {
    authentication.scopesOf(token, source);
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 401) throw new HttpProblem(401, error.detail, CHALLENGE);
    throw error;
  }
}

/** A browser asks for a name and a password: the token is the password (RFC 7617). */
function passwordOf({ headers }: IncomingMessage): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}
