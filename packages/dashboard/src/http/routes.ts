import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Authentication } from './authentication.ts';
import { checkType } from './body.ts';
import type { Route } from './exchange.ts';
import { HttpProblem } from './problem.ts';
import type { Proxies } from './proxies.ts';
import { send } from './reply.ts';
import { bearerOf, senderOf } from './sender.ts';
import type { Sessions } from './sessions.ts';
import { EVERYTHING, type Scope } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Scopes of the sender's token. */
    scopes: ReadonlySet<Scope>;
  }
}

interface RouteParts {
  routes: readonly Route[];
  authentication: Authentication;
  sessions: Sessions;
  proxies: Proxies;
  /** Path below which a proxy serves this server, such as `/board`; empty for none. */
  basePath: string;
}

const NO_BODY = Buffer.alloc(0);

export function addRoutes(app: FastifyInstance, parts: RouteParts): void {
  app.decorateRequest('scopes');
  for (const route of parts.routes) {
    for (const path of pathsOf(route)) {
      const hasParams = path.includes('{');
      app.route<{ Params: Record<string, string> }>({
        method: route.method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        onRequest: (request, _reply, done) => {
          if (hasParams && Object.values(request.params).includes('')) throw new HttpProblem(404, 'Not Found');
          request.scopes = scopesFor(parts, request.raw, route.scope);
          if (route.method !== 'GET') checkType(request.raw, route);
          done();
        },
        handler: async (request, reply) => {
          const { method, params, body, raw, scopes } = request;
          const { address: source, scheme } = parts.proxies.clientOf(raw);
          // A browser sends its Origin, of which the guard has checked the rest.
          const secure = scheme === 'https' || raw.headers.origin?.startsWith('https://') === true;
          const answer = await route.handle({
            method,
            ...targetOf(raw),
            params,
            body: Buffer.isBuffer(body) ? body : NO_BODY,
            request: raw,
            response: reply.raw,
            source,
            origin: `${secure ? 'https' : 'http'}://${raw.headers.host}${parts.basePath}`,
            secure,
            sender: senderOf(parts.authentication.required ? bearerOf(raw) : undefined, source),
            scopes,
          });
          return answer === 'taken' ? reply.hijack() : send(reply, answer);
        },
      });
    }
  }
}

/** @throws HttpProblem 405 for a known path, otherwise 404 */
export function refuseRoute(routes: readonly Route[], request: IncomingMessage): never {
  const { path } = targetOf(request);
  const methods = routes.filter((route) => pathsOf(route).some((it) => matches(it, path))).map(({ method }) => method);
  if (methods.length === 0) throw new HttpProblem(404, 'Not Found');
  const allow = new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  throw new HttpProblem(405, 'Method Not Allowed', { Allow: [...allow].join(', ') });
}

function pathsOf({ path, aliases = [] }: Route): string[] {
  return [path, ...aliases];
}

/** A trailing slash is ignored: agents do not follow redirects. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)[/]$/, '').split('/');
  return wanted.length === given.length && wanted.every((it, at) => it === given[at] || it.startsWith('{'));
}

function targetOf({ url = '/' }: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', ...query] = url.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
}

/** @throws HttpProblem 401 without a valid token, 403 if its scope is insufficient, 429 after too many wrong tokens */
function scopesFor(
  { authentication, sessions, proxies }: RouteParts,
  request: IncomingMessage,
  wanted: Scope | 'open',
): ReadonlySet<Scope> {
  if (!authentication.required) return EVERYTHING;
  const bearer = bearerOf(request);
  let scopes: ReadonlySet<Scope> | undefined;
  try {
    scopes =
      bearer === undefined
        ? sessions.scopesOf(request.headers.cookie)
        : authentication.scopesOf(bearer, proxies.clientOf(request).address);
  } catch (error) {
    // A route that needs no token also serves a client that sends a wrong one.
    if (wanted !== 'open') throw error;
  }
  if (wanted === 'open') return scopes ?? new Set();
  if (scopes === undefined) throw new HttpProblem(401, 'A token is needed', { 'WWW-Authenticate': 'Bearer' });
  if (!scopes.has(wanted)) throw new HttpProblem(403, `This token does not have the scope: ${wanted}`);
  return scopes;
}
