import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Where a request comes from. */
export interface Client {
  /** Address of the client, as far as it is known. */
  address: string;
  /** How the client reached the first trusted proxy; undefined if no trusted proxy says so. */
  scheme: 'http' | 'https' | undefined;
}

/** The proxies whose headers `X-Forwarded-For` and `X-Forwarded-Proto` are believed; those of others are ignored. */
export class Proxies {
  readonly #trusted = new BlockList();
  readonly #isEmpty: boolean;

  /** @param listed addresses and networks accepted by `isNetwork` */
  constructor(listed: readonly string[]) {
    this.#isEmpty = listed.length === 0;
    for (const text of listed) {
      const { address, prefix, family } = networkIn(text) ?? {};
      if (address !== undefined && prefix !== undefined) this.#trusted.addSubnet(address, prefix, family);
    }
  }

  clientOf({ socket, headers }: IncomingMessage): Client {
    const peer = plain(socket.remoteAddress ?? 'unknown');
    if (!this.#isTrusted(peer)) return { address: peer, scheme: undefined };
    // Each proxy appends the address of its peer; what a client sent itself is on the left.
    const chain = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').map(addressIn);
    let address = peer;
    for (const hop of chain.reverse()) {
      if (hop === undefined || !this.#isTrusted(address)) break;
      address = hop;
    }
    const scheme = [headers['x-forwarded-proto'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim().toLowerCase();
    return { address, scheme: scheme === 'https' || scheme === 'http' ? scheme : undefined };
  }

  #isTrusted(address: string): boolean {
    // A check creates an object for each request.
    if (this.#isEmpty) return false;
    const family = familyOf(address);
    return family !== undefined && this.#trusted.check(address, family);
  }
}

/** Whether a text is an address or a network, such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  return networkIn(text) !== undefined;
}

function networkIn(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = familyOf(address);
  if (family === undefined || rest.length > 0) return undefined;
  const longest = family === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { address, prefix: longest, family };
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest
    ? { address, prefix: Number(prefix), family }
    : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
}

/** An address in a header, without the port that some proxies add. */
function addressIn(text: string): string | undefined {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3})(?::\d+)?)\s*$/.exec(text) ?? [];
  const address = plain(bracketed ?? dotted ?? text.trim());
  return isIP(address) === 0 ? undefined : address;
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
