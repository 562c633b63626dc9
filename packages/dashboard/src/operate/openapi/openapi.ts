import type { Route } from '../../http/exchange.ts';
import { VERSION } from '../health-route.ts';
import { CAPTURE_SCHEMAS } from './capture-schemas.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';
import { NOTIFICATION_SCHEMAS } from './notification-schemas.ts';
import { OPERATIONS, type Operation, TAGS } from './operations.ts';
import { PAGE_SCHEMAS } from './page-schemas.ts';
import { ref } from './parts.ts';

/** OpenAPI 3.1. @param origin of this server, as the client reaches it */
export function openapi(routes: readonly Route[], origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dashboard', version: VERSION, description: descriptionOf(origin) },
    servers: [{ url: origin }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...EVENT_SCHEMAS,
        ...CAPTURE_SCHEMAS,
        ...PAGE_SCHEMAS,
        ...NOTIFICATION_SCHEMAS,
        Batch: { type: 'string', description: 'One event per line, at most 1000 lines.' },
        OpenApi: { type: 'object' },
      },
    },
  };
}

/** Markdown. */
function descriptionOf(origin: string): string {
  const event = JSON.stringify(OPERATIONS['POST /events']?.request?.example);
  return `Receives regression events and shows them. To post one:

\`\`\`
curl -X POST '${origin}/events' -H 'Content-Type: application/json' --data-raw '${event}'
\`\`\`

If tokens are set, add \`-H "Authorization: Bearer $DASHBOARD_TOKEN"\`.`;
}

function operationOf({ path, method, summary, scope, body, bodyOptional }: Route): object {
  const described = OPERATIONS[`${method} ${path}`];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(described?.query ?? []).map(({ name, type, description }) => ({
      name,
      in: 'query',
      description,
      schema: { type },
    })),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next = '') => next.toUpperCase())}`,
    summary,
    tags: described === undefined ? [] : [described.tag],
    ...(scope === 'open' ? {} : { security: [{ bearer: [] }], description: `Scope: ${scope}.` }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(described, body, bodyOptional !== true) }),
    responses: {
      [String(described?.status ?? 200)]: { description: 'Done', ...contentOf(described) },
      '4XX': { description: 'Refused', content: { 'application/json': { schema: ref('Refusal') } } },
    },
  };
}

function bodyOf(operation: Operation | undefined, media: string, required: boolean): object {
  const { schema, example } = operation?.request ?? { schema: 'Event', example: undefined };
  return { required, content: { [media]: { schema: ref(schema), example } } };
}

function contentOf(operation: Operation | undefined): object {
  const answer = operation?.answer;
  if (answer === undefined) return {};
  if ('media' in answer) return { content: { [answer.media]: { schema: { type: 'string' } } } };
  return { content: { 'application/json': { schema: ref(answer.schema) } } };
}
