import { validate as isProblem } from '@analyzer/contracts/analyzer.problem.v1/validate';
import { startMark } from '@analyzer/core/query/pool/thread-fixture.ts';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LAUNCHER, leastParameters, needsNoParameters, requestOf, serviceFixture } from '../fixture.ts';
import { OPERATIONS } from '../operations.ts';
import { pipeOpener } from './pipe-fixture.ts';
import { toolsOf } from './tools.ts';

const fixture = serviceFixture();
const openPipe = pipeOpener(fixture);
const MODERN = '2026-07-28';
const ERAS = [MODERN, '2025-11-25', '2025-06-18'];

/** A client written by others, connected to the program. */
async function connectClient(era: string, db = fixture.indexed().db): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === MODERN ? { pin: MODERN } : 'legacy' } },
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'serve', 'mcp', '--db', db, '--since', db],
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** The problem of a failed call. */
function problemOf(reply: Record<string, unknown>): { code: string; hint?: string } {
  const { isError, content, structuredContent } = Object(reply.result);
  expect({ isError, structuredContent }).toEqual({ isError: true, structuredContent: undefined });
  const problem: unknown = JSON.parse(content[0].text);
  if (!isProblem(problem)) throw new Error(`not a problem: ${content[0].text}`);
  return problem;
}

describe.each(ERAS.slice(0, 2))('the official client with revision %s', (era) => {
  test('lists a tool for every operation and calls it', async () => {
    const client = await connectClient(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ name }) => `analyzer_${name}`));
    const service = fixture.open();
    // A plan is a JSON document, and larger than an answer can be.
    const small = OPERATIONS.filter((one) => needsNoParameters(one) && one.name !== 'extraction_plan');
    for (const { name } of small) {
      const { structuredContent, content, isError } = await client.callTool({
        name: `analyzer_${name}`,
        arguments: {},
      });
      expect(isError ?? false, name).toBe(false);
      expect({ ok: structuredContent }, name).toEqual(await service.ask(requestOf(name)));
      expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^(?!\{)./) }]);
    }
  });

  test('gets a problem with pointers for wrong parameters', async () => {
    const client = await connectClient(era);
    const result = await client.callTool({ name: 'analyzer_clones', arguments: { limt: 1 } });
    expect(problemOf({ result })).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/params/limt' }] });
    await expect(client.callTool({ name: 'analyzer_nothing' })).rejects.toMatchObject({ code: -32602 });
  });

  test('reads every document as a resource', async () => {
    const client = await connectClient(era);
    const { resources } = await client.listResources();
    const all = fixture.open().documents.all.filter(({ kind }) => kind !== 'proto');
    expect(resources.map(({ uri }) => uri)).toContain('analyzer://grammar/task-result');
    expect(resources).toHaveLength(all.length);
    for (const [index, { uri, mimeType }] of resources.entries()) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType, text: all[index]?.text }]);
      const byId = await client.readResource({ uri: `analyzer://${all[index]?.kind}/${all[index]?.id}` });
      expect(byId.contents[0]).toMatchObject({ text: all[index]?.text });
    }
    expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
    for (const uri of [
      'analyzer://schema/nothing',
      'analyzer://grammar/request',
      'analyzer://proto/analyzer',
      'analyzer://nothing/x',
      'file:///etc/passwd',
      'analyzer://schema/../x',
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602, data: { uri } });
    }
  });
});

test('the client gets no_snapshot before the index exists', async () => {
  const client = await connectClient(MODERN, '/no/such/index.db');
  const result = await client.callTool({ name: 'analyzer_summary' });
  expect(problemOf({ result }).code).toBe('no_snapshot');
});

describe('the list of tools', () => {
  const tools = toolsOf(OPERATIONS);

  test('has at most 52 kB, because clients load it at every start: 3 kB for each operation', () => {
    expect(tools.length).toBeGreaterThanOrEqual(10);
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(52_000);
  });

  test('has object roots without unions, and only read-only tools', () => {
    for (const { inputSchema, outputSchema, annotations } of tools) {
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema?.type).toBe('object');
        for (const keyword of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(schema).not.toHaveProperty(keyword);
      }
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    }
  });

  test('has output schemas that full answers satisfy', async () => {
    const ajv = new Ajv2020({ strict: false });
    const service = fixture.open();
    for (const operation of OPERATIONS.filter(({ exactlyOne }) => exactlyOne === undefined)) {
      const outcome = await service.ask(requestOf(operation.name, leastParameters(operation, {})));
      const tool = tools.find((one) => one.name === `analyzer_${operation.name}`);
      const schema: object = { ...tool?.outputSchema };
      const validate = ajv.compile(schema);
      expect(validate('ok' in outcome ? outcome.ok : undefined), JSON.stringify(validate.errors)).toBe(true);
    }
  });
});

describe('the core set of tools', () => {
  const tools = toolsOf(OPERATIONS, 'core');

  test('costs at most 4,500 tokens of 4 characters', () => {
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['analyzer_explore', 'analyzer_impact']));
    expect(tools.length).toBeLessThanOrEqual(9);
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(4 * 4_500);
  });

  test('answers with text alone, and other operations are not tools', async () => {
    const { call, replyTo } = openPipe({ tools: 'core' });
    call(1, 'analyzer_explore', { at: 'Invoice.total' });
    const { content, structuredContent } = Object((await replyTo(1)).result);
    expect(structuredContent).toBeUndefined();
    expect(content[0].text).toMatch(/^method app\/invoice\.py:8 Invoice\.total/);
    call(2, 'analyzer_summary');
    expect(await replyTo(2)).toMatchObject({ error: { code: -32602 } });
  });
});

describe('max_tokens', () => {
  test('is the budget of the text, and what is left out is counted', async () => {
    const { call, replyTo } = openPipe();
    const textOf = async (id: number, params: object): Promise<string> => {
      call(id, 'analyzer_nodes', params);
      return Object((await replyTo(id)).result).content[0].text;
    };
    const [short, long] = [await textOf(1, { max_tokens: 100 }), await textOf(2, { max_tokens: 3000 })];
    expect(short.length).toBeLessThanOrEqual(500);
    expect(short).toMatch(/… \d+ more: raise max_tokens, or ask with offset \d+$/);
    expect(long.length).toBeGreaterThan(2_000);
  });

  test.each([0, 99, 100_001, 1.5, '500', null])('%s is an invalid request', async (max_tokens) => {
    const { call, replyTo } = openPipe();
    call(1, 'analyzer_nodes', { max_tokens });
    expect(problemOf(await replyTo(1))).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/params/max_tokens' }],
    });
  });
});

describe('size limits', () => {
  test('a list is cut at 40,000 characters, unless the call sets max_chars', async () => {
    const { call, replyTo, service } = openPipe();
    const outcome = await service.ask(requestOf('nodes', { limit: 200 }));
    const whole = JSON.stringify('ok' in outcome && outcome.ok.data).length;
    expect(whole).toBeGreaterThan(15_000);
    call(1, 'analyzer_nodes', { limit: 200 });
    const { data } = Object((await replyTo(1)).result).structuredContent;
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(40_000);
    expect(data.page.truncated).toBe(whole > 40_000);
    call(2, 'analyzer_nodes', { limit: 200, max_chars: 100_000 });
    expect(Object((await replyTo(2)).result).structuredContent).toEqual('ok' in outcome && outcome.ok);
  });

  test('arguments above the limit of a request are refused, and the connection stays open', async () => {
    const { call, replyTo } = openPipe();
    call(1, 'analyzer_nodes', { name: 'x'.repeat(8 * 1024 * 1024) });
    expect(problemOf(await replyTo(1)).code).toBe('request_too_large');
    call(2, 'analyzer_nodes', { name: 'x'.repeat(64 * 1024 - 200) });
    expect(problemOf(await replyTo(2)).code).toBe('invalid_request');
  });
});

test('a cancelled call has no reply, and frees its thread', async () => {
  const { call, send, replyTo, received } = openPipe({ threads: 1, graceMs: 600_000 });
  const { ready, started } = startMark();
  call(1, 'analyzer_one-long-statement', { ready });
  await started();
  send({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'test' } });
  call(2, 'analyzer_summary');
  expect((await replyTo(2)).result).toHaveProperty('structuredContent');
  expect(received.filter(({ id }) => id === 1)).toEqual([]);
});

test('the server ends when its input ends', async () => {
  const { stdin, server } = openPipe();
  stdin.end();
  await server.ended;
});
