import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Reply } from './exchange.ts';
import { SECURITY_HEADERS } from './guard.ts';

/** Responses up to this size are one write; larger responses are written at the reader's pace. */
const ONE_WRITE = 4 * 1024 * 1024;

/** Sends the response of a route; Node omits the body for HEAD. */
export function send(to: FastifyReply, reply: Exclude<Reply, 'taken'>): FastifyReply {
  if ('json' in reply) return sendWhole(to, reply, 'application/json', JSON.stringify(reply.json));
  if ('empty' in reply)
    return to
      .code(reply.status)
      .headers(SECURITY_HEADERS)
      .headers(reply.headers ?? {})
      .send();
  const buffers = reply.pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  if (length <= ONE_WRITE) return sendWhole(to, reply, reply.type, joined(buffers, length));
  to.code(reply.status).headers(SECURITY_HEADERS);
  to.headers({ 'Content-Type': reply.type, 'Content-Length': length, ...reply.headers });
  return to.send(Readable.from(buffers));
}

/** Without the hooks and headers of the framework, which take longer than the response. A text is one write with its headers. */
function sendWhole(
  to: FastifyReply,
  { status, headers }: { status: number; headers?: Readonly<Record<string, string>> },
  type: string,
  body: Buffer | string,
): FastifyReply {
  const described = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
  to.hijack();
  to.raw.writeHead(status, { ...SECURITY_HEADERS, ...described, ...headers }).end(body);
  return to;
}

function joined(buffers: readonly Buffer[], length: number): Buffer {
  const [first] = buffers;
  return first !== undefined && buffers.length === 1 ? first : Buffer.concat(buffers, length);
}
