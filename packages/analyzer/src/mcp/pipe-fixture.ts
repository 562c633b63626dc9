import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { QueryPoolOptions } from '@analyzer/core/query/pool/pool.ts';
import { onTestFinished } from 'vitest';
import type { ServiceFixture } from '../fixture.ts';
import { serveMcp } from './server.ts';
import type { ToolSet } from './tool-set.ts';

type Message = Record<string, unknown>;

interface PipeOptions extends Partial<QueryPoolOptions> {
  /** Of the protocol, which the client asks for. */
  revision?: string;
  tools?: ToolSet;
}

/** Opens connections to servers of the services of a fixture. */
export function pipeOpener(fixture: ServiceFixture) {
  return (options: PipeOptions = {}) => openPipe(fixture, options);
}

/** Lines of protocol between a test and a server in this process. */
function openPipe(fixture: ServiceFixture, { revision = '2025-11-25', tools, ...options }: PipeOptions) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const service = fixture.open(options);
  const server = serveMcp(service, { stdin, stdout, version: '1', tools });
  onTestFinished(() => server.close());
  const received: Message[] = [];
  let rest = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    // Every line is a message.
    for (const line of lines) received.push(JSON.parse(line));
  });
  const send = (message: object): void => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  send({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  send({ method: 'notifications/initialized' });
  const replyTo = async (id: number): Promise<Message> => {
    for (;;) {
      const found = received.find((message) => message.id === id);
      if (found !== undefined) return found;
      await setTimeout(10);
    }
  };
  const call = (id: number, name: string, params: object = {}): void =>
    send({ id, method: 'tools/call', params: { name, arguments: params } });
  return { stdin, stdout, server, service, received, send, call, replyTo };
}
