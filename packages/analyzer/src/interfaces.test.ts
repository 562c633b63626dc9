import { PassThrough } from 'node:stream';
import { ERRORS, type ErrorCode } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import type { ResultV1 } from '@analyzer/contracts/analyzer.result.v1';
import type { QueryPoolOptions } from '@analyzer/core/query/pool/pool.ts';
import type { Outcome } from '@analyzer/core/query/query.ts';
import { Client, credentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { describe, expect, onTestFinished, test } from 'vitest';
import { analyzer } from './cli/fixture.ts';
import { DIST, requestOf, serviceFixture, type TestService } from './fixture.ts';
import { PROBLEM_TRAILER } from './grpc/problem.ts';
import { serveGrpc } from './grpc/server.ts';
import { serviceOf } from './grpc/service-definition.ts';
import { serveMcp } from './mcp/server.ts';
import { OPERATIONS } from './operations.ts';
import { serveRest } from './rest/server.ts';

const fixture = serviceFixture();

interface Asked {
  operation: string;
  params: object;
}

type Ask = (asked: Asked) => Promise<Outcome>;

async function overRest(service: TestService): Promise<Ask> {
  const server = await serveRest(service, { port: 0, token: undefined });
  onTestFinished(() => server.close());
  return async ({ operation, params }) => {
    const body = JSON.stringify(requestOf(operation, params));
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch(`http://127.0.0.1:${server.port}/v1/query`, { method: 'POST', body, headers });
    return outcomeOf(reply.ok, await reply.text());
  };
}

async function overGrpc(service: TestService): Promise<Ask> {
  const server = await serveGrpc(service, DIST, { port: 0, token: undefined, drainMs: 500 });
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': 8 * 1024 * 1024,
  });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  const { Query } = serviceOf(
    loadSync('analyzer/v1/analyzer.proto', { includeDirs: [`${DIST}proto`], keepCase: true }),
  );
  if (Query === undefined) throw new Error('the definition has no method Query');
  return ({ operation, params }) =>
    new Promise((resolve) => {
      const message = { json_utf8: Buffer.from(JSON.stringify(requestOf(operation, params))) };
      client.makeUnaryRequest(Query.path, Query.requestSerialize, Query.responseDeserialize, message, (error, reply) =>
        resolve(
          error === null
            ? outcomeOf(true, String(Reflect.get(Object(reply), 'json_utf8')))
            : outcomeOf(false, String(error.metadata.get(PROBLEM_TRAILER)[0])),
        ),
      );
    });
}

function overMcp(service: TestService): Ask {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = serveMcp(service, { stdin, stdout, version: '1' });
  onTestFinished(() => server.close());
  const waiting = new Map<unknown, (result: { isError?: boolean; content: [{ text: string }] }) => void>();
  let rest = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const { id, result } of lines.map((line) => JSON.parse(line))) waiting.get(id)?.(result);
  });
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  let last = 0;
  return ({ operation, params }) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, ({ isError = false, content: [{ text }] }) => resolve(outcomeOf(!isError, text)));
      send({ id: last, method: 'tools/call', params: { name: `analyzer_${operation}`, arguments: params } });
    });
}

/** The command line has its own pool, so it is asked only on the index as it is. */
const overCli: Ask = async ({ operation, params }) => {
  const args = ['--db', fixture.indexed().db, '--operation', operation, '--params', JSON.stringify(params)];
  const { code, stdout, stderr } = await analyzer(['workspace', 'query', ...args]);
  const outcome = outcomeOf(code === 0, code === 0 ? stdout : stderr);
  if ('error' in outcome) expect(code).toBe(ERRORS[outcome.error.code].exit);
  return outcome;
};

function outcomeOf(isAnswer: boolean, text: string): Outcome {
  if (isAnswer) {
    const ok: ResultV1 = JSON.parse(text);
    return { ok };
  }
  const error: ProblemV1 = JSON.parse(text);
  return { error };
}

async function interfacesOf(service: TestService): Promise<[name: string, ask: Ask][]> {
  return [
    ['REST', await overRest(service)],
    ['gRPC', await overGrpc(service)],
    ['MCP', overMcp(service)],
  ];
}

async function idsOf(service: TestService): Promise<Record<string, unknown>> {
  const first = async (operation: string, key: string) => {
    const outcome = await service.ask(requestOf(operation));
    if ('error' in outcome) throw new Error(outcome.error.message);
    return Reflect.get(Object(Reflect.get(outcome.ok.data, 'items')[0]), key);
  };
  return { group_id: await first('clones', 'group_id'), node_id: await first('projects', 'node_id') };
}

// Starts one process for each operation.
test('every operation has the same answer in the library and in all interfaces', { timeout: 120_000 }, async () => {
  const service = fixture.open();
  const ids = await idsOf(service);
  const interfaces: [string, Ask][] = [...(await interfacesOf(service)), ['CLI', overCli]];
  for (const { name: operation, params: schema, exactlyOne = [] } of OPERATIONS) {
    const required = Object.fromEntries(exactlyOne.slice(0, 1).map((key) => [key, ids[key]]));
    const params = 'max_chars' in schema.properties ? { ...required, max_chars: 20_000 } : required;
    const expected = await service.ask(requestOf(operation, params));
    expect(expected, operation).toHaveProperty('ok');
    for (const [name, ask] of interfaces)
      expect(await ask({ operation, params }), `${operation}, ${name}`).toEqual(expected);
  }
});

/** Errors of the index as it is. */
const OF_REQUESTS: [code: ErrorCode, asked: Asked][] = [
  ['invalid_request', { operation: 'clones', params: { limt: 1, limit: 0, kind: 'function-bdy' } }],
  ['not_found', { operation: 'nodes', params: { project: 'biling' } }],
  ['not_found', { operation: 'members', params: { group_id: `g_${'0'.repeat(20)}` } }],
  ['snapshot_mismatch', { operation: 'nodes', params: { snapshot_id: '0'.repeat(64) } }],
  ['result_too_large', { operation: 'nodes', params: { max_chars: 10 } }],
];

/** Errors of the index file and of the threads. */
const OF_SERVERS: [code: ErrorCode, asked: Asked, options: Partial<QueryPoolOptions>][] = [
  ['no_snapshot', { operation: 'summary', params: {} }, { db: '/no/such/index.db' }],
  ['unusable_index', { operation: 'summary', params: {} }, { db: `${DIST}main.js` }],
  ['busy', { operation: 'summary', params: {} }, { mostWaiting: 0 }],
  ['timeout', { operation: 'one-long-statement', params: {} }, { timeoutMs: 200 }],
  ['internal', { operation: 'breaks', params: {} }, {}],
];

describe('an error is the same in the library and in all interfaces', () => {
  test.each(OF_REQUESTS)('%s', async (code, asked) => {
    const service = fixture.open();
    const expected = await service.ask(requestOf(asked.operation, asked.params));
    expect(expected).toMatchObject({ error: { code } });
    const interfaces: [string, Ask][] = [...(await interfacesOf(service)), ['CLI', overCli]];
    for (const [name, ask] of interfaces) expect(await ask(asked), name).toEqual(expected);
  });

  test.each(OF_SERVERS)('%s', async (code, asked, options) => {
    const service = fixture.open(options);
    for (const [name, ask] of await interfacesOf(service)) {
      const outcome = await ask(asked);
      expect(outcome, name).toMatchObject({ error: { code, retryable: code === 'busy' || code === 'timeout' } });
    }
  });

  test('unavailable', async () => {
    const service = fixture.open();
    const interfaces = await interfacesOf(service);
    await service.close();
    for (const [name, ask] of interfaces) {
      expect(await ask({ operation: 'summary', params: {} }), name).toMatchObject({ error: { code: 'unavailable' } });
    }
  });
});
