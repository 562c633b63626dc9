import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The token of a request; undefined without one. */
export function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Names the sender of a request: its token, as a digest, else its address.
 *
 * @param bearer its token, if tokens are checked: without a check a sender could send another one each time
 */
export function senderOf(bearer: string | undefined, address: string): string {
  if (bearer === undefined) return `address ${address.replace(/^::ffff:(?=\d+\.)/, '')}`;
  return `token ${createHash('sha256').update(bearer).digest('hex').slice(0, 16)}`;
}
