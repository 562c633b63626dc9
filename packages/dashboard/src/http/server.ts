import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { SharedLogAway } from '../shared/sharing.ts';
import type { Counters } from '../store/counters.ts';
import { Overloaded } from '../store/event-store.ts';
import type { Authentication } from './authentication.ts';
import { Aborted, checkType, readBody } from './body.ts';
import type { Ask, Reply, Route } from './exchange.ts';
import { checkSender, type HostNames } from './guard.ts';
import { HttpProblem } from './problem.ts';
import { send } from './reply.ts';
import { Router } from './router.ts';
import { bearerOf, senderOf } from './sender.ts';
import type { Sessions } from './sessions.ts';
import { EVERYTHING, type Scope } from './tokens.ts';

export interface ServerParts {
  routes: readonly Route[];
  authentication: Authentication;
  sessions: Sessions;
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
/** Status under which requests are counted whose client disconnected; no client receives it. */
const HUNG_UP = 499;

/** The server: checks sender, route, token and body in this order, and counts every refusal. It does not listen yet. */
export function buildServer(parts: ServerParts): Server {
  const { limits } = parts;
  const router = new Router(parts.routes);
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      noDelay: true,
    },
    (request, response) => {
      answer(parts, router, request, response).catch((error: unknown) => {
        parts.report('request-failed', { error: error instanceof Error ? (error.stack ?? '') : String(error) });
        response.destroy();
      });
    },
  );
  server.timeout = limits.idleMs;
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    // Errors after the first one are consequences of it; the first one was answered and counted.
    if (socket.writableEnded) {
      socket.destroy();
      return;
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    parts.counters.refuse(status, 'remoteAddress' in socket ? String(socket.remoteAddress) : 'unknown');
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const body = JSON.stringify({ detail: 'The request is not valid HTTP' });
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}

async function answer(
  parts: ServerParts,
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const source = request.socket.remoteAddress ?? 'unknown';
  const bodiless = request.method === 'HEAD';
  let reply: Reply;
  try {
    reply = await handle(parts, router, request, response, source);
  } catch (error) {
    if (error instanceof Aborted) {
      parts.counters.refuse(HUNG_UP, source);
      return;
    }
    const problem = asProblem(error, parts);
    parts.counters.refuse(problem.status, source);
    reply = { status: problem.status, headers: problem.headers, json: { detail: problem.detail } };
    if (!request.complete) {
      request.resume();
      setTimeout(() => request.destroy(), REFUSED_MS).unref();
    }
  }
  if (reply !== 'taken') await send(response, reply, bodiless);
}

async function handle(
  parts: ServerParts,
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  source: string,
): Promise<Reply> {
  checkSender(request, parts.hosts());
  const { path, query } = target(request.url ?? '/');
  const { route, params } = router.find(request.method ?? 'GET', path);
  const scopes = scopesFor(parts, request, route.scope, source);
  let body: Buffer = Buffer.alloc(0);
  if (route.method !== 'GET') {
    const announced =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
    if (route.body !== undefined && (announced || route.bodyOptional !== true)) checkType(request, route.body);
    body = await readBody(request);
  }
  const sender = senderOf(parts.authentication.required ? bearerOf(request) : undefined, source);
  const method = request.method ?? 'GET';
  const ask: Ask = { method, path, params, query, body, request, response, source, sender, scopes };
  return route.handle(ask);
}

function target(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return { path, query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)) };
}

/** @throws HttpProblem 401 without a valid token, 403 if its scope is insufficient, 429 after too many wrong tokens */
function scopesFor(
  parts: ServerParts,
  request: IncomingMessage,
  wanted: Scope | 'open',
  source: string,
): ReadonlySet<Scope> {
  const { authentication, sessions } = parts;
  if (!authentication.required) return EVERYTHING;
  const bearer = bearerOf(request);
  let scopes: ReadonlySet<Scope> | undefined;
  try {
    scopes = bearer === undefined ? sessions.scopesOf(request.headers.cookie) : authentication.scopesOf(bearer, source);
  } catch (error) {
    // A route that needs no token also serves a client that sends a wrong one.
    if (wanted !== 'open') throw error;
  }
  if (wanted === 'open') return scopes ?? new Set();
  if (scopes === undefined) throw new HttpProblem(401, 'A token is needed', { 'WWW-Authenticate': 'Bearer' });
  if (!scopes.has(wanted)) throw new HttpProblem(403, `This token does not have the scope: ${wanted}`);
  return scopes;
}

function asProblem(error: unknown, parts: ServerParts): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof Overloaded) {
    return new HttpProblem(503, 'The disk is not writable and the backlog is full', { 'Retry-After': '5' });
  }
  if (error instanceof SharedLogAway) return new HttpProblem(503, error.message, { 'Retry-After': '5' });
  parts.report('request-failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return new HttpProblem(500, 'Internal Server Error');
}
