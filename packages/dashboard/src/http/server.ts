import { createServer, type Server } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Counters } from '../store/counters.ts';
import type { Authentication } from './authentication.ts';
import { BODY_LIMIT } from './body.ts';
import { answerInvalidHttp } from './connection-errors.ts';
import { problemOf } from './errors.ts';
import type { Route } from './exchange.ts';
import { checkSender, type HostNames } from './guard.ts';
import type { Proxies } from './proxies.ts';
import { send } from './reply.ts';
import { addRoutes, refuseRoute } from './routes.ts';
import type { Sessions } from './sessions.ts';

export interface ServerParts {
  routes: readonly Route[];
  authentication: Authentication;
  sessions: Sessions;
  proxies: Proxies;
  /** Path below which a proxy serves this server, such as `/board`; empty for none. */
  basePath: string;
  counters: Counters;
  limits: TimeLimits;
  /** Called for each request: the port is known only once the server listens. */
  hosts(): HostNames;
  report(event: string, details: Record<string, unknown>): void;
}

/** Time limits in milliseconds; slower connections are closed. */
export interface TimeLimits {
  headersMs: number;
  /** Until headers and body are complete. */
  requestMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
  /** Interval of checks of the first two limits. */
  checkMs: number;
}

export const TIME_LIMITS: TimeLimits = { headersMs: 10_000, requestMs: 20_000, idleMs: 30_000, checkMs: 1_000 };
/** How long the body of a refused request is still read, so that the client gets the response and not a reset. */
const REFUSED_MS = 1_000;
/** Longer than any path that fits into the headers of a request. */
const MAX_PARAM = 100_000;

/** The server: checks sender, route, token and body in this order, and counts every refusal. It does not listen yet. */
export async function buildServer(parts: ServerParts): Promise<Server> {
  const { limits, counters } = parts;
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    noDelay: true,
  });
  server.timeout = limits.idleMs;
  answerInvalidHttp(server, (status, address) => counters.refuse(status, address));
  await buildApp(parts, server).ready();
  return server;
}

function buildApp(parts: ServerParts, server: Server): FastifyInstance {
  const { basePath } = parts;
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error, parts.report);
    const { status, headers, detail } = problem;
    parts.counters.refuse(status, parts.proxies.clientOf(request.raw).address);
    if (!request.raw.complete) {
      request.raw.resume();
      setTimeout(() => request.raw.destroy(), REFUSED_MS).unref();
    }
    return send(reply, { status, headers, json: { detail } });
  };
  const app = fastify({
    serverFactory: (handle) => server.on('request', handle),
    // A proxy that does not remove the path.
    rewriteUrl: ({ url = '/' }) => (url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url),
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM },
    frameworkErrors: refuse,
    // No route has a schema, so the compilers of fastify, which take 9 MB of memory, are not loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  });
  app.setErrorHandler(refuse);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', (request, reply, done) => {
    checkSender(request.raw, parts.hosts(), parts.proxies.clientOf(request.raw).scheme);
    // The URLs of the page are relative to the path with a slash.
    if (basePath !== '' && request.originalUrl.split('?', 1)[0] === basePath) {
      const headers = { Location: request.originalUrl.replace(basePath, `${basePath}/`) };
      send(reply, { status: 308, headers, type: 'text/plain', pieces: [] });
      return;
    }
    // The router would ignore the host of an absolute-form request (`GET http://…`), and use the root for `*`.
    if (request.is404 || request.raw.url?.startsWith('/') !== true) refuseRoute(parts.routes, request.raw);
    done();
  });
  addRoutes(app, parts);
  return app;
}

function refuseSchemas(): never {
  throw new Error('the routes of this server have no schemas');
}
