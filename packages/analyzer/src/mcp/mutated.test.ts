import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serviceFixture } from '../fixture.ts';
import { pipeOpener } from './pipe-fixture.ts';

const openPipe = pipeOpener(serviceFixture());

const REQUESTS = [
  { jsonrpc: '2.0', id: 7, method: 'ping' },
  { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'analyzer_nodes', arguments: { limit: 1 } } },
  { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: { progressToken: 1 } } },
  { jsonrpc: '2.0', id: 7, method: 'resources/read', params: { uri: 'analyzer://schema/request' } },
  { jsonrpc: '2.0', id: 7, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
].map((request) => JSON.stringify(request));

const VALUES = ['null', '[]', '{}', '7.5', '-0', '1e999', '"\\ud800"', '"__proto__"', 'true', '[[[]]]', ''];

/** A request with some parts replaced by other JSON or by any characters. */
const mutated = fc
  .tuple(
    fc.constantFrom(...REQUESTS),
    fc.array(fc.tuple(fc.nat(300), fc.nat(12), fc.oneof(fc.constantFrom(...VALUES), fc.string({ maxLength: 4 }))), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([request, edits]) =>
    edits.reduce((text, [at, length, by]) => {
      const start = at % text.length;
      return `${text.slice(0, start)}${by}${text.slice(start + length)} `;
    }, request),
  )
  .map((text) => text.replaceAll('\n', ' '));

/** Whether a line has an answer: all but notifications and responses. */
function needsAnswer(line: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return true;
  }
  const { jsonrpc, id, method, ...others }: Record<string, unknown> = Object(value);
  if (method === undefined && !Array.isArray(value)) return !('result' in others || 'error' in others);
  const isNotification = jsonrpc === '2.0' && typeof method === 'string' && id === undefined;
  return !isNotification || Object.keys(others).some((name) => name !== 'params');
}

test('a mutated request has exactly one answer, and the connection stays open', { timeout: 120_000 }, async () => {
  const { stdin, send, received, replyTo } = openPipe();
  await replyTo(0);
  let last = 1000;
  await fc.assert(
    fc.asyncProperty(mutated, async (line) => {
      const before = received.length;
      stdin.write(`${line}\n`);
      if (needsAnswer(line)) {
        await expect.poll(() => received.length, { interval: 1, timeout: 20_000, message: line }).toBe(before + 1);
        expect(received.at(-1)).toMatchObject({ jsonrpc: '2.0' });
      }
      last += 1;
      send({ id: last, method: 'ping' });
      expect(await replyTo(last), line).toMatchObject({ result: {} });
      expect(received.length - before, line).toBe(needsAnswer(line) ? 2 : 1);
    }),
    { numRuns: 300 },
  );
});
