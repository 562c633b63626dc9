import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DIST } from '../../fixture.ts';
import { PROBLEM_TRAILER } from '../../grpc/problem.ts';
import { serviceOf } from '../../grpc/service-definition.ts';
import { analyzer, launcher, runChild } from '../fixture.ts';
import { startProgram, startServer } from './fixture.ts';

const golden = (name: string): string => fileURLToPath(new URL(`../../../../../fixtures/${name}`, import.meta.url));
const TOKEN = 'a'.repeat(16) + 'B'.repeat(16);

const folder = mkdtempSync(join(tmpdir(), 'analyzer-serve-'));
const db = join(folder, 'index.db');
const indexTo = (file: string) =>
  analyzer(['workspace', 'index', 'projects', '--discover', '--db', file], { cwd: folder });

beforeAll(async () => {
  cpSync(golden('query/projects'), join(folder, 'projects'), { recursive: true });
  expect(await indexTo(db)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('help', () => {
  test.each([
    ['serve', ['serve', '--help']],
    ['serve-rest', ['serve', 'rest', '--help']],
    ['serve-mcp', ['serve', 'mcp', '--help']],
    ['serve-grpc', ['serve', 'grpc', '--help']],
  ])('help.%s.txt', async (name, args) => {
    const { code, stdout } = await analyzer(args);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(golden(`cli/help.${name}.txt`));
  });
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

describe('serve mcp', () => {
  test('writes only messages to stdout, and ends with exit code 0 when its client closes the input', async () => {
    const { child, ended, stderr } = startProgram(['serve', 'mcp', '--db', db]);
    const reply = once(child.stdout, 'data');
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    const [line] = await reply;
    expect(JSON.parse(String(line))).toMatchObject({ id: 1, result: { serverInfo: { name: 'analyzer' } } });
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(stderr()).toBe('');
  });

  test('ends with exit code 0 at SIGTERM', async () => {
    const { child, ended } = startProgram(['serve', 'mcp', '--db', db]);
    const reply = once(child.stdout, 'data');
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    await reply;
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

test('serve grpc answers health and queries, and ends with exit code 0 at SIGTERM', async () => {
  const { port, child, ended } = await startServer('grpc', db, { ANALYZER_API_TOKEN: TOKEN });
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const call = (path: string, message: Buffer, metadata = new Metadata()): Promise<string> =>
    new Promise((resolve) => {
      const same = (bytes: Buffer): Buffer => bytes;
      client.makeUnaryRequest(path, same, same, message, metadata, (error, reply) =>
        resolve(error === null ? String(reply) : status[error.code]),
      );
    });
  const request = Buffer.from('{"schema":"analyzer.request.v1","operation":"summary"}');
  const message = Buffer.concat([Buffer.from([0x0a, request.length]), request]);
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${TOKEN}`);
  // The status SERVING.
  expect(await call('/grpc.health.v1.Health/Check', Buffer.alloc(0))).toBe('\x08\x01');
  expect(await call('/analyzer.v1.Analyzer/Query', message)).toBe('UNAUTHENTICATED');
  expect(await call('/analyzer.v1.Analyzer/Query', message, metadata)).toContain('"operation":"summary"');
  // Requests to list the services, and for the file of our service.
  const services = await reflect(client, metadata, Buffer.from([0x3a, 0x00]));
  for (const name of ['analyzer.v1.Analyzer', 'grpc.health.v1.Health']) expect(services).toContain(name);
  const fileOf = (symbol: string) =>
    reflect(client, metadata, Buffer.concat([Buffer.from([0x22, symbol.length]), Buffer.from(symbol)]));
  const file = await fileOf('analyzer.v1.Analyzer');
  for (const name of ['QueryRequest', 'json_utf8', 'ContractKind']) expect(file).toContain(name);
  // Clients refuse a descriptor with a map that is not named as protobuf requires.
  const health = await fileOf('grpc.health.v1.Health');
  expect(health).toContain('ServingStatus');
  expect(health).not.toMatch(/Statuses(?!Entry)/);
  client.close();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** The first answer of reflection, whose definitions the bundled program reads from its own folder. */
function reflect(client: Client, metadata: Metadata, message: Buffer): Promise<string> {
  const same = (bytes: Buffer): Buffer => bytes;
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
  return new Promise((resolve, reject) => {
    const stream = client.makeBidiStreamRequest(path, same, same, metadata);
    stream.on('error', reject).on('data', (answer) => resolve(String(answer)));
    stream.write(message);
    stream.end();
  });
}

describe('a server includes source only if it was started with --allow-source', () => {
  const params = { group_id: 'g_655da8e80910a6583843', include_source: true };
  const request = { schema: 'analyzer.request.v1', operation: 'context', params };

  /** Each returns the answer or the problem. */
  const ASK: Record<string, (more: string[]) => Promise<unknown>> = {
    rest: async (more) => {
      const { port } = await startServer('rest', db, {}, more);
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'POST', body: JSON.stringify(request), headers };
      return (await fetch(`http://127.0.0.1:${port}/v1/query`, init)).json();
    },
    grpc: async (more) => {
      const { port } = await startServer('grpc', db, {}, more);
      const { Query } = serviceOf(
        loadSync('analyzer/v1/analyzer.proto', { includeDirs: [`${DIST}proto`], keepCase: true }),
      );
      if (Query === undefined) throw new Error('the definition has no method Query');
      const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
      onTestFinished(() => client.close());
      const { path, requestSerialize, responseDeserialize } = Query;
      const message = { json_utf8: Buffer.from(JSON.stringify(request)) };
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(path, requestSerialize, responseDeserialize, message, (error, reply) => {
          const problem = error?.metadata.get(PROBLEM_TRAILER)[0];
          if (error !== null && problem === undefined) reject(error);
          else resolve(JSON.parse(String(problem ?? Object(reply).json_utf8)));
        });
      });
    },
    mcp: async (more) => {
      const { child } = startProgram(['serve', 'mcp', '--db', db, ...more]);
      const call = { name: 'analyzer_context', arguments: params };
      for (const message of [
        initialize,
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
      ]) {
        child.stdin.write(`${JSON.stringify(message)}\n`);
      }
      for await (const line of createInterface({ input: child.stdout })) {
        const { id, result } = JSON.parse(line);
        if (id !== 2) continue;
        return result.isError === true ? JSON.parse(result.content[0].text) : result.structuredContent;
      }
      throw new Error('no answer');
    },
  };

  test.each(Object.keys(ASK))('%s', async (protocol) => {
    const refused = await ASK[protocol]?.([]);
    expect(refused).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/params/include_source' }] });
    const args = ['--group-id', params.group_id, '--include-source'];
    const { stdout } = await analyzer(['workspace', 'context', '--db', db, ...args]);
    const answer = await ASK[protocol]?.(['--allow-source']);
    expect(Object(answer).data).toEqual(JSON.parse(stdout));
    expect(stdout).toContain('return Decimal(cleaned)');
    expect(stdout).not.toContain(folder);
  });
});

describe('serve rest', () => {
  const summaryAt = async (
    port: number,
    init?: RequestInit,
  ): Promise<[status: number, body: Record<string, unknown>]> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/summary`, init);
    return [response.status, Object(await response.json())];
  };

  test('answers like the command line, and ends with exit code 0 at SIGTERM', async () => {
    const { port, child, ended, stderr } = await startServer('rest', db);
    const { stdout } = await analyzer(['workspace', 'query', '--db', db, '--operation', 'summary']);
    expect((await summaryAt(port))[1]).toEqual(JSON.parse(stdout));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(stderr()).toMatch(/without a token\nanalyzer: stopping\n$/);
  });

  test('answers no_snapshot until an index exists, and each new state after it is written', async () => {
    const file = join(folder, 'later.db');
    const { port } = await startServer('rest', file);
    expect(await summaryAt(port)).toMatchObject([409, { code: 'no_snapshot', hint: expect.stringContaining('index') }]);
    copyFileSync(db, file);
    const [status, first] = await summaryAt(port);
    expect(status).toBe(200);
    const seen = new Set<unknown>();
    let isDone = false;
    const more = join(folder, 'projects/billing/app/more.py');
    onTestFinished(() => rmSync(more));
    writeFileSync(more, 'def one():\n    return 1\n');
    const indexing = indexTo(file).then((ended) => {
      isDone = true;
      return ended;
    });
    do seen.add(JSON.stringify(await summaryAt(port)));
    while (!isDone);
    expect(await indexing).toMatchObject({ code: 0 });
    const last = await summaryAt(port);
    expect(last[1].snapshot_id).not.toBe(first.snapshot_id);
    // Every answer is that of one of the two states.
    const states = [JSON.stringify([200, first]), JSON.stringify(last)];
    expect([...seen].filter((answer) => !states.includes(String(answer)))).toEqual([]);
  });

  test('with a token refuses requests without it, and never prints it', async () => {
    const { port, child, ended, stderr } = await startServer('rest', db, { ANALYZER_API_TOKEN: TOKEN });
    expect((await summaryAt(port))[0]).toBe(401);
    expect((await summaryAt(port, { headers: { Authorization: `Bearer ${TOKEN}` } }))[0]).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(stderr()).toContain('with a token');
    expect(stderr()).not.toContain(TOKEN);
  });

  test.each([
    ['too short', 'a'.repeat(31)],
    ['empty', ''],
    ['with a space', `${'a'.repeat(40)} b`],
    ['not ASCII', 'é'.repeat(40)],
  ])('does not start with a token that is %s', async (_what, token) => {
    const args = [launcher, 'serve', 'rest', '--db', db, '--port', '0'];
    const { code, stderr } = await runChild(process.execPath, args, { env: { ANALYZER_API_TOKEN: token } });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^analyzer: ANALYZER_API_TOKEN must/) });
    if (token !== '') expect(stderr).not.toContain(token);
  });

  test('does not start on a port that is in use', async () => {
    const { port } = await startServer('rest', db);
    const second = await analyzer(['serve', 'rest', '--db', db, '--port', String(port)]);
    expect(second).toMatchObject({ code: 7, stderr: expect.stringContaining(`port ${port} is in use`) });
  });

  test('ends at once at a second signal', async () => {
    const { port, child, ended } = await startServer('rest', db);
    const waiting = fetch(`http://127.0.0.1:${port}/v1/query`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new ReadableStream({ pull: () => new Promise(() => undefined) }),
      duplex: 'half',
    }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill('SIGTERM');
    expect(await ended).toBe(130);
    await waiting;
  });
});

test('the packages of the servers are not loaded by other commands', () => {
  const main = readFileSync(fileURLToPath(new URL('../../../dist/main.js', import.meta.url)), 'utf8');
  expect(main).not.toMatch(/from ?["'](fastify|@grpc|@modelcontextprotocol)/);
});
