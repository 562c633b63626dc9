import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** @returns all addresses of a name; none when there is no such name */
export type Resolve = (name: string) => Promise<readonly string[]>;

const LOOK_UP_MS = 2_000;

/**
 * Resolves names by DNS. Not by the system's own function: that one blocks a thread of a pool that files need as well,
 * for as long as a name server likes.
 */
export function dnsResolve(): Resolve {
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: 2 });
  return async (name) => {
    if (isLocalhost(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Looks names up in the machine's file of hosts, which nobody else can write. */
export function hostsResolve(file = '/etc/hosts'): Resolve {
  return async (name) => {
    // That file often knows only one of the two addresses of localhost, and servers listen on the other.
    if (isLocalhost(name)) return [];
    return hostsIn(await readFile(file, 'utf8').catch(() => ''), name.replace(/\.$/, ''));
  };
}

/** By the file of hosts, else by DNS. */
export function systemResolve(): Resolve {
  const [hosts, dns] = [hostsResolve(), dnsResolve()];
  return async (name) => {
    const listed = await hosts(name);
    return listed.length > 0 ? listed : dns(name);
  };
}

/** Names that mean this machine and are never looked up, RFC 6761, section 6.3. */
export function isLocalhost(name: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(name);
}

/** Addresses of a name in a file of hosts. */
export function hostsIn(text: string, name: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [];
  });
}
