import { KINDS, TEXTS } from '../event/kinds.ts';
import type { Route } from '../http/exchange.ts';
import { CAPTURE_SCHEMAS } from './capture-schemas.ts';
import { VERSION } from './health-route.ts';

/** The description of the interface, and pages that show it; both come from the table of routes itself. */
export function descriptionRoutes(described: readonly Route[]): Route[] {
  const own: Route[] = [
    {
      method: 'GET',
      path: '/openapi.json',
      scope: 'open',
      summary: 'This description.',
      handle: () => ({ status: 200, json: openapi([...described, ...own]) }),
    },
    {
      method: 'GET',
      path: '/docs',
      aliases: ['/redoc'],
      scope: 'open',
      summary: 'This description, for people.',
      handle: () => ({ status: 200, type: 'text/html; charset=utf-8', pieces: [docs([...described, ...own])] }),
    },
  ];
  return own;
}

const DETAIL = { type: 'object', required: ['detail'], properties: { detail: {} } };

/** OpenAPI 3.1. */
export function openapi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = operations;
  }
  const nullable = (type: string): object => ({ type: [type, 'null'] });
  return {
    openapi: '3.1.0',
    info: { title: 'Dashboard', version: VERSION, description: 'Receives regression events and shows them.' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Event: {
          type: 'object',
          required: ['type'],
          properties: {
            type: { enum: KINDS },
            ...Object.fromEntries(TEXTS.map((key) => [key, nullable('string')])),
            diff: nullable('object'),
            timestamp: { type: 'integer', description: 'Seconds since 1970; now when it is left out.' },
          },
          additionalProperties: true,
        },
        ...CAPTURE_SCHEMAS,
        Refusal: DETAIL,
      },
    },
  };
}

function operationOf({ path, method, summary, scope, body, bodyOptional, answer }: Route): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const event = path === '/events' && method === 'POST' ? { $ref: '#/components/schemas/Event' } : {};
  const refusal = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next = '') => next.toUpperCase())}`,
    summary,
    ...(scope === 'open' ? {} : { security: [{ bearer: [] }], description: `Scope: ${scope}.` }),
    ...(names.length === 0
      ? {}
      : { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: bodyOptional !== true, content: { [body]: { schema: event } } } }),
    responses: { '2XX': { description: 'Done', ...(answer === undefined ? {} : answered(answer)) }, '4XX': refusal },
  };
}

function answered(name: string): object {
  return { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } };
}

/** A page without script, from nowhere else: each request with a command that makes it. */
function docs(routes: readonly Route[]): string {
  const rows = routes.map(({ method, path, scope, body, summary, aliases }) => {
    const others = aliases === undefined ? '' : ` <small>also ${escaped(aliases.join(', '))}</small>`;
    const media = body === undefined ? '' : ` <small>${escaped(body)}</small>`;
    return `<tr><th scope="row"><code>${method} ${escaped(path)}</code>${others}</th><td>${escaped(summary)}${media}</td><td>${scope === 'open' ? '–' : scope}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dashboard: requests</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/dashboard.css">
</head>
<body><main>
<h1>Requests</h1>
<p>For programs: <a href="/openapi.json">openapi.json</a>. Errors are <code>{"detail": …}</code>.</p>
<table class="matrix"><thead><tr><th scope="col">Request</th><th scope="col">What it does</th><th scope="col">Scope</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
</main></body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
