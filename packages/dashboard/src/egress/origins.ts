import { isIP } from 'node:net';
import { rangeOf } from './addresses.ts';
import { Refused } from './refusal.ts';

/**
 * Reads one value of `--allow-origin`.
 *
 * @returns the origin as URLs have it: lower case, numbers as addresses, no default port
 * @throws Error that says what is wrong with it
 */
export function originIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isWeb(url)) throw new Error('expected http(s)://host or http(s)://host:port');
  if (url.username !== '' || url.password !== '') throw new Error('an origin has no user and no password');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw new Error('an origin has no path');
  if (url.hostname.includes('*')) throw new Error('origins are exact: there is no wildcard');
  const address = literalIn(url.hostname);
  if (address !== undefined && rangeOf(address) === 'never') throw new Error(`${address} is never let through`);
  return url.origin;
}

/** What may be asked, as far as it can be told without resolving names: only what is listed, exactly. */
export class Origins {
  readonly list: readonly string[];

  /** @param list as `originIn` gives them */
  constructor(list: readonly string[]) {
    this.list = list;
  }

  /**
   * @param text an absolute address, as a client or a page gave it
   * @returns it, parsed as browsers do
   * @throws Refused
   */
  check(text: string): URL {
    if (!URL.canParse(text)) throw new Refused('scheme', 'This is no absolute URL');
    const url = new URL(text);
    if (!isWeb(url)) throw new Refused('scheme', `Only http and https are let through, not ${url.protocol}`);
    if (url.username !== '' || url.password !== '') {
      throw new Refused('credentials', 'An address with a user or a password is not let through');
    }
    if (!this.list.includes(url.origin)) throw notListed(url.origin);
    return url;
  }

  /** For a tunnel, of which only host and port are known. @throws Refused */
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

/** The address that a host of a URL is, without brackets; undefined for a name. */
export function literalIn(hostname: string): string | undefined {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) === 0 ? undefined : plain;
}
