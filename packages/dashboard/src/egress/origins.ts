import { isIP } from 'node:net';
import { rangeOf } from './addresses.ts';
import { Refused } from './refusal.ts';

/**
 * Reads one value of `--allow-origin`.
 *
 * @returns the origin in the form of URLs: lower case, IPv4 in dotted decimal form, no default port
 * @throws Error with the reason
 */
export function originIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isWeb(url)) throw new Error('expected http(s)://host or http(s)://host:port');
  if (url.username !== '' || url.password !== '') throw new Error('an origin must not contain a user or password');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Error('an origin must not contain a path');
  if (url.hostname.includes('*')) throw new Error('an origin must be exact, without wildcard');
  const address = literalIn(url.hostname);
  if (address !== undefined && rangeOf(address) === 'never') throw new Error(`${address} is never allowed`);
  return url.origin;
}

/** The allowed origins; checks URLs without resolving names. */
export class Origins {
  readonly list: readonly string[];

  /** @param list as `originIn` returns them */
  constructor(list: readonly string[]) {
    this.list = list;
  }

  /**
   * @param text a URL from a client or page
   * @returns the parsed URL
   * @throws Refused
   */
  check(text: string): URL {
    if (!URL.canParse(text)) throw new Refused('scheme', 'This is not an absolute URL');
    const url = new URL(text);
    if (!isWeb(url)) throw new Refused('scheme', `Only http and https are allowed, not ${url.protocol}`);
    if (url.username !== '' || url.password !== '') {
      throw new Refused('credentials', 'A URL with a user or password is not allowed');
    }
    if (!this.list.includes(url.origin)) throw notListed(url.origin);
    return url;
  }

  /** Checks a tunnel, of which only host and port are known. @throws Refused */
  checkTunnel(authority: string): URL {
    for (const scheme of ['https', 'http']) {
      const text = `${scheme}://${authority}`;
      if (URL.canParse(text) && this.list.includes(new URL(text).origin)) return new URL(text);
    }
    throw notListed(authority);
  }
}

function notListed(origin: string): Refused {
  return new Refused('origin', `${origin} is not an allowed origin; --allow-origin ${origin} adds it`);
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** The host of a URL if it is an address, without brackets; undefined for a name. */
export function literalIn(hostname: string): string | undefined {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) === 0 ? undefined : plain;
}
