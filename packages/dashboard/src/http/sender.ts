import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The token of a request; undefined without one. */
export function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Identifies the sender of a request: a digest of its token, else its address.
 *
 * @param bearer its token, only if tokens are checked: otherwise a sender could use a new one for each request
 */
export function senderOf(bearer: string | undefined, address: string): string {
  if (bearer === undefined) return `address ${address}`;
  return `token ${createHash('sha256').update(bearer).digest('hex').slice(0, 16)}`;
}
