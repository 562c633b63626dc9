import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { AnalyzerError } from '@analyzer/contracts';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import { listenError } from '@analyzer/core/service/listen-error.ts';
import {
  ADDRESS,
  DRAIN_MS,
  type NetworkOptions,
  REQUEST_SECONDS,
  type RunningServer,
  type Service,
} from '@analyzer/core/service/service.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { answerConnectionErrors } from './connection-errors.ts';
import { errorOfFramework } from './framework-errors.ts';
import { checkSender } from './gate.ts';
import { replyTo } from './problem-reply.ts';
import { addRoutes } from './routes.ts';

const MS = 1000;
/** Interval of the check for idle connections while the server stops. */
const IDLE_CHECK_MS = 50;
/** Longer than any name; a longer one is unknown. */
const MAX_NAME_LENGTH = 10_000;

const TIME_LIMITS = {
  headersTimeout: REQUEST_SECONDS * MS,
  requestTimeout: REQUEST_SECONDS * MS,
  keepAliveTimeout: 5 * MS,
  connectionsCheckingInterval: MS,
};

/** Sent with every answer. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Serves queries over HTTP on this machine.
 *
 * @throws AnalyzerError `busy`, `usage`: the port is in use or not allowed
 */
export async function serveRest(service: Service, options: NetworkOptions): Promise<RunningServer> {
  const { drainMs = DRAIN_MS } = options;
  const state = { port: 0, isStopping: false };
  const onFault = (error: unknown): void => service.onFault(error);
  const server = createServer({ ...TIME_LIMITS, requireHostHeader: false });
  answerConnectionErrors(server, onFault);
  const app = buildApp(service, (handle) =>
    server.on('request', (request, response) => {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      try {
        checkSender(request, state.port, options);
        if (state.isStopping) throw new AnalyzerError('unavailable', { problem: 'the server is stopping' });
      } catch (error) {
        refuse(request, response, error, onFault);
        return;
      }
      handle(request, response);
    }),
  );
  await listen(app, options.port);
  state.port = portOf(server);
  return {
    port: state.port,
    async close() {
      state.isStopping = true;
      const late = setTimeout(() => server.closeAllConnections(), drainMs);
      // A connection that becomes idle later would stay open for the next request.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
      await app.close();
      clearTimeout(late);
      clearInterval(idle);
    },
  };
}

function buildApp(service: Service, listenWith: (handle: RequestListener) => Server): FastifyInstance {
  const app = fastify({
    serverFactory: listenWith,
    bodyLimit: MAX_REQUEST_BYTES,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_NAME_LENGTH },
    frameworkErrors(error, _request, reply) {
      const { status, headers, body } = replyTo(errorOfFramework(error), (fault) => service.onFault(fault));
      reply.hijack();
      reply.raw.writeHead(status, headers).end(body);
    },
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, headers, body } = replyTo(errorOfFramework(error), (fault) => service.onFault(fault));
    return reply.code(status).headers(headers).send(Buffer.from(body));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  addRoutes(app, service);
  return app;
}

/** Answers without reading the body, and closes the connection. */
function refuse(
  { complete }: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  onFault: (error: unknown) => void,
): void {
  const { status, headers, body } = replyTo(error, onFault);
  response.writeHead(status, complete ? headers : { ...headers, Connection: 'close' }).end(body);
}

async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ host: ADDRESS, port });
  } catch (error) {
    throw listenError(error, port);
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new RangeError('the server does not listen on a port');
  return address.port;
}
