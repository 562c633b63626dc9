import { spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, type ErrorCode } from '@analyzer/contracts';
import type { ProblemV1 } from '@analyzer/contracts/analyzer.problem.v1';
import type { QueryPoolOptions } from '@analyzer/core/query/pool/pool.ts';
import { startMark } from '@analyzer/core/query/pool/thread-fixture.ts';
import { MAX_RESULT_BYTES } from '@analyzer/core/query/query.ts';
import { MAX_QUERY_BYTES, MAX_REQUEST_BYTES } from '@analyzer/core/query/request/read-request.ts';
import { Token } from '@analyzer/core/service/token.ts';
import { Client, credentials, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { analyzer, folderWith } from '../cli/fixture.ts';
import { CONFIG, DIST, LAUNCHER, requestOf, serviceFixture, type TestService } from '../fixture.ts';
import { PROBLEM_TRAILER } from '../grpc/problem.ts';
import { serveGrpc } from '../grpc/server.ts';
import { exchange, requestText } from '../rest/fixture.ts';
import { serveRest } from '../rest/server.ts';
import {
  type Ask,
  askCli,
  askGrpc,
  askLibrary,
  askMcp,
  askRest,
  type InterfaceName,
  type Question,
  REACHABLE,
  type Reply,
  slowProgram,
} from './fixture.ts';

const fixture = serviceFixture();
let slow: ReturnType<typeof slowProgram>;
beforeAll(() => {
  slow = slowProgram(fixture.threadPath());
});
afterAll(() => slow.remove());

interface Setting {
  options?: Partial<QueryPoolOptions>;
  /** Flags of the command line that correspond to the options. */
  flags?: readonly string[];
}

const DEFAULT: Setting = {};
const services = new Map<Setting, TestService>();

/** Interfaces with the same setting share a service: starting its query thread takes longer than most questions. */
async function open(name: InterfaceName, setting = DEFAULT): Promise<Ask> {
  const { options, flags = [] } = setting;
  if (name === 'cli') return askCli(options?.db ?? fixture.indexed().db, slow.launcher, flags);
  const service = services.get(setting) ?? fixture.open(options);
  services.set(setting, service);
  switch (name) {
    case 'library':
      return askLibrary(service);
    case 'mcp':
      return askMcp(service);
    case 'rest':
      return askRest(service);
    case 'grpc':
      return askGrpc(service);
  }
}

function problemIn(reply: Reply): ProblemV1 {
  if (reply !== 'none' && 'error' in reply) return reply.error;
  throw new Error(JSON.stringify(reply));
}

const NO_GROUP = `g_${'0'.repeat(20)}`;
const text = (value: unknown): string => JSON.stringify(value);

// Each test starts up to five servers and programs, one after the other.
describe('a request has the same error in every interface in which the error is reachable', {
  timeout: 120_000,
}, () => {
  const requests: [code: ErrorCode, question: Question, setting?: () => Setting][] = [
    ['malformed_json', { bytes: '{"schema": ' }],
    ['malformed_json', { bytes: '' }],
    ['unsupported_schema', { bytes: '{"schema": "analyzer.request.v2", "operation": "summary"}' }],
    ['invalid_request', { operation: 'clones', params: { limt: 1, limit: 0, kind: 'function-bdy' } }],
    ['invalid_request', { operation: 'nodes', params: { name: '[a', path: '{' } }],
    ['invalid_request', { operation: 'members', params: {} }],
    ['invalid_request', { operation: 'context', params: { group_id: `g_${'0'.repeat(20)}`, include_source: true } }],
    ['invalid_request', { operation: 'extraction_plan', params: { config: {} } }],
    ['invalid_request', { operation: 'extraction_plan', params: { config: { ...CONFIG, coordinatr: 'shop' } } }],
    ['invalid_request', { operation: 'extraction_plan', params: { config: { ...CONFIG, coordinator: 'shp' } } }],
    ['invalid_request', { operation: 'extraction_plan', params: { config: { ...CONFIG, repositories: [] } } }],
    ['not_found', { operation: 'nodes', params: { project: 'biling' } }],
    ['not_found', { operation: 'members', params: { group_id: NO_GROUP } }],
    ['not_found', { operation: 'neighbors', params: { node_id: `n_02${'0'.repeat(18)}` } }],
    ['unreadable', { operation: 'summary' }, () => ({ options: { db: linkToItself() } })],
    ['unusable_index', { operation: 'summary' }, () => ({ options: { db: `${DIST}main.js` } })],
    ['no_snapshot', { operation: 'summary' }, () => ({ options: { db: '/no/such/index.db' } })],
    ['no_snapshot', { operation: 'summary' }, () => ({ options: { db: join(folderWith({ 'a.db': '' }), 'a.db') } })],
    ['stale_id', { operation: 'neighbors', params: { node_id: `n_${'0'.repeat(20)}` } }],
    ['stale_id', { operation: 'explore', params: { at: `n_${'0'.repeat(20)}` } }],
    ['snapshot_mismatch', { operation: 'nodes', params: { snapshot_id: '0'.repeat(64) } }],
    ['result_too_large', { operation: 'nodes', params: { max_chars: 10 } }],
    ['result_too_large', { operation: 'extraction_plan', params: { config: CONFIG, max_chars: 20_000 } }],
    ['internal', { operation: 'breaks' }],
    [
      'timeout',
      { operation: 'one-long-statement' },
      () => ({ options: { timeoutMs: 300 }, flags: ['--timeout', '1'] }),
    ],
  ];

  test.each(requests)('%s: %j', async (code, question, setting = () => DEFAULT) => {
    const shared = setting();
    const seen: Record<string, unknown> = {};
    for (const name of REACHABLE[code]) {
      // A tool call names a tool, and its arguments are an object.
      if (name === 'mcp' && 'bytes' in question) continue;
      const { message, ...problem } = problemIn(await (await open(name, shared))(question));
      seen[name] = { ...problem, message: message.replace(/incident [0-9a-f-]{36}/, 'incident') };
    }
    expect(Object.values(seen)[0]).toMatchObject({ code, retryable: 'retryable' in ERRORS[code] });
    for (const [name, problem] of Object.entries(seen)) expect(problem, name).toEqual(Object.values(seen)[0]);
  });

  test.each(['[]', '7', '"summary"', 'null', '{"schema": "analyzer.request.v1"}', '{"schema": 7}'])(
    'invalid_request: the bytes %s',
    async (bytes) => {
      const expected = problemIn(await (await open('library'))({ bytes }));
      expect(expected).toMatchObject({ code: 'invalid_request' });
      for (const name of ['cli', 'rest', 'grpc'] as const)
        expect(problemIn(await (await open(name))({ bytes })), name).toEqual(expected);
    },
  );

  test('invalid_request: a request that is nested 1,000 or 200,000 levels deep', async () => {
    const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const params = { name: JSON.parse(lists(1000)) };
    const bytes = `{"schema": "analyzer.request.v1", "operation": "nodes", "params": {"name": ${lists(200_000)}}}`;
    const message = 'the request is nested more than 100 levels deep';
    for (const name of ['library', 'cli', 'mcp', 'rest', 'grpc'] as const) {
      const questions: Question[] = [{ operation: 'nodes', params }, ...(name === 'mcp' ? [] : [{ bytes }])];
      for (const question of questions)
        expect(problemIn(await (await open(name))(question)), name).toMatchObject({
          code: 'invalid_request',
          message,
        });
    }
  });

  test('request_too_large: one byte above the limit of each interface', async () => {
    const request = text(requestOf('nodes', { name: 'x' }));
    const ofBytes = (limit: number): Question => ({ bytes: request.padEnd(limit + 1) });
    const ofTool = text(requestOf('nodes', { name: '' })).length;
    const questions: Record<InterfaceName, Question> = {
      library: ofBytes(MAX_REQUEST_BYTES),
      cli: ofBytes(MAX_REQUEST_BYTES),
      rest: ofBytes(MAX_REQUEST_BYTES),
      grpc: ofBytes(MAX_REQUEST_BYTES - 64 * 1024),
      mcp: { operation: 'nodes', params: { name: 'x'.repeat(MAX_QUERY_BYTES - ofTool + 1) } },
    };
    for (const name of REACHABLE.request_too_large)
      expect(problemIn(await (await open(name))(questions[name])), name).toMatchObject({
        code: 'request_too_large',
      });
  });

  test('request_too_large: a query of more than 64 KiB over a network', async () => {
    const question = { operation: 'nodes', params: { name: 'x'.repeat(MAX_QUERY_BYTES) } };
    for (const name of ['mcp', 'rest', 'grpc'] as const)
      expect(problemIn(await (await open(name))(question)), name).toMatchObject({
        code: 'request_too_large',
        message: 'the request is larger than 65536 bytes',
      });
  });

  test('invalid_request: a request with more than 200,000 values', async () => {
    const bytes = text(requestOf('extraction_plan', { config: Array.from({ length: 200_000 }, () => 1) }));
    for (const name of ['library', 'cli', 'rest', 'grpc'] as const)
      expect(problemIn(await (await open(name))({ bytes })), name).toMatchObject({
        code: 'invalid_request',
        message: 'the request has more than 200,000 values',
      });
  });

  test('a request at the limit of each interface is read', async () => {
    const ofTool = text(requestOf('nodes', { name: '' })).length;
    const bytes = (limit: number): Question => ({
      bytes: text(requestOf('extraction_plan', { config: CONFIG })).padEnd(limit),
    });
    for (const name of ['library', 'cli', 'rest'] as const)
      expect(await (await open(name))(bytes(MAX_REQUEST_BYTES)), name).toHaveProperty('ok');
    expect(await (await open('grpc'))(bytes(MAX_REQUEST_BYTES - 64 * 1024))).toHaveProperty('ok');
    const params = { name: 'x'.repeat(MAX_QUERY_BYTES - ofTool) };
    expect(problemIn(await (await open('mcp'))({ operation: 'nodes', params }))).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/params/name' }],
    });
  });

  test('result_too_large: an answer above the limit of the servers, which the library and the command line do not have', async () => {
    const size = 8 * 2 ** 20 + text({ text: '' }).length;
    for (const name of ['library', 'cli'] as const) {
      const reply = await (await open(name))({ operation: 'large' });
      expect(reply !== 'none' && 'ok' in reply && text(reply.ok.data).length, name).toBe(size);
    }
    const messages = {
      mcp: `the answer has ${size} characters, more than the 40000 allowed`,
      rest: `the answer has ${size} bytes, more than the ${MAX_RESULT_BYTES} allowed`,
      grpc: `the answer has ${size} bytes, more than the ${MAX_RESULT_BYTES} allowed`,
    };
    for (const name of ['mcp', 'rest', 'grpc'] as const) {
      const problem = problemIn(await (await open(name))({ operation: 'large' }));
      expect(problem, name).toMatchObject({ code: 'result_too_large', message: messages[name] });
    }
  });

  test('busy: another program changes the index while it is read', async () => {
    for (const name of REACHABLE.busy) {
      const folder = folderWith({});
      const [db, ready, go] = ['index.db', 'ready', 'go'].map((file) => join(folder, file));
      if (db === undefined || ready === undefined || go === undefined) throw new Error('unreachable');
      copyFileSync(fixture.indexed().db, db);
      const asked = (await open(name, { options: { db } }))({ operation: 'two-looks', params: { ready, go } });
      await expect.poll(() => existsSync(ready), { timeout: 20_000 }).toBe(true);
      appendFileSync(db, 'x');
      writeFileSync(go, '');
      expect(problemIn(await asked), name).toMatchObject({
        code: 'busy',
        message: 'another process changed the index while it was read',
        retryable: true,
      });
    }
  });

  test('busy: too many queries wait, in the interfaces that serve several clients', async () => {
    for (const name of ['library', 'mcp', 'rest', 'grpc'] as const) {
      const ask = await open(name, { options: { mostWaiting: 0 } });
      expect(problemIn(await ask({ operation: 'summary' })), name).toMatchObject({
        code: 'busy',
        message: 'too many queries are waiting',
      });
    }
  });

  test('unavailable: the service is closed', async () => {
    const service = fixture.open({});
    const asks = [askLibrary(service), askMcp(service), await askRest(service), await askGrpc(service)];
    expect(asks).toHaveLength(REACHABLE.unavailable.length);
    await service.close();
    for (const ask of asks)
      expect(problemIn(await ask({ operation: 'summary' }))).toMatchObject({ code: 'unavailable', retryable: true });
  });

  test('cancelled: the client abandons its request, and gets no answer over MCP, REST and gRPC', async () => {
    for (const name of ['library', 'cli', 'mcp', 'rest', 'grpc'] as const) {
      const { ready, started } = startMark();
      const client = new AbortController();
      const ask = await open(name);
      const asked = ask({ operation: 'many-rows', params: { ready } }, { signal: client.signal });
      await started();
      client.abort();
      const reply = await asked;
      if (name === 'library' || name === 'cli') expect(problemIn(reply), name).toMatchObject({ code: 'cancelled' });
      else expect(reply, name).toBe('none');
    }
  });
});

function linkToItself(): string {
  const path = join(folderWith({}), 'index.db');
  symlinkSync(path, path);
  return path;
}

describe('an error that only commands have is a message with the exit code of the table', () => {
  const broken = { 'a.py': 'def f(:\n' };
  const commands: [code: ErrorCode, args: string[], files: Record<string, string>][] = [
    ['usage', ['workspace', 'query', '--params', '{}'], {}],
    ['incomplete', ['scan', '.', '--strict'], broken],
    ['output_exists', ['scan', '.', '-o', 'a.json'], { 'a.json': '' }],
    ['invalid_file', ['workspace', 'index', '--manifest', 'w.json'], { 'w.json': '{}' }],
    ['output_failed', ['scan', '.', '-o', 'no/such/a.json'], {}],
  ];

  test.each(commands)('%s', async (code, args, files) => {
    const { code: exit, stderr } = await analyzer(args, { cwd: folderWith(files) });
    const message = ERRORS[code].message.replace(/\{\w+\}/g, '.+');
    expect({ exit, stderr }).toEqual({
      exit: ERRORS[code].exit,
      stderr: expect.stringMatching(new RegExp(`^analyzer: ${message}`, 'm')),
    });
    expect(REACHABLE[code]).toEqual(['cli']);
  });

  test('output_closed', async () => {
    const child = spawn(process.execPath, [LAUNCHER, 'scan', '.', '--format', 'json', '--all'], { cwd: DIST });
    child.stdout.destroy();
    const exit = await new Promise((resolve) => child.on('close', resolve));
    expect(exit).toBe(ERRORS.output_closed.exit);
  });
});

describe('an error that only servers have is a problem with the status of the table', () => {
  const TOKEN = '0123456789abcdef0123456789abcdef';
  const json = 'Content-Type: application/json';
  const overRest: [code: ErrorCode, target: string, headers: string[]][] = [
    ['unauthenticated', 'GET /v1/summary', []],
    ['host_forbidden', 'GET /v1/summary', ['Host: evil.test']],
    ['origin_forbidden', 'GET /v1/summary', ['Origin: https://evil.test']],
    ['unknown_route', 'GET /v1/nowhere', []],
    ['method_not_allowed', 'DELETE /v1/query', []],
    ['not_acceptable', 'GET /v1/summary', ['Accept: text/html']],
    ['unsupported_media_type', 'POST /v1/query', ['Content-Type: text/plain', 'Content-Length: 0']],
    ['malformed_http', 'POST /v1/query', [json, 'Content-Length: 1', 'Transfer-Encoding: chunked']],
    ['request_timeout', 'POST /v1/query', [json, 'Content-Length: 100']],
  ];

  test.each(overRest)('%s over REST', async (code, target, headers) => {
    const token = code === 'unauthenticated' ? new Token(TOKEN) : undefined;
    const server = await serveRest(fixture.open(), { port: 0, token });
    onTestFinished(() => server.close());
    const own = headers.some((line) => line.startsWith('Host:')) ? [] : [`Host: 127.0.0.1:${server.port}`];
    const reply = await exchange(server.port, requestText(target, ...own, ...headers));
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${ERRORS[code].http} `));
    // A refused request gets its problem as one chunk.
    expect(JSON.parse(/^\{.*\}$/m.exec(reply)?.[0] ?? '')).toMatchObject({ code });
    expect(REACHABLE[code]).toContain('rest');
  });

  const overGrpc: [code: ErrorCode, path: string, authority: string | undefined][] = [
    ['unauthenticated', '/analyzer.v1.Analyzer/Query', undefined],
    ['host_forbidden', '/analyzer.v1.Analyzer/Query', 'evil.test'],
    // In grpc/server.test.ts: `request_timeout` needs a client that does not end its message, `origin_forbidden` metadata.
    ['unknown_route', '/analyzer.v1.Analyzer/Scan', undefined],
  ];

  test.each(overGrpc)('%s over gRPC', async (code, path, authority) => {
    const token = code === 'unauthenticated' ? new Token(TOKEN) : undefined;
    const server = await serveGrpc(fixture.open(), DIST, { port: 0, token, drainMs: 500 });
    const options = authority === undefined ? {} : { 'grpc.default_authority': authority };
    const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), options);
    onTestFinished(async () => {
      client.close();
      await server.close();
    });
    const same = (bytes: Buffer): Buffer => bytes;
    const failure = await new Promise<{ code: number; metadata: { get(name: string): unknown[] } } | null>(
      (resolve) => {
        client.makeUnaryRequest(path, same, same, Buffer.alloc(0), (error) => resolve(error));
      },
    );
    expect(status[failure?.code ?? 0]).toBe(ERRORS[code].grpc);
    const [trailer] = failure?.metadata.get(PROBLEM_TRAILER) ?? [];
    // The package answers an unknown method before any of our code.
    if (code !== 'unknown_route') expect(JSON.parse(String(trailer))).toMatchObject({ code });
    expect(REACHABLE[code]).toContain('grpc');
  });
});
