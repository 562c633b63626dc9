import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { validate as isProblem } from '@analyzer/contracts/analyzer.problem.v1/validate';
import { startMark } from '@analyzer/core/query/pool/thread-fixture.ts';
import { MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import type { NetworkOptions } from '@analyzer/core/service/service.ts';
import { Token } from '@analyzer/core/service/token.ts';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CONFIG, needsNoParameters, requestOf, serviceFixture, type TestService } from '../fixture.ts';
import { exchange, requestText, statusOf } from './fixture.ts';
import { serveRest } from './server.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const fixture = serviceFixture();

async function start(options: Partial<NetworkOptions> = {}, service: TestService = fixture.open()) {
  const server = await serveRest(service, { port: 0, token: undefined, ...options });
  onTestFinished(() => server.close());
  const { port } = server;
  const fetchPath = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    fetchPath('/v1/query', {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  const ask = (operation: string, params?: object) => post(JSON.stringify(requestOf(operation, params)));
  return { port, server, service, fetchPath, post, ask };
}

async function problemOf(response: Response) {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const problem: unknown = await response.json();
  if (!isProblem(problem)) throw new Error(`not a problem: ${JSON.stringify(problem)}`);
  const { code, message, errors } = problem;
  return { status: response.status, code, message, pointers: errors?.map(({ pointer }) => pointer) };
}

describe('a query', () => {
  test('of every operation without required parameters has the answer of the library', async () => {
    const { service, ask } = await start();
    const names = service.operations.filter(needsNoParameters).map(({ name }) => name);
    // Those that fail on purpose have tests of their own.
    const failing = ['thread', 'breaks', 'large'];
    for (const name of names.filter((one) => /^\w+$/.test(one) && !failing.includes(one))) {
      const response = await ask(name);
      expect({ status: response.status, ok: await response.json() }, name).toEqual({
        status: 200,
        ...(await service.ask(requestOf(name))),
      });
    }
  });

  test('as GET /v1/summary takes parameters from the query string', async () => {
    const { service, fetchPath } = await start();
    expect({ ok: await (await fetchPath('/v1/summary')).json() }).toEqual(await service.ask(requestOf('summary')));
    expect(await problemOf(await fetchPath(`/v1/summary?snapshot_id=${'0'.repeat(64)}`))).toMatchObject({
      status: 409,
    });
    const unknown = await problemOf(await fetchPath('/v1/summary?path=/etc'));
    expect(unknown).toMatchObject({ status: 422, code: 'invalid_request', pointers: ['/params/path'] });
  });

  test('with a body at the size limit is read, and one byte more is refused', async () => {
    const { post, port } = await start();
    const body = JSON.stringify(requestOf('extraction_plan', { config: CONFIG })).padEnd(MAX_REQUEST_BYTES);
    expect((await post(body)).status).toBe(200);
    expect(await problemOf(await post(`${body} `))).toMatchObject({ status: 413, code: 'request_too_large' });
    const chunked = await exchange(
      port,
      `POST /v1/query HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `${(body.length + 1).toString(16)}\r\n${body} \r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 .*"request_too_large"/s);
  });

  test('with a large body is refused as busy while eight others are not answered', async () => {
    const { port, post, ask } = await start();
    const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    for (const socket of sockets) {
      socket.write(
        `POST /v1/query HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 70000\r\n\r\n`,
      );
    }
    await setTimeout(200);
    const large = JSON.stringify(requestOf('extraction_plan', { config: CONFIG })).padEnd(70_000);
    expect(await problemOf(await post(large))).toMatchObject({ status: 429, code: 'busy' });
    expect((await ask('summary')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await post(large)).status, { timeout: 20_000 }).toBe(200);
  });

  test('that its client abandons stops and frees its thread', async () => {
    // The query never ends, and its thread is not replaced.
    const { port, ask } = await start({}, fixture.open({ threads: 1, graceMs: 600_000 }));
    const { ready, started } = startMark();
    const body = JSON.stringify(requestOf('one-long-statement', { ready }));
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /v1/query HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await started();
    socket.destroy();
    expect((await ask('summary')).status).toBe(200);
  });

  test.each([
    ['timeout', 504, { timeoutMs: 100 }, 'one-long-statement'],
    ['internal', 500, {}, 'breaks'],
    ['no_snapshot', 409, { db: '/no/such/index.db' }, 'summary'],
    ['busy', 429, { mostWaiting: 0 }, 'summary'],
  ])('that fails with %s has status %i', async (code, status, options, operation) => {
    const { ask, service } = await start({}, fixture.open(options));
    const response = await ask(operation);
    expect(response.headers.get('Retry-After')).toBe(['busy', 'timeout'].includes(code) ? '1' : null);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status, code });
    if (code === 'internal')
      expect(String(service.faults[0])).toContain(/incident [0-9a-f-]{36}/.exec(problem.message)?.[0]);
  });
});

describe('the sender of a request is checked before anything else', () => {
  const hosts = (port: number): [what: string, lines: string[]][] => [
    ['foreign', [`Host: evil.test`]],
    ['foreign with our port', [`Host: evil.test:${port}`]],
    ['a subdomain', [`Host: localhost.evil.test:${port}`]],
    ['trailing dot', [`Host: localhost.:${port}`]],
    ['no port', ['Host: localhost']],
    ['another port', [`Host: localhost:${port + 1}`]],
    ['user information', [`Host: 127.0.0.1:${port}@evil.test`]],
    ['an open bracket', ['Host: [::1']],
    ['an IPv6 address that is not ours', [`Host: [::2]:${port}`]],
    ['an IPv6 address without brackets', [`Host: ::1:${port}`]],
    ['an IPv6 address in another notation', [`Host: [0:0:0:0:0:0:0:1]:${port}`]],
    ['an IPv4 address inside IPv6', [`Host: [::ffff:127.0.0.1]:${port}`]],
    ['the address of all interfaces', [`Host: 0.0.0.0:${port}`]],
    ['a list', [`Host: 127.0.0.1:${port}, evil.test`]],
    ['bytes that are not ASCII', [`Host: \xff\xfe:${port}`]],
    ['a port that is not a number', ['Host: 127.0.0.1:x']],
    ['a leading zero', [`Host: 127.0.0.1:0${port}`]],
    ['another notation of the address', [`Host: 2130706433:${port}`]],
    ['upper case', [`Host: LOCALHOST:${port}`]],
    ['empty', ['Host:']],
    ['missing', []],
    ['twice', [`Host: 127.0.0.1:${port}`, `Host: 127.0.0.1:${port}`]],
    ['twice, the second foreign', [`Host: 127.0.0.1:${port}`, 'Host: evil.test']],
  ];

  test('a Host that is not this server is refused on every route', async () => {
    const { port } = await start();
    for (const [what, lines] of hosts(port)) {
      for (const target of ['GET /v1/summary', 'POST /v1/query', 'GET /nowhere']) {
        const reply = await exchange(
          port,
          `${target} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}Connection: close\r\n\r\n`,
        );
        expect(reply, what).toMatch(/^HTTP\/1\.1 403 .*"host_forbidden"/s);
      }
    }
    expect(await exchange(port, 'GET /v1/summary HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('a Host that --host-name names is served, and no similar one', async () => {
    const { port } = await start({ hostNames: ['code.example', 'other.example:8443'] });
    const statusFor = async (host: string) =>
      statusOf(await exchange(port, requestText('GET /v1/summary', `Host: ${host}`)));
    for (const host of [
      'code.example',
      'code.example:443',
      'Code.Example',
      'other.example:8443',
      `127.0.0.1:${port}`,
    ]) {
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    }
    const refused = ['other.example', 'other.example:84', 'a.code.example', 'code.example.evil.test', 'code.example.'];
    for (const host of [...refused, 'code.example:', 'code.example:x', 'evil.test:8443', '127.0.0.1', 'localhost']) {
      expect([host, await statusFor(host)]).toEqual([host, 403]);
    }
    expect(
      statusOf(
        await exchange(port, requestText('GET /v1/summary', 'Host: code.example', 'Origin: https://code.example')),
      ),
    ).toBe(403);
  });

  test('a target that is not a path is refused', async () => {
    const { port } = await start();
    for (const target of ['http://evil.test/v1/summary', `http://127.0.0.1:${port}/v1/summary`, '*', 'v1/summary']) {
      const method = target === '*' ? 'OPTIONS' : 'GET';
      const reply = await exchange(port, requestText(`${method} ${target}`, `Host: 127.0.0.1:${port}`));
      expect(reply, target).toMatch(/^HTTP\/1\.1 (403 .*"host_forbidden"|400 .*"malformed_http")/s);
    }
    expect(await exchange(port, requestText('CONNECT evil.test:443', `Host: 127.0.0.1:${port}`))).not.toMatch(/ 200 /);
  });

  test('several Origin headers, and a body that arrives byte by byte, do not pass', { timeout: 30_000 }, async () => {
    const { port } = await start();
    const host = `Host: 127.0.0.1:${port}`;
    const origins = ['Origin: http://a.test', 'Origin: http://b.test'];
    expect(await exchange(port, requestText('GET /v1/summary', host, ...origins))).toMatch(/"origin_forbidden"/);
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        reply += String(chunk);
      });
    socket.write(requestText('POST /v1/query', host, 'Content-Type: application/json', 'Content-Length: 1000'));
    const drip = setInterval(() => socket.write(' '), 300);
    await ended;
    clearInterval(drip);
    expect(reply).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
  });

  test('the three names of this machine are served', async () => {
    const { port } = await start();
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const head = `GET /v1/summary HTTP/1.1\r\nHost: ${name}:${port}\r\nConnection: close\r\n\r\n`;
      expect(statusOf(await exchange(port, head))).toBe(200);
    }
  });

  test.each(['https://evil.test', 'null', '', 'http://127.0.0.1'])('the Origin %j is refused', async (origin) => {
    const { port } = await start();
    const head = `GET /v1/summary HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nConnection: close\r\n\r\n`;
    const reply = await exchange(port, head);
    expect(reply).toMatch(/^HTTP\/1\.1 403 .*"origin_forbidden"/s);
    expect(reply).not.toMatch(/access-control/i);
  });

  test.each([
    [401, undefined],
    [401, 'Bearer'],
    [401, 'Bearer '],
    [401, TOKEN],
    [401, `Basic ${TOKEN}`],
    [401, `Bearer ${TOKEN.slice(1)}`],
    [401, `Bearer ${TOKEN}0`],
    [401, `Bearer ${TOKEN} ${TOKEN}`],
    [401, `Bearer ${TOKEN.toUpperCase()}`],
    [200, `Bearer ${TOKEN}`],
    [200, `bearer  ${TOKEN}`],
  ])('status %i for the authorization %j', async (status, authorization) => {
    const { fetchPath } = await start({ token: new Token(TOKEN) });
    const headers = authorization === undefined ? undefined : { Authorization: authorization };
    const response = await fetchPath('/v1/summary', headers === undefined ? {} : { headers });
    expect(response.status).toBe(status);
    if (status === 401) {
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(await response.text()).not.toContain(TOKEN);
    }
  });

  test('a token in the query string, and one sent twice, are refused', async () => {
    const { fetchPath, port } = await start({ token: new Token(TOKEN) });
    expect((await fetchPath(`/v1/summary?access_token=${TOKEN}&token=${TOKEN}`)).status).toBe(401);
    const twice = `Authorization: Bearer ${TOKEN}\r\n`.repeat(2);
    const reply = await exchange(
      port,
      `GET /v1/summary HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${twice}Connection: close\r\n\r\n`,
    );
    expect(statusOf(reply)).toBe(401);
  });

  test('the checks have the order host, origin, token, route, method, content type, body', async () => {
    const { port } = await start({ token: new Token(TOKEN) });
    const good = [
      `Host: 127.0.0.1:${port}`,
      '',
      `Authorization: Bearer ${TOKEN}`,
      'POST /v1/query',
      'Content-Type: application/json',
    ];
    const bad = ['Host: evil.test', 'Origin: null', '', 'POST /nowhere', 'Content-Type: text/plain'];
    const codes = [
      'host_forbidden',
      'origin_forbidden',
      'unauthenticated',
      'unknown_route',
      'unsupported_media_type',
      'malformed_json',
    ];
    for (const [index, code] of codes.entries()) {
      const its = [...good.slice(0, index), ...bad.slice(index)];
      const [host = '', origin = '', authorization = '', target = '', type = ''] = its;
      const lines = [`${target} HTTP/1.1`, host, origin, authorization, type, 'Content-Length: 1', 'Connection: close'];
      const reply = await exchange(port, `${lines.filter((line) => line !== '').join('\r\n')}\r\n\r\n{`);
      expect(reply.slice(reply.indexOf('{')), code).toContain(`"${code}"`);
    }
  });
});

describe('routes', () => {
  test.each([
    ['GET', '/v1/query', 405, 'method_not_allowed', 'POST'],
    ['DELETE', '/v1/query', 405, 'method_not_allowed', 'POST'],
    ['POST', '/v1/summary', 405, 'method_not_allowed', 'GET, HEAD'],
    ['OPTIONS', '/v1/openapi.json', 405, 'method_not_allowed', 'GET, HEAD'],
    ['PROPFIND', '/v1/schema/request', 405, 'method_not_allowed', 'GET, HEAD'],
    ['GET', '/', 404, 'unknown_route', null],
    ['GET', '/v1/schema', 404, 'unknown_route', null],
    ['GET', '/v1/grammar/request', 404, 'not_found', null],
    ['GET', '/v1/proto/analyzer', 404, 'unknown_route', null],
    ['GET', '/v1/schema/', 404, 'not_found', null],
    ['GET', '/v1/schema/a/b', 404, 'unknown_route', null],
    ['GET', '/v1/schema/%zz', 404, 'unknown_route', null],
    ['GET', '/v1/schema/..%2f..%2fpackage.json', 404, 'not_found', null],
    ['GET', '/v1/schema/constructor', 404, 'not_found', null],
    ['GET', `/v1/schema/${'x'.repeat(12_000)}`, 404, 'unknown_route', null],
    ['POST', '/v1/nowhere', 404, 'unknown_route', null],
  ])('%s %.30s has status %i', async (method, path, status, code, allow) => {
    const { fetchPath } = await start();
    const response = await fetchPath(path, { method });
    expect(response.headers.get('Allow')).toBe(allow);
    expect(await problemOf(response)).toMatchObject({ status, code });
  });

  test.each([
    [200, 'application/json'],
    [200, 'application/json; charset=utf-8'],
    [200, 'Application/JSON ; charset="UTF-8"'],
    [415, 'application/json; charset=latin1'],
    [415, 'application/jsonp'],
    [415, 'application/problem+json'],
    [415, 'text/plain'],
    [415, 'application/x-www-form-urlencoded'],
    [415, ';'],
  ])('status %i for a body with the type %j', async (status, type) => {
    const { post } = await start();
    expect((await post(JSON.stringify(requestOf('summary')), { 'Content-Type': type })).status).toBe(status);
  });

  test('a compressed body is refused', async () => {
    const { post } = await start();
    expect(await problemOf(await post('{}', { 'Content-Encoding': 'gzip' }))).toMatchObject({ status: 415 });
  });

  test.each([
    [200, '*/*'],
    [200, 'application/*;q=0.1'],
    [200, 'text/html, application/json'],
    [406, 'text/html'],
    [406, 'application/json;q=0, */*'],
    [406, 'application/json;q=zero'],
  ])('status %i for Accept: %s', async (status, accept) => {
    const { fetchPath } = await start();
    expect((await fetchPath('/v1/summary', { headers: { Accept: accept } })).status).toBe(status);
  });

  test('static answers have an ETag, and 304 for a client that has it', async () => {
    const { fetchPath, service } = await start();
    const { documents } = service;
    const types = { schema: 'application/schema+json', grammar: 'text/plain', proto: '' };
    for (const { kind, shortName, id, text } of [...documents.ofKind('schema'), ...documents.ofKind('grammar')]) {
      const response = await fetchPath(`/v1/${kind}/${shortName}`);
      expect(await response.text()).toBe(text);
      expect(response.headers.get('Content-Type')).toBe(types[kind]);
      const tag = response.headers.get('ETag') ?? '';
      const again = await fetchPath(`/v1/${kind}/${id}`, { headers: { 'If-None-Match': `"other", W/${tag}` } });
      expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
    }
    expect((await fetchPath('/v1/openapi.json')).headers.get('ETag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect((await fetchPath('/v1/openapi.json', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('bytes that are not a request', () => {
  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['two lengths', 'POST /v1/query HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['length and chunks', 'POST /v1/query HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['large headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('are refused with a problem: %s', async (_what, bytes) => {
    const { port, fetchPath } = await start();
    const reply = await exchange(port, Buffer.from(bytes, 'latin1'));
    expect(reply).toMatch(/^HTTP\/1\.1 400 .*"malformed_http"/s);
    expect((await fetchPath('/v1/summary')).status).toBe(200);
  });

  test('a request that is not complete after ten seconds is refused', async () => {
    const { port } = await start();
    const head = `POST /v1/query HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    const [slow, silent] = await Promise.all([exchange(port, head, '{'), exchange(port, 'GET / HT')]);
    expect(slow).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    expect(silent).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('any body and headers give an answer or a problem, and never a server error', async () => {
  const { post } = await start();
  const operation = fc.constantFrom('summary', 'clones', 'members', 'nodes', 'neighbors', 'evidence', 'x');
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record({ schema: fc.constant('analyzer.request.v1'), operation, params: fc.jsonValue() })
      .map((request) => Buffer.from(JSON.stringify(request))),
  );
  const type = fc.constantFrom('application/json', 'application/json;charset=utf-8', 'text/json', 'a/b;c');
  await fc.assert(
    fc.asyncProperty(body, type, fc.constantFrom('*/*', 'text/*', 'x'), async (bytes, contentType, accept) => {
      const response = await post(bytes, { 'Content-Type': contentType, Accept: accept });
      if (response.status === 200) return;
      expect((await problemOf(response)).status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});

describe('a server that stops', () => {
  test('finishes the current request, and accepts no further one', async () => {
    const { ask, port, server } = await start();
    const { ready, started } = startMark();
    const current = ask('deaf-statement', { ready });
    await started();
    const closed = server.close();
    await expect(exchange(port, 'GET / HTTP/1.1\r\n\r\n')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await current).status).toBe(200);
    await closed;
  });

  test('ends connections that take longer than the limit', async () => {
    const { ask, server } = await start({ drainMs: 200 });
    // The query never ends.
    const { ready, started } = startMark();
    const current = ask('one-long-statement', { ready }).catch((error: Error) => error);
    await started();
    await server.close();
    expect(await current).toBeInstanceOf(Error);
  });

  test('answers unavailable to a request that becomes complete after the stop', async () => {
    const { port, server } = await start();
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.write(`GET /v1/summary HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`);
    await setTimeout(200);
    const closed = server.close();
    socket.write('\r\n');
    await Promise.all([closed, ended]);
    expect(text).toMatch(/^HTTP\/1\.1 503 .*"unavailable"/s);
  });
});

test('a port that is in use is reported as busy', async () => {
  const { port } = await start();
  const second = serveRest(fixture.open(), { port, token: undefined });
  await expect(second).rejects.toMatchObject({ code: 'busy', message: `port ${port} is in use` });
});
