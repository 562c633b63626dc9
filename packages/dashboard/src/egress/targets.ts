import { type Range, rangeOf } from './addresses.ts';
import { literalIn, type Origins } from './origins.ts';
import { Refused } from './refusal.ts';
import { isLocalhost, type Resolve } from './resolve.ts';

/** A checked URL and the addresses to connect to: the name is not resolved again. */
export interface Target {
  url: URL;
  /** At least one; all are allowed. */
  addresses: readonly string[];
}

/**
 * Decides which addresses one capture or one delivery may connect to. Each name is resolved once: a name whose address
 * changes between check and connection, or between two requests of a page (DNS rebinding), has no effect.
 */
export class Targets {
  readonly #origins: Origins;
  readonly #resolve: Resolve;
  readonly #hosts: Resolve;
  readonly #resolved = new Map<string, Promise<readonly string[]>>();

  /**
   * @param hosts the hosts file; names in it are not looked up by DNS
   */
  constructor(origins: Origins, resolve: Resolve, hosts: Resolve = async () => []) {
    this.#origins = origins;
    this.#resolve = resolve;
    this.#hosts = hosts;
  }

  /** @throws Refused */
  async find(text: string): Promise<Target> {
    const url = this.#origins.check(text);
    return { url, addresses: await this.#addressesOf(url.hostname) };
  }

  /** @param authority host and port of a tunnel @throws Refused */
  async findTunnel(authority: string): Promise<Target> {
    const url = this.#origins.checkTunnel(authority);
    return { url, addresses: await this.#addressesOf(url.hostname) };
  }

  #addressesOf(hostname: string): Promise<readonly string[]> {
    let found = this.#resolved.get(hostname);
    if (found === undefined) {
      found = this.#checked(hostname);
      this.#resolved.set(hostname, found);
    }
    return found;
  }

  async #checked(hostname: string): Promise<readonly string[]> {
    const literal = literalIn(hostname);
    if (literal !== undefined) return connectable(hostname, [literal], true);
    const listed = await this.#hosts(hostname);
    if (listed.length > 0) return connectable(hostname, listed, true);
    return connectable(hostname, await this.#resolve(hostname), isLocal(hostname));
  }
}

/**
 * Checks the addresses of a name. A DNS name that resolves to this machine, or to a public and a private address, may
 * be a DNS rebinding attack.
 *
 * @param local whether the name may resolve to this machine: `localhost`, an address, or a name of the hosts file
 * @throws Refused
 */
export function connectable(hostname: string, addresses: readonly string[], local: boolean): readonly string[] {
  if (addresses.length === 0) throw new Refused('name', `${hostname} has no address`);
  const ranges = new Set<Range>(addresses.map(rangeOf));
  const refuse = (what: string): never => {
    throw new Refused('address', `${hostname} resolves to ${what}, which is not allowed`);
  };
  if (ranges.has('never')) return refuse(`${addresses.find((one) => rangeOf(one) === 'never')}`);
  if (ranges.has('loopback') && !local) return refuse('this machine');
  if (ranges.size > 1) return refuse('public and to private addresses at once');
  return addresses;
}

/** Whether a host may be this machine without a hosts file: an address, or `localhost`. */
export function isLocal(hostname: string): boolean {
  return literalIn(hostname) !== undefined || isLocalhost(hostname);
}
