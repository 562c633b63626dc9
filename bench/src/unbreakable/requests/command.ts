// Guards: an answer of every server to each of 20,000 mutated requests and texts within a second, and its memory. Takes: 4 minutes on a busy machine.
import { parseArgs } from 'node:util';
import { openClient } from '../../serve/clients.ts';
import { residentMb, startServer } from '../../serve/server.ts';
import { mutate } from '../mutate.ts';
import { Random } from '../random.ts';
import { startMcp } from './mcp-client.ts';
import { withText } from './texts.ts';

const MAX_MS = 1000;
const MAX_MB = 150;
/** Requests before the memory of the warmed server is read. */
const WARM = 500;

const QUERIES = [
  'summary',
  'clones',
  'members',
  'nodes',
  'neighbors',
  'evidence',
  'projects',
  'exclusions',
  'context',
].map((operation) => Buffer.from(JSON.stringify({ schema: 'analyzer.request.v1', operation, params: { limit: 3 } })));
const CALLS = [
  { method: 'ping' },
  { method: 'tools/list', params: { _meta: { progressToken: 1 } } },
  { method: 'tools/call', params: { name: 'analyzer_nodes', arguments: { limit: 1 } } },
  { method: 'resources/read', params: { uri: 'analyzer://schema/request' } },
  { method: 'resources/templates/list' },
].map((call) => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 7, ...call })));

/** Sends a request. @throws if it has no answer */
type Send = (bytes: Buffer) => Promise<void>;

/**
 * `bench unbreakable requests`: sends mutated requests, and as many requests with a mutated text for `similar` or `search`, to
 * `serve mcp`, `serve rest` and `serve grpc`, one at a time; with `--only-texts` only the latter. It prints a row for each and fails
 * if a request has no answer within a second, or if the memory grows by more than 150 MB after the first 500. The seed and the number of a request identify it: `--seed S --from N --count 1` sends it alone.
 */
export async function requestsCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      db: { type: 'string', default: '.analyzer/index.db' },
      'only-texts': { type: 'boolean', default: false },
      only: { type: 'string', default: 'mcp,rest,grpc' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '20000' },
    },
  });
  const [seed, from, count] = [Number(values.seed), Number(values.from), Number(values.count)];
  const problems: string[] = [];
  for (const name of values.only.split(',')) {
    const server = await open(name, values.db);
    let [warmMb, slowestMs] = [0, 0];
    // The first query starts a thread.
    for (const request of requestsOf(name)) await server.send(request);
    for (let number = from; number < from + count; number++) {
      if (number === from + Math.min(WARM, count - 1)) warmMb = residentMb(server.child);
      const started = performance.now();
      try {
        const isText = values['only-texts'] || number % 2 === 1;
        await server.send(isText ? withText(name, seed, number) : mutant(requestsOf(name), seed, number));
      } catch (error) {
        problems.push(`${name}, seed ${seed}, number ${number}: ${String(error)}`);
      }
      const ms = performance.now() - started;
      slowestMs = Math.max(slowestMs, ms);
      if (ms > MAX_MS) problems.push(`${name}, seed ${seed}, number ${number}: ${ms.toFixed()} ms`);
    }
    const grownMb = residentMb(server.child) - warmMb;
    if (grownMb > MAX_MB) problems.push(`${name}: ${grownMb.toFixed()} MB more than after ${WARM} requests`);
    process.stdout.write(
      `${name.padEnd(5)}${count} requests, slowest ${slowestMs.toFixed()} ms, ${warmMb.toFixed()} MB ${grownMb < 0 ? '' : '+'}${grownMb.toFixed()} MB\n`,
    );
    await server.stop();
  }
  for (const problem of problems.slice(0, 20)) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) throw new Error(`${problems.length} requests broke something`);
}

async function open(name: string, db: string) {
  if (name === 'mcp') {
    const { ask, ...server } = await startMcp(db);
    return { ...server, send: ask };
  }
  if (name !== 'rest' && name !== 'grpc') throw new Error('--only takes mcp, rest and grpc');
  const { child, port, stop } = await startServer(name, db);
  const client = openClient(name, port);
  const send: Send = (bytes) =>
    client.ask(bytes).then(
      () => undefined,
      (error: unknown) => {
        // An answer with an error has a status.
        if (!/status \d/.test(String(error))) throw error;
      },
    );
  return {
    child,
    send,
    stop: () => {
      client.close();
      return stop();
    },
  };
}

function requestsOf(name: string): readonly Buffer[] {
  return name === 'mcp' ? CALLS : QUERIES;
}

function mutant(requests: readonly Buffer[], seed: number, number: number): Buffer {
  const random = new Random(seed * 1_000_003 + number);
  const { bytes } = mutate(random.pick(requests), random.pick(requests), random);
  // A line feed would end the message of MCP.
  return Buffer.from(bytes.map((byte) => (byte === 0x0a ? 0x20 : byte)));
}
