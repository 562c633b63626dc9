import { ERRORS } from '@analyzer/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { leastParameters, requestOf, serviceFixture } from '../fixture.ts';
import { OPERATIONS } from '../operations.ts';
import { openApiOf } from './openapi.ts';
import { serveRest } from './server.ts';

interface Described {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object> };
}

const fixture = serviceFixture();

function describedBy(): OpenApi {
  const service = fixture.open();
  return JSON.parse(JSON.stringify(openApiOf({ ...service, operations: OPERATIONS })));
}

/** A validator for a schema inside the document. */
function validatorOf({ components }: OpenApi, schema: object) {
  const ajv = new Ajv2020({ strict: false, discriminator: false });
  return ajv.compile({ ...schema, components });
}

test('the description is served, and every reference in it has a target', async () => {
  const server = await serveRest(fixture.open(), { port: 0, token: undefined });
  onTestFinished(() => server.close());
  const document = await (await fetch(`http://127.0.0.1:${server.port}/v1/openapi.json`)).json();
  expect(document).toMatchObject({ openapi: '3.1.1' });
  const text = JSON.stringify(describedBy());
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  expect(new Set(names)).toEqual(new Set(Object.keys(describedBy().components.schemas)));
});

test('the union of requests and the union of answers list every operation', () => {
  const post = JSON.stringify(describedBy().paths['/v1/query']);
  for (const { name } of OPERATIONS) {
    expect(post).toContain(`"${name}":"#/components/schemas/${name}Request"`);
    expect(post).toContain(`"${name}":"#/components/schemas/${name}Result"`);
  }
});

test('every answer is valid against its description', async () => {
  const document = describedBy();
  const { responses = {} } = document.paths['/v1/query']?.post ?? {};
  const isResult = validatorOf(document, responses[200]?.content?.['application/json']?.schema ?? {});
  const isProblem = validatorOf(document, responses[422]?.content?.['application/problem+json']?.schema ?? {});
  const service = fixture.open();
  for (const operation of OPERATIONS.filter(({ exactlyOne }) => exactlyOne === undefined)) {
    const outcome = await service.ask(requestOf(operation.name, leastParameters(operation, {})));
    expect(isResult('ok' in outcome ? outcome.ok : undefined), JSON.stringify(isResult.errors)).toBe(true);
  }
  const outcome = await service.ask(requestOf('clones', { limit: 0 }));
  expect(isProblem('error' in outcome ? outcome.error : undefined)).toBe(true);
});

test('every status of the error table is described', () => {
  const described = Object.keys(describedBy().paths['/v1/query']?.post?.responses ?? {}).map(Number);
  const statuses = new Set(Object.values(ERRORS).flatMap(({ http }) => http ?? []));
  // The framework selects these by path and method, before an operation of the description.
  statuses.delete(405);
  expect(new Set(described.filter((status) => status >= 400))).toEqual(statuses);
});
