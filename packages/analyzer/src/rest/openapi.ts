import { ERRORS, type ErrorCode } from '@analyzer/contracts';
import problemSchema from '@analyzer/contracts/schemas/analyzer.problem.v1.schema.json' with { type: 'json' };
import type { Operation } from '@analyzer/core/query/operation.ts';
import type { Documents } from '@analyzer/core/service/documents.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import { MEDIA_TYPES } from './media-types.ts';

const JSON_TYPE = MEDIA_TYPES.json;
const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' };

/** Errors before a route is known; every route can answer with them. */
const ANYWHERE: readonly ErrorCode[] = [
  'malformed_http',
  'unauthenticated',
  'host_forbidden',
  'origin_forbidden',
  'request_timeout',
  'not_acceptable',
  'internal',
  'unavailable',
];
const OF_QUERIES: readonly ErrorCode[] = [
  'invalid_request',
  'not_found',
  'unreadable',
  'unusable_index',
  'no_snapshot',
  'stale_id',
  'snapshot_mismatch',
  'result_too_large',
  'busy',
  'timeout',
];
const OF_BODIES: readonly ErrorCode[] = [
  'malformed_json',
  'unsupported_schema',
  'request_too_large',
  'unsupported_media_type',
];

/** The OpenAPI 3.1.1 description. It depends only on the operations and documents of the program. */
export function openApiOf({ operations, documents }: Service): object {
  const summary = operations.find(({ name }) => name === 'summary');
  return {
    openapi: '3.1.1',
    info: {
      title: 'analyzer',
      version: '1.0.0',
      description: 'Queries of an index of projects. The server reads the index and nothing else.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'queries', description: 'Questions to the index.' },
      { name: 'contracts', description: 'Descriptions of requests, answers and documents.' },
    ],
    security: [{}, { token: [] }],
    paths: {
      '/v1/query': { post: queryPath(operations) },
      ...(summary === undefined ? {} : { '/v1/summary': { get: summaryPath(summary) } }),
      '/v1/schema/{name}': {
        get: documentPath(documents, 'schema', 'A JSON Schema', {
          type: 'object',
          description: 'A JSON Schema (2020-12).',
        }),
      },
      '/v1/grammar/{name}': {
        get: documentPath(documents, 'grammar', 'A grammar of replies', {
          type: 'string',
          description: 'A grammar in GBNF, by the name of its schema.',
        }),
      },
      '/v1/openapi.json': {
        get: {
          operationId: 'openapi',
          tags: ['contracts'],
          summary: 'This document',
          description: 'It depends only on the version of the program.',
          responses: staticAnswer(JSON_TYPE, { type: 'object', description: 'An OpenAPI document.' }, []),
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Only if the server has a token.' } },
      schemas: {
        ...Object.fromEntries(operations.flatMap(schemasOf)),
        Problem: withoutIdentity(problemSchema),
      },
    },
  };
}

function queryPath(operations: readonly Operation[]): object {
  return {
    operationId: 'query',
    tags: ['queries'],
    summary: 'Answers one request',
    description: 'The operation of the request decides its parameters and the data of the answer.',
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: union(operations, 'Request') } } },
    responses: {
      200: { description: 'The answer.', content: { [JSON_TYPE]: { schema: union(operations, 'Result') } } },
      ...problems([...OF_QUERIES, ...OF_BODIES]),
    },
  };
}

function summaryPath(summary: Operation): object {
  const parameters = Object.entries(withoutIdentity(summary.params.properties)).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }));
  return {
    operationId: 'summary',
    tags: ['queries'],
    summary: 'The index in numbers',
    description: 'The answer to a request with the operation summary.',
    parameters,
    responses: {
      200: { description: 'The answer.', content: { [JSON_TYPE]: { schema: reference(summary, 'Result') } } },
      ...problems(OF_QUERIES),
    },
  };
}

function documentPath(documents: Documents, kind: 'schema' | 'grammar', summary: string, schema: object): object {
  return {
    operationId: kind,
    tags: ['contracts'],
    summary,
    description: 'It depends only on the version of the program; the ETag is its digest.',
    parameters: [nameParameter(documents.ofKind(kind).map(({ shortName }) => shortName))],
    responses: staticAnswer(MEDIA_TYPES[kind], schema, ['not_found']),
  };
}

function staticAnswer(mediaType: string, schema: object, codes: readonly ErrorCode[]): object {
  const headers = { ETag: { description: 'Digest of the content.', schema: { type: 'string' } } };
  return {
    200: { description: 'The content.', headers, content: { [mediaType]: { schema } } },
    304: { description: 'The content has the ETag of If-None-Match.', headers },
    ...problems(codes),
  };
}

function nameParameter(names: readonly string[]): object {
  const description = `The full id or the short name: ${names.join(', ')}.`;
  return { name: 'name', in: 'path', required: true, description, schema: { type: 'string' }, example: names[0] };
}

/** Responses by status. */
function problems(codes: readonly ErrorCode[]): Record<string, object> {
  const content = { [MEDIA_TYPES.problem]: { schema: { $ref: '#/components/schemas/Problem' } } };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...ANYWHERE, ...codes]) {
    const { http } = ERRORS[code];
    if (http !== null) byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => [status, { description: `Problem: ${its.join(', ')}.`, content }]),
  );
}

function schemasOf(operation: Operation): [string, object][] {
  const { name, description, params, data, exactlyOne = [] } = operation;
  const { required = [] } = params;
  const oneOf = exactlyOne.map((parameter) => ({ required: [parameter] }));
  const operationName = { type: 'string', const: name, description: 'The operation.' };
  return [
    [`${name}Params`, { ...withoutIdentity(params), ...(oneOf.length > 0 ? { oneOf } : {}) }],
    [`${name}Data`, withoutIdentity(data)],
    [
      `${name}Request`,
      {
        type: 'object',
        description,
        additionalProperties: false,
        required: ['schema', 'operation', ...(required.length + oneOf.length > 0 ? ['params'] : [])],
        properties: {
          schema: { type: 'string', const: 'analyzer.request.v1' },
          operation: operationName,
          params: { $ref: `#/components/schemas/${name}Params` },
        },
      },
    ],
    [
      `${name}Result`,
      {
        type: 'object',
        description: `The answer of ${name}.`,
        additionalProperties: false,
        required: ['schema', 'snapshot_id', 'operation', 'data'],
        properties: {
          schema: { type: 'string', const: 'analyzer.result.v1' },
          snapshot_id: HASH,
          operation: operationName,
          data: { $ref: `#/components/schemas/${name}Data` },
          behind_ms: { type: 'integer', minimum: 1 },
        },
      },
    ],
  ];
}

function union(operations: readonly Operation[], kind: 'Request' | 'Result'): object {
  const mapping = Object.fromEntries(
    operations.map((operation) => [operation.name, reference(operation, kind).$ref] as const),
  );
  return {
    oneOf: operations.map((operation) => reference(operation, kind)),
    discriminator: { propertyName: 'operation', mapping },
  };
}

function reference({ name }: Operation, kind: 'Request' | 'Result'): { $ref: string } {
  return { $ref: `#/components/schemas/${name}${kind}` };
}

/** Inside an OpenAPI document a schema has neither an id nor a dialect of its own. */
function withoutIdentity(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id' && key !== '$schema'));
}
