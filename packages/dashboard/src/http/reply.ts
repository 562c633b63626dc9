import type { ServerResponse } from 'node:http';
import type { Reply } from './exchange.ts';
import { SECURITY_HEADERS } from './guard.ts';

/** Responses up to this size are one write; larger responses are written at the reader's pace. */
const ONE_WRITE = 4 * 1024 * 1024;

/** Writes a response at the reader's pace. @param bodiless for HEAD */
export async function send(response: ServerResponse, reply: Exclude<Reply, 'taken'>, bodiless: boolean): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  if ('empty' in reply) {
    response.writeHead(reply.status, { ...SECURITY_HEADERS, ...reply.headers }).end();
    return;
  }
  if ('json' in reply) {
    sendText(response, reply.status, JSON.stringify(reply.json), reply.headers, bodiless);
    return;
  }
  const { type, pieces } = reply;
  const buffers = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  response.writeHead(reply.status, {
    ...SECURITY_HEADERS,
    'Content-Type': type,
    'Content-Length': length,
    ...reply.headers,
  });
  if (bodiless) response.end();
  else if (length <= ONE_WRITE) response.end(buffers.length === 1 ? buffers[0] : Buffer.concat(buffers, length));
  else await sendSlowly(response, buffers);
}

/** A string is sent in one packet with its headers; bytes would be a second packet. */
function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> | undefined,
  bodiless: boolean,
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': length,
    ...headers,
  });
  response.end(bodiless ? undefined : text);
}

async function sendSlowly(response: ServerResponse, buffers: readonly Buffer[]): Promise<void> {
  for (const buffer of buffers) {
    if (response.destroyed) return;
    if (!response.write(buffer)) await drained(response);
  }
  response.end();
}

/** Waits until the client has read, or has disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
