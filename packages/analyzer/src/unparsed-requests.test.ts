import type { ErrorCode } from '@analyzer/contracts';
import { ERRORS } from '@analyzer/contracts';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import { Client, credentials, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { expect, onTestFinished, test } from 'vitest';
import { analyzer } from './cli/fixture.ts';
import { DIST, requestOf, serviceFixture } from './fixture.ts';
import { PROBLEM_TRAILER } from './grpc/problem.ts';
import { serveGrpc } from './grpc/server.ts';
import { serviceOf } from './grpc/service-definition.ts';
import { serveRest } from './rest/server.ts';

const fixture = serviceFixture();

interface Refusal {
  /** Exit code, HTTP status or name of the gRPC status. */
  status: unknown;
  problem: { code: string; errors?: unknown };
}

async function overRest(body: string): Promise<Refusal> {
  const server = await serveRest(fixture.open(), { port: 0, token: undefined });
  onTestFinished(() => server.close());
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetch(`http://127.0.0.1:${server.port}/v1/query`, { method: 'POST', body, headers });
  return { status: reply.status, problem: JSON.parse(await reply.text()) };
}

async function overGrpc(body: string): Promise<Refusal> {
  const server = await serveGrpc(fixture.open(), DIST, { port: 0, token: undefined, drainMs: 500 });
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
  });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  const { Query } = serviceOf(
    loadSync('analyzer/v1/analyzer.proto', { includeDirs: [`${DIST}proto`], keepCase: true }),
  );
  if (Query === undefined) throw new Error('the definition has no method Query');
  return new Promise((resolve, reject) => {
    const message = { json_utf8: Buffer.from(body) };
    client.makeUnaryRequest(Query.path, Query.requestSerialize, Query.responseDeserialize, message, (error) => {
      if (error === null) reject(new Error('there is an answer'));
      else {
        const problem = JSON.parse(String(error.metadata.get(PROBLEM_TRAILER)[0]));
        resolve({ status: status[error.code], problem });
      }
    });
  });
}

async function overCli(stdin: string): Promise<Refusal> {
  const { code, stderr } = await analyzer(['workspace', 'query', '--db', fixture.indexed().db, '--request', '-'], {
    stdin,
  });
  return { status: code, problem: JSON.parse(stderr) };
}

/** Over MCP the server builds the envelope, so that a tool call has neither another schema nor invalid JSON. */
const REQUESTS: [code: ErrorCode, body: string][] = [
  ['malformed_json', '{"schema": '],
  ['unsupported_schema', '{"schema": "analyzer.request.v2", "operation": "summary"}'],
  ['invalid_request', '{"schema": "analyzer.request.v1"}'],
  ['invalid_request', '[]'],
];

test.each(REQUESTS)('%s is the same for the bytes %s in all interfaces that take bytes', async (code, body) => {
  const [rest, grpc, cli] = [await overRest(body), await overGrpc(body), await overCli(body)];
  expect(rest.problem).toMatchObject({ code });
  expect(grpc.problem).toEqual(rest.problem);
  expect(cli.problem).toEqual(rest.problem);
  const { http, grpc: name, exit } = ERRORS[code];
  expect([rest.status, grpc.status, cli.status]).toEqual([http, name, exit]);
});

test('request_too_large has the limit of each interface', async () => {
  const body = `${JSON.stringify(requestOf('summary'))}${' '.repeat(MAX_REQUEST_BYTES)}`;
  const [rest, grpc, cli] = [
    await overRest(body),
    await overGrpc(body.slice(0, MAX_REQUEST_BYTES - 64 * 1024 + 1)),
    await overCli(body),
  ];
  for (const { problem } of [rest, grpc, cli]) expect(problem.code).toBe('request_too_large');
  expect([rest.status, grpc.status, cli.status]).toEqual([413, 'RESOURCE_EXHAUSTED', 5]);
});
