import { connect, type IncomingHttpHeaders } from 'node:http2';
import { ERRORS } from '@analyzer/contracts';
import { validate as isProblem } from '@analyzer/contracts/analyzer.problem.v1/validate';
import { startMark } from '@analyzer/core/query/pool/thread-fixture.ts';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import type { NetworkOptions } from '@analyzer/core/service/service.ts';
import { Token } from '@analyzer/core/service/token.ts';
import {
  type CallOptions,
  type ChannelOptions,
  Client,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import fc from 'fast-check';
import { service as healthDefinition } from 'grpc-health-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CONFIG, DIST, needsNoParameters, requestOf, serviceFixture, type TestService } from '../fixture.ts';
import { OPERATIONS } from '../operations.ts';
import { PROBLEM_TRAILER } from './problem.ts';
import { serveGrpc } from './server.ts';
import { serviceOf } from './service-definition.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const MAX_CHANNEL_BYTES = 8 * 1024 * 1024;
const fixture = serviceFixture();
const definition = serviceOf(
  loadSync('analyzer/v1/analyzer.proto', { includeDirs: [`${DIST}proto`], keepCase: true, enums: String }),
);

type Reply = { ok: Record<string, unknown> } | { code: string; problem: unknown };

async function start(options: Partial<NetworkOptions> = {}, service: TestService = fixture.open()) {
  const server = await serveGrpc(service, DIST, { port: 0, token: undefined, drainMs: 2000, ...options });
  onTestFinished(() => server.close());
  const connectTo = (target: string, channel: ChannelOptions = {}) => {
    const client = new Client(target, credentials.createInsecure(), {
      'grpc.max_receive_message_length': MAX_CHANNEL_BYTES,
      'grpc.max_send_message_length': -1,
      ...channel,
    });
    onTestFinished(() => client.close());
    return client;
  };
  const client = connectTo(`127.0.0.1:${server.port}`);
  const call = (
    method: 'Query' | 'Contract',
    message: object,
    { metadata = new Metadata(), via = client, ...its }: { metadata?: Metadata; via?: Client } & CallOptions = {},
  ): Promise<Reply> => callMethod(via, method, message, metadata, its);
  const query = (request: object, options?: Parameters<typeof call>[2]) =>
    call('Query', { json_utf8: Buffer.from(JSON.stringify(request)) }, options);
  return { server, service, connectTo, call, query };
}

function callMethod(
  client: Client,
  method: 'Query' | 'Contract',
  message: object,
  metadata: Metadata,
  options: CallOptions,
): Promise<Reply> {
  const { path, requestSerialize, responseDeserialize } = definition[method] ?? {};
  if (path === undefined || requestSerialize === undefined || responseDeserialize === undefined)
    throw new Error(method);
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, message, metadata, options, (error, reply) => {
      resolve(error === null ? { ok: Object(reply) } : failureOf(error));
    });
  });
}

function failureOf({ code, metadata }: ServiceError): Reply {
  const [trailer] = metadata.get(PROBLEM_TRAILER);
  return { code: status[code], problem: trailer === undefined ? undefined : JSON.parse(String(trailer)) };
}

function jsonOf(reply: Reply): unknown {
  if (!('ok' in reply)) throw new Error(JSON.stringify(reply));
  return JSON.parse(String(reply.ok.json_utf8));
}

const bearer = (token: string): Metadata => {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  return metadata;
};

test('every operation without required parameters has the answer of the library', async () => {
  const { service, query } = await start();
  for (const { name } of OPERATIONS.filter(needsNoParameters)) {
    expect({ ok: jsonOf(await query(requestOf(name))) }, name).toEqual(await service.ask(requestOf(name)));
  }
});

describe('a failed call has the status of the table, and the problem in a trailer', () => {
  test.each([
    ['malformed_json', {}, Buffer.from('{')],
    ['invalid_request', {}, Buffer.from(JSON.stringify(requestOf('clones', { limt: 1 })))],
    ['unsupported_schema', {}, Buffer.from('{"schema": "analyzer.request.v2"}')],
    ['not_found', {}, Buffer.from(JSON.stringify(requestOf('nodes', { project: 'nothing' })))],
    ['snapshot_mismatch', {}, Buffer.from(JSON.stringify(requestOf('nodes', { snapshot_id: '0'.repeat(64) })))],
    ['result_too_large', {}, Buffer.from(JSON.stringify(requestOf('nodes', { max_chars: 10 })))],
    ['no_snapshot', { db: '/no/such/index.db' }, Buffer.from(JSON.stringify(requestOf('summary')))],
    ['busy', { mostWaiting: 0 }, Buffer.from(JSON.stringify(requestOf('summary')))],
    ['timeout', { timeoutMs: 100 }, Buffer.from(JSON.stringify(requestOf('one-long-statement')))],
    ['internal', {}, Buffer.from(JSON.stringify(requestOf('breaks')))],
  ] as const)('%s', async (code, options, json_utf8) => {
    const { call } = await start({}, fixture.open(options));
    const reply = await call('Query', { json_utf8 });
    if ('ok' in reply) throw new Error('there is an answer');
    expect(isProblem(reply.problem)).toBe(true);
    expect(reply).toMatchObject({ code: ERRORS[code].grpc, problem: { code } });
  });

  test('a trailer has at most 4 KiB: it loses the last field errors', async () => {
    const { query } = await start();
    const params = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${'ż'.repeat(90)}${index}`, 1]));
    const reply = await query(requestOf('clones', params));
    if ('ok' in reply) throw new Error('there is an answer');
    expect(Buffer.byteLength(JSON.stringify(reply.problem))).toBeLessThanOrEqual(4096);
    const { code, errors }: { code: string; errors: unknown[] } = Object(reply.problem);
    expect(code).toBe('invalid_request');
    expect(errors.length).toBeGreaterThan(2);
    expect(errors.length).toBeLessThan(20);
  });
});

test('a request at the size limit is read, and a larger one is refused with the limit in the problem', async () => {
  const { call } = await start();
  const limit = MAX_REQUEST_BYTES - 64 * 1024;
  const body = JSON.stringify(requestOf('extraction_plan', { config: CONFIG })).padEnd(limit);
  expect(await call('Query', { json_utf8: Buffer.from(body) })).toHaveProperty('ok');
  for (const bytes of [limit + 1, MAX_REQUEST_BYTES, MAX_REQUEST_BYTES + 1, 2 * MAX_REQUEST_BYTES - 1024]) {
    expect(await call('Query', { json_utf8: Buffer.from(body.padEnd(bytes)) }), `${bytes} bytes`).toMatchObject({
      code: 'RESOURCE_EXHAUSTED',
      problem: { code: 'request_too_large', message: expect.stringContaining(String(limit)) },
    });
  }
  // Above its own limit the channel answers before the request is read.
  expect(await call('Query', { json_utf8: Buffer.alloc(2 * MAX_REQUEST_BYTES) })).toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
  });
});

describe('Contract', () => {
  test('returns every document with its digest', async () => {
    const { call, service } = await start();
    for (const { kind, shortName, id, text, sha256 } of service.documents.all) {
      for (const name of [shortName, id]) {
        const reply = await call('Contract', { kind: `CONTRACT_KIND_${kind.toUpperCase()}`, name });
        expect(reply, name).toEqual({ ok: { content: Buffer.from(text), sha256 } });
      }
    }
  });

  test('refuses an unknown kind and an unknown name', async () => {
    const { call } = await start();
    expect(await call('Contract', { name: 'request' })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      problem: { errors: [{ pointer: '/kind' }] },
    });
    expect(await call('Contract', { kind: 'CONTRACT_KIND_SCHEMA', name: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the sender', () => {
  test('needs the token, except for health', async () => {
    const { query, server, connectTo } = await start({ token: new Token(TOKEN) });
    const refused = { code: 'UNAUTHENTICATED', problem: { code: 'unauthenticated' } };
    expect(await query(requestOf('summary'))).toMatchObject(refused);
    expect(await query(requestOf('summary'), { metadata: bearer(TOKEN.slice(1)) })).toMatchObject(refused);
    expect(await query(requestOf('summary'), { metadata: bearer(TOKEN) })).toHaveProperty('ok');
    expect(await healthOf(connectTo(`127.0.0.1:${server.port}`))).toBe('SERVING');
  });

  test.each([
    ['without a scheme', TOKEN],
    ['with another scheme', `Basic ${TOKEN}`],
    ['with a character more', `Bearer ${TOKEN}0`],
    ['twice in one value', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
  ])('is refused if it sends the token %s', async (_how, value) => {
    const { query } = await start({ token: new Token(TOKEN) });
    const metadata = new Metadata();
    metadata.set('authorization', value);
    expect(await query(requestOf('summary'), { metadata })).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('names this server as its authority', async () => {
    const { query, server, connectTo } = await start();
    const { port } = server;
    for (const authority of [
      ...['evil.test', `evil.test:${port}`, `localhost.evil.test:${port}`, 'localhost', `localhost.:${port}`],
      ...[`127.0.0.1:${port}@evil.test`, '[::1', `[::2]:${port}`, `2130706433:${port}`, `LOCALHOST:${port}`],
    ]) {
      const via = connectTo(`127.0.0.1:${server.port}`, { 'grpc.default_authority': authority });
      const reply = await query(requestOf('summary'), { via });
      expect(reply, authority).toMatchObject({ code: 'PERMISSION_DENIED', problem: { code: 'host_forbidden' } });
    }
    const via = connectTo(`localhost:${server.port}`);
    expect(await query(requestOf('summary'), { via })).toHaveProperty('ok');
  });

  test.each(['https://evil.test', 'null', ''])(
    'is refused if it sends the Origin %j, as web pages do',
    async (origin) => {
      const { query } = await start();
      const metadata = new Metadata();
      metadata.set('origin', origin);
      const reply = await query(requestOf('summary'), { metadata });
      expect(reply).toMatchObject({ code: 'PERMISSION_DENIED', problem: { code: 'origin_forbidden' } });
    },
  );

  test.each([
    [undefined, 'UNIMPLEMENTED'],
    [TOKEN, 'OK'],
  ])('with the token %j gets reflection: %s', async (token, expected) => {
    const { server, connectTo } = await start({ token: token === undefined ? undefined : new Token(token) });
    expect(await reflect(connectTo(`127.0.0.1:${server.port}`), token)).toBe(expected);
    if (token !== undefined)
      expect(await reflect(connectTo(`127.0.0.1:${server.port}`), undefined)).toBe('UNAUTHENTICATED');
  });
});

/** Sends raw bytes as the message of a call, without ending it if `isComplete` is false; returns the status. */
function sendRaw(port: number, method: string, bytes: Uint8Array, isComplete: boolean): Promise<string> {
  const session = connect(`http://127.0.0.1:${port}`);
  const stream = session.request({
    ':method': 'POST',
    ':path': `/analyzer.v1.Analyzer/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  if (isComplete) stream.end(bytes);
  else stream.write(bytes);
  return new Promise((resolve, reject) => {
    const done = (headers: IncomingHttpHeaders): void => {
      if (headers['grpc-status'] === undefined) return;
      resolve(String(status[Number(headers['grpc-status'])]));
      session.destroy();
    };
    stream.on('response', done).on('trailers', done).on('error', reject).resume();
  });
}

/** The frame of a gRPC message. */
function framed(message: Uint8Array, length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

test('a call whose message is not complete after ten seconds is ended', async () => {
  const { server } = await start();
  const started = performance.now();
  const ended = await Promise.all([
    sendRaw(server.port, 'Query', framed(Buffer.from('{'), 100), false),
    sendRaw(server.port, 'Contract', Buffer.alloc(0), false),
  ]);
  expect(ended).toEqual(['DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED']);
  expect(performance.now() - started).toBeGreaterThan(9000);
});

test('a message that quotes half a surrogate pair of the request reaches the client', async () => {
  const { call } = await start();
  const bytes = (text: string) => ({ json_utf8: Buffer.from(text) });
  expect(await call('Query', bytes('{"schema": "analyzer.request.v1", "operation": "\\ud800"}'))).toMatchObject({
    code: 'INVALID_ARGUMENT',
    problem: { code: 'invalid_request' },
  });
  const cut = `{"schema": "analyzer.request.v1", "operation": "${'x'.repeat(99)}😀"}`;
  expect(await call('Query', bytes(cut))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  expect(await call('Contract', { kind: 'CONTRACT_KIND_SCHEMA', name: `${'x'.repeat(99)}😀` })).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a message without fields gets a problem of the client', async () => {
  const { call } = await start();
  expect(await call('Query', {})).toMatchObject({ code: 'INVALID_ARGUMENT', problem: { code: 'malformed_json' } });
  expect(await call('Contract', {})).toMatchObject({ code: 'INVALID_ARGUMENT', problem: { code: 'invalid_request' } });
  expect(await call('Contract', { kind: 'CONTRACT_KIND_PROTO' })).toMatchObject({ code: 'NOT_FOUND' });
});

test('any message gives an answer or a problem of the client, and never a server error', async () => {
  const { server, call, service } = await start();
  const faults = ['INTERNAL', 'UNKNOWN', 'UNAVAILABLE', 'DATA_LOSS'];
  const message = fc.uint8Array({ maxLength: 100 });
  const operation = fc.constantFrom('summary', 'clones', 'members', 'nodes', 'neighbors', 'evidence', 'x');
  const request = fc.record({ schema: fc.constant('analyzer.request.v1'), operation, params: fc.jsonValue() });
  await fc.assert(
    fc.asyncProperty(message, request, fc.constantFrom('Query', 'Contract'), async (bytes, asked, method) => {
      expect(faults).not.toContain(await sendRaw(server.port, method, framed(bytes), true));
      const reply = await call('Query', { json_utf8: Buffer.from(JSON.stringify(asked)) });
      if ('code' in reply)
        expect(faults, JSON.stringify([reply, service.faults.map(String)])).not.toContain(reply.code);
    }),
    { numRuns: 60 },
  );
});

function healthOf(client: Client): Promise<string> {
  const { path, requestSerialize, responseDeserialize } = healthDefinition.Check ?? {};
  if (path === undefined || requestSerialize === undefined || responseDeserialize === undefined)
    throw new Error('Check');
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { service: 'analyzer.v1.Analyzer' },
      (error, reply) => {
        if (error === null) resolve(Reflect.get(Object(reply), 'status'));
        else reject(error);
      },
    );
  });
}

/** The status of a request to reflection; an empty request is answered with an error inside the stream. */
function reflect(client: Client, token: string | undefined): Promise<string> {
  const metadata = token === undefined ? new Metadata() : bearer(token);
  const same = (bytes: Buffer): Buffer => bytes;
  return new Promise((resolve) => {
    const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
    const stream = client.makeBidiStreamRequest(path, same, same, metadata);
    stream.on('data', () => undefined).on('error', () => undefined);
    stream.on('status', ({ code }) => resolve(status[code]));
    // list_services: ""
    stream.write(Buffer.from([0x3a, 0x00]));
    stream.end();
  });
}

test('a call without a deadline ends with the default limit of 30 seconds', async () => {
  const { query } = await start();
  const setReal = globalThis.setTimeout;
  // Only the clock of this limit is faster.
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(
      Object.assign((run: () => void, ms?: number) => setReal(run, ms === 30_000 ? 300 : ms), setReal),
    );
  onTestFinished(() => timers.mockRestore());
  expect(await query(requestOf('one-long-statement'))).toMatchObject({
    code: 'DEADLINE_EXCEEDED',
    problem: { code: 'timeout' },
  });
});

test('a deadline of the client, and a cancelled call, stop the query and free its thread', async () => {
  // The query never ends, and its thread is not replaced.
  const { query } = await start({}, fixture.open({ threads: 1, graceMs: 600_000 }));
  expect(await query(requestOf('one-long-statement'), { deadline: Date.now() + 300 })).toMatchObject({
    code: 'DEADLINE_EXCEEDED',
  });
  expect(await query(requestOf('summary'))).toHaveProperty('ok');
});

test('a server that stops finishes the current call, and refuses the next one', async () => {
  const { query, server } = await start({ drainMs: 20_000 });
  const { ready, started } = startMark();
  const current = query(requestOf('deaf-statement', { ready }));
  await started();
  const closed = server.close();
  expect(await current).toHaveProperty('ok');
  await closed;
  expect(await query(requestOf('summary'))).toMatchObject({ code: 'UNAVAILABLE' });
});

test('a port that is in use is reported as busy', async () => {
  const { server } = await start();
  const second = serveGrpc(fixture.open(), DIST, { port: server.port, token: undefined });
  await expect(second).rejects.toMatchObject({ code: 'busy', message: `port ${server.port} is in use` });
});
