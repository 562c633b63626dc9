import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './problem.ts';

/** Largest body of a request, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

const EMPTY = Buffer.alloc(0);

/** The client closed the connection before its request was complete. */
export class Aborted extends Error {
  constructor() {
    super('the request was not completed');
    this.name = 'Aborted';
  }
}

/**
 * Reads the complete body.
 *
 * @throws HttpProblem 413 as soon as the limit is exceeded; Aborted
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_LIMIT) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () =>
      resolve(chunks.length === 0 ? EMPTY : chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks)),
    );
    // The only error of a request's stream is the end of its connection.
    request.on('error', () => reject(new Aborted()));
    request.on('close', () => {
      if (!request.complete) reject(new Aborted());
    });
  });
}

function tooLarge(): HttpProblem {
  return new HttpProblem(413, `The body is larger than ${BODY_LIMIT} bytes`, { Connection: 'close' });
}

/** @throws HttpProblem 415 for a type or an encoding that the route does not accept */
export function checkType(request: IncomingMessage, wanted: string): void {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const fits = type === wanted || (wanted === 'application/json' && /^application\/[\w.-]+\+json$/.test(type));
  if (!fits) throw new HttpProblem(415, `The body must be ${wanted}`);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity')
    throw new HttpProblem(415, 'The body must not be compressed', { 'Accept-Encoding': 'identity' });
}
