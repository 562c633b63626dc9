import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Protocol } from './server.ts';

/** Sends one request. Resolves with the bytes of the answer; rejects if it fails. */
export type Ask = (body: Buffer, signal?: AbortSignal) => Promise<number>;

export interface Client {
  ask: Ask;
  close(): void;
}

const SOCKETS = 32;

export function openClient(protocol: Protocol, port: number): Client {
  return protocol === 'rest' ? restClient(port) : grpcClient(port);
}

function restClient(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const ask: Ask = (body, signal) =>
    new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
      const options = { agent, port, host: '127.0.0.1', path: '/v1/query', method: 'POST', headers };
      const sent = request({ ...options, ...(signal && { signal }) }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('error', reject).on('end', () => {
          if (response.statusCode === 200) resolve(bytes);
          else reject(new Error(`status ${response.statusCode}`));
        });
      });
      sent.on('error', reject).end(body);
    });
  return { ask, close: () => agent.destroy() };
}

/** One connection with many calls, as in gRPC clients; written for the bench to avoid a dependency. */
function grpcClient(port: number): Client {
  const session = connect(`http://127.0.0.1:${port}`);
  return { ask: (body, signal) => call(session, body, signal), close: () => session.close() };
}

function call(session: ClientHttp2Session, body: Buffer, signal: AbortSignal | undefined): Promise<number> {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/analyzer.v1.Analyzer/Query',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const abandon = (): void => stream.close(CANCEL);
  signal?.addEventListener('abort', abandon);
  let bytes = 0;
  let status = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    for (const event of ['response', 'trailers'] as const) {
      stream.on(event, (headers: Record<string, unknown>) => {
        status = String(headers['grpc-status'] ?? status);
      });
    }
    stream.on('error', reject).on('close', () => {
      signal?.removeEventListener('abort', abandon);
      if (status === '0') resolve(bytes);
      else reject(new Error(`gRPC status ${status}`));
    });
    stream.end(framed(field(body)));
  });
}

/** The error code CANCEL of HTTP/2. */
const CANCEL = 8;

/** A message whose first field has these bytes. */
function field(bytes: Buffer): Buffer {
  const size = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    if (rest < 128) {
      size.push(rest);
      return Buffer.concat([Buffer.from([0x0a, ...size]), bytes]);
    }
    size.push((rest & 127) | 128);
  }
}

function framed(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
