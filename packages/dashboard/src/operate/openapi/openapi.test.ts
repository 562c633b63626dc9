import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../../testing/test-server.ts';
import { OPERATIONS } from './operations.ts';

interface Described {
  summary: string;
  tags: string[];
  requestBody?: { content: Record<string, { schema: object; example: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

let server: TestServer;
let description: { paths: Record<string, Record<string, Described>>; components: object };
let ajv: Ajv2020;

beforeEach(async () => {
  server = await testServer();
  description = JSON.parse(await (await server.get('/openapi.json')).text());
  ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'openapi', components: description.components });
});
afterEach(stopServers);

const operations = (): [string, string, Described][] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, string, Described] => [
      method.toUpperCase(),
      path,
      described,
    ]),
  );

function validatorOf(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
}

/** All schema errors of a value; empty if it is valid. */
function faults(schema: object, value: unknown): string {
  const validate = validatorOf(schema);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

async function ask(method: string, path: string, media?: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = media === undefined ? {} : { 'Content-Type': media };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${server.address}${path}`, { method, headers, ...(media === undefined ? {} : { body: text }) });
}

describe('the OpenAPI description', () => {
  it('contains exactly the routes of the server', () => {
    expect(
      operations()
        .map(([method, path]) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(Object.keys(OPERATIONS).toSorted());
    for (const [method, path, { tags }] of operations()) expect(tags, `${method} ${path}`).toHaveLength(1);
  });

  it('has a schema and a valid example for every request with a body', () => {
    const bodies = operations().flatMap(([, path, { requestBody }]) =>
      Object.entries(requestBody?.content ?? {}).map(([media, content]) => ({ path, media, ...content })),
    );
    expect(bodies).toHaveLength(16);
    for (const { path, schema, example } of bodies) {
      expect(schema, path).toHaveProperty('$ref');
      expect(faults(schema, example), path).toBe('');
      // A schema that accepts any value describes nothing.
      expect(faults(schema, 7), path).not.toBe('');
    }
  });

  it('has a schema for every JSON response', () => {
    for (const [method, path, { responses }] of operations()) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status === '204') continue;
        expect(Object.keys(content ?? {}), `${method} ${path} ${status}`).toHaveLength(1);
        const schema = content?.['application/json']?.schema;
        if (schema !== undefined) expect(schema, `${method} ${path}`).toHaveProperty('$ref');
      }
    }
  });

  it('has examples that the server accepts, with responses that match their schemas', async () => {
    const events = [
      { type: 'REGRESSION', service: 'a', reason: 'Error: x', endpoint: '/x' },
      { type: 'HEALTH_TRANSITION', service: 'a', from: 'up', to: 'down' },
      { type: 'VISUAL_DIFF', service: 'a', url: 'http://x/', diff: { status: 'issue', issues: ['http_status:500'] } },
      { type: 'ANOMALY', service: 'a', url: 'http://x/', reason: 'too small' },
      { type: 'PASS', service: 'b' },
    ];
    for (const event of events) await server.post(JSON.stringify(event));
    const subscribed = await ask('POST', '/notifications/subscribe');
    const { subscription_id } = JSON.parse(await subscribed.text());
    // Requests that need a page, a browser or a channel.
    const drivers = /^\/drivers\/(dom-diff|remote-browser|captures\/)|^\/dashboard\/channels\/test$/;
    // Deletions last, and that of all events after all others.
    const last = (method: string, path: string): number => (method !== 'DELETE' ? 0 : path === '/events' ? 2 : 1);
    const tried: string[] = [];
    for (const [method, path, described] of operations().toSorted((a, b) => last(a[0], a[1]) - last(b[0], b[1]))) {
      if (drivers.test(path) || path === '/session' || path.endsWith('/stream')) continue;
      const queries: Record<string, string> = {
        '/notifications/test': `?subscription_id=${subscription_id}`,
        '/history/service': '?service=a',
      };
      const query = queries[path] ?? '';
      const target = path.replace('{seq}', '1').replace('{id}', subscription_id) + query;
      const [body] = Object.entries(described.requestBody?.content ?? {});
      const response = await ask(method, target, body?.[0], body?.[1].example);
      const name = `${method} ${path}`;
      expect(Object.keys(described.responses), `${name}: ${response.status}`).toContain(String(response.status));
      const text = await response.text();
      const schema = described.responses[String(response.status)]?.content?.['application/json']?.schema;
      if (schema !== undefined) expect(faults(schema, JSON.parse(text)), name).toBe('');
      tried.push(name);
    }
    expect(tried.length).toBeGreaterThan(30);
    const refused = await server.post('{"type":"NO"}');
    expect(faults({ $ref: '#/components/schemas/Refusal' }, JSON.parse(await refused.text()))).toBe('');
  });
});
