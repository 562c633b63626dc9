import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** @returns all addresses of a name; none when there is no such name */
export type Resolve = (name: string) => Promise<readonly string[]>;

const LOOK_UP_MS = 2_000;

/**
 * Resolves names by the file of hosts and by DNS. Not by the system's own function: that one blocks a thread of a pool
 * that files need as well, for as long as a name server likes.
 */
export function systemResolve(hostsFile = '/etc/hosts'): Resolve {
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: 2 });
  return async (name) => {
    const plain = name.replace(/\.$/, '');
    // RFC 6761, section 6.3: these never leave the machine.
    if (plain === 'localhost' || plain.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const listed = hostsIn(await readFile(hostsFile, 'utf8').catch(() => ''), plain);
    if (listed.length > 0) return listed;
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Addresses of a name in a file of hosts. */
export function hostsIn(text: string, name: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [];
  });
}
