import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Reply } from './exchange.ts';
import { SECURITY_HEADERS } from './guard.ts';

/** Responses up to this size are one write; larger responses are written at the reader's pace. */
const ONE_WRITE = 4 * 1024 * 1024;

/** Sends the response of a route; the framework omits the body for HEAD. */
export function send(to: FastifyReply, reply: Exclude<Reply, 'taken'>): FastifyReply {
  to.code(reply.status).headers(SECURITY_HEADERS);
  if ('empty' in reply) return to.headers(reply.headers ?? {}).send();
  const [type, pieces] =
    'json' in reply ? ['application/json', [JSON.stringify(reply.json)]] : [reply.type, reply.pieces];
  const buffers = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  to.headers({ 'Content-Type': type, 'Content-Length': length, ...reply.headers });
  return to.send(length > ONE_WRITE ? Readable.from(buffers) : joined(buffers, length));
}

function joined(buffers: readonly Buffer[], length: number): Buffer {
  const [first] = buffers;
  return first !== undefined && buffers.length === 1 ? first : Buffer.concat(buffers, length);
}
