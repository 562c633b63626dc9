import { createHmac } from 'node:crypto';

/** Bytes of a secret: base64 after `whsec_`, else the string itself. */
export function secretBytes(text: string): Buffer {
  return text.startsWith('whsec_') ? Buffer.from(text.slice(6), 'base64') : Buffer.from(text);
}

/**
 * Headers that authenticate body and time, as specified by Standard Webhooks (standardwebhooks.com, version 1): the
 * signature is HMAC-SHA256 of `id.timestamp.body`.
 *
 * @param at Unix time in seconds
 */
export function signedHeaders(secret: Buffer, id: string, at: number, body: string): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'dashboard-webhook',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${signature}`,
  };
}
