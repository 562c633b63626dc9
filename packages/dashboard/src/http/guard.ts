import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './problem.ts';

/** Host names of this server. */
export interface HostNames {
  port: number;
  /** `name` for any port, `name:port` for one. */
  names: readonly string[];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that a foreign page may have made a browser send: a foreign Host means DNS rebinding, a foreign
 * Origin another page.
 *
 * @param scheme of the Origin; undefined if it is not known
 * @throws HttpProblem 403
 */
export function checkSender(request: IncomingMessage, { port, names }: HostNames, scheme?: 'http' | 'https'): void {
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !isOurs(host, port, names, request.socket.localAddress)) {
    throw new HttpProblem(403, 'This Host is not accepted; --host-name adds it');
  }
  const { origin } = request.headers;
  const schemes = scheme === undefined ? ['http', 'https'] : [scheme];
  if (origin !== undefined && !schemes.some((one) => origin === `${one}://${host}`)) {
    throw new HttpProblem(
      403,
      'Requests from other origins are refused; a proxy must pass the Host that the browser sent',
    );
  }
}

function isOurs(host: string, port: number, names: readonly string[], local: string | undefined): boolean {
  if (names.some((name) => host === name || (!/:\d+$/.test(name) && host.replace(/:\d+$/, '') === name))) return true;
  // A tunnel may have another port: a page of another port of this machine has another Origin.
  if (LOOPBACK.includes(host.replace(/:\d+$/, ''))) return true;
  const own = literal(local);
  return host === `${own}:${port}` || (port === 80 && host === own);
}

/** The local address of the connection: an address cannot be rebound. */
function literal(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** Headers of every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
