import { type IncomingMessage, request } from 'node:http';
import { connect as secure } from 'node:tls';
import { type Connect, connectAny, portOf } from './connect.ts';
import type { Target } from './targets.ts';

export interface Outgoing {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string;
  /** For the complete exchange, in milliseconds. */
  timeoutMs: number;
  /** Largest response, in bytes. */
  bytes: number;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A response exceeded its time or size limit. */
export class ExchangeLimit extends Error {}

/**
 * Sends one request to a checked address. Redirects are not followed.
 *
 * @throws the system's error if the connection fails; ExchangeLimit
 */
export async function exchange(target: Target, outgoing: Outgoing, open: Connect): Promise<Answer> {
  const { url, addresses } = target;
  const plain = await connectAny(addresses, portOf(url), open);
  const servername = /^[\d.]+$|:/.test(url.hostname) ? {} : { servername: url.hostname };
  const socket = url.protocol === 'https:' ? secure({ socket: plain, ...servername }) : plain;
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => sent.destroy(new ExchangeLimit('the answer took too long')), outgoing.timeoutMs);
    const sent = request({
      createConnection: () => socket,
      method: outgoing.method,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...outgoing.headers,
        Host: url.host,
        Connection: 'close',
        'Content-Length': Buffer.byteLength(outgoing.body),
      },
      setHost: false,
    });
    const end = (settle: () => void): void => {
      clearTimeout(late);
      socket.destroy();
      settle();
    };
    sent.on('error', (error) => end(() => reject(error)));
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > outgoing.bytes) sent.destroy(new ExchangeLimit('the answer is too large'));
        else chunks.push(chunk);
      });
      answer.on('error', (error) => end(() => reject(error)));
      answer.on('end', () =>
        end(() => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })),
      );
    });
    sent.end(outgoing.body);
  });
}
