import { AnalyzerError, jsonText } from '@analyzer/contracts';
import { MAX_RESULT_BYTES } from '@analyzer/core/query/query.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LargeBodies } from './large-bodies.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { checkAccept, checkBodyType } from './negotiation.ts';
import { openApiOf } from './openapi.ts';
import { sendProblem, sendStatic, staticText } from './replies.ts';

const JSON_TYPE = MEDIA_TYPES.json;
const LIMITS = { maxBytes: MAX_RESULT_BYTES };

/** Every path, with the methods that `Allow` lists. */
const PATHS: readonly [path: RegExp, allow: string][] = [
  [/^\/v1\/query$/, 'POST'],
  [/^\/v1\/summary$/, 'GET, HEAD'],
  [/^\/v1\/(schema|grammar)\/[^/]+$/, 'GET, HEAD'],
  [/^\/v1\/openapi\.json$/, 'GET, HEAD'],
];

/** @throws AnalyzerError `method_not_allowed` for a known path, otherwise `unknown_route` */
export function refuseRoute(method: string, url: string): never {
  const [path = ''] = url.split('?', 1);
  const allow = PATHS.find(([known]) => known.test(path))?.[1];
  if (allow !== undefined) throw new AnalyzerError('method_not_allowed', { method, allow });
  throw new AnalyzerError('unknown_route', { route: path.slice(0, 100) });
}

export function addRoutes(app: FastifyInstance, service: Service): void {
  app.addHook('onRequest', async ({ is404, method, url }) => {
    if (is404) refuseRoute(method, url);
  });
  const largeBodies = new LargeBodies();
  app.post('/v1/query', {
    onRequest: async ({ headers }, { raw }) => {
      checkBodyType(headers['content-type'], headers['content-encoding']);
      checkAccept(headers.accept, JSON_TYPE);
      largeBodies.admit(headers, raw);
    },
    handler: async ({ body }, reply) => answer(service, Buffer.isBuffer(body) ? body : Buffer.alloc(0), reply),
  });
  app.get('/v1/summary', {
    onRequest: async ({ headers }) => checkAccept(headers.accept, JSON_TYPE),
    handler: async ({ query }, reply) => {
      const params = { ...Object(query) };
      return answer(service, { schema: 'analyzer.request.v1', operation: 'summary', params }, reply);
    },
  });
  for (const kind of ['schema', 'grammar'] as const) {
    app.get<{ Params: { name: string } }>(`/v1/${kind}/:name`, async ({ params, headers }, reply) =>
      sendStatic(reply, headers, service.documents.find(kind, params.name)),
    );
  }
  const openApi = staticText(JSON_TYPE, `${jsonText(openApiOf(service))}\n`);
  app.get('/v1/openapi.json', async ({ headers }, reply) => sendStatic(reply, headers, openApi));
}

async function answer(service: Service, request: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const outcome = await service.ask(request, { signal: goneSignal(reply), limits: LIMITS });
  if ('error' in outcome) return sendProblem(reply, outcome.error);
  return reply.type(JSON_TYPE).send(Buffer.from(jsonText(outcome.ok)));
}

/** Aborted when the client closes the connection before its answer was sent. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
