import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** @returns all addresses of a name; empty if there is no such name */
export type Resolve = (name: string) => Promise<readonly string[]>;

const LOOK_UP_MS = 2_000;

/**
 * Resolves names by DNS. The system's own function would block a thread of libuv's pool, which file access needs too,
 * for as long as a name server is silent.
 */
export function dnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: 2 });
  return async (name) => {
    if (isLocalhost(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Looks names up in the hosts file of the machine, which only its administrator can write. */
export function hostsResolve(file = '/etc/hosts'): Resolve {
  return async (name) => {
    // Hosts files often contain only one of the two addresses of localhost, and servers listen on the other.
    if (isLocalhost(name)) return [];
    return hostsIn(await readFile(file, 'utf8').catch(() => ''), name.replace(/\.$/, ''));
  };
}

/** Looks names up in the hosts file, then by DNS. */
export function systemResolve(): Resolve {
  const [hosts, dns] = [hostsResolve(), dnsResolve()];
  return async (name) => {
    const listed = await hosts(name);
    return listed.length > 0 ? listed : dns(name);
  };
}

/** Names of this machine, which are never looked up (RFC 6761, section 6.3). */
export function isLocalhost(name: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(name);
}

/** Addresses of a name in a hosts file. */
export function hostsIn(text: string, name: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [];
  });
}
