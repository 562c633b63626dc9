import { type Range, rangeOf } from './addresses.ts';
import { literalIn, type Origins } from './origins.ts';
import { Refused } from './refusal.ts';
import { isLocalhost, type Resolve } from './resolve.ts';

/** What was checked, and where to connect to: nothing is resolved a second time. */
export interface Target {
  url: URL;
  /** At least one; all of them may be connected to. */
  addresses: readonly string[];
}

/**
 * Decides where one capture or one delivery may connect to. Names are resolved once, so that a name which changes
 * between check and connection, or between two requests of a page (DNS rebinding), changes nothing.
 */
export class Targets {
  readonly #origins: Origins;
  readonly #resolve: Resolve;
  readonly #hosts: Resolve;
  readonly #resolved = new Map<string, Promise<readonly string[]>>();

  /**
   * @param hosts names that this machine's owner gave addresses; what is listed there is not looked up
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
 * Checks what a name resolved to. A name of the DNS that leads to this machine was pointed here by somebody else; one
 * with a public and a private address is on its way from one to the other.
 *
 * @param local the name may lead to this machine: `localhost`, an address, a name of this machine's file of hosts
 * @throws Refused
 */
export function connectable(hostname: string, addresses: readonly string[], local: boolean): readonly string[] {
  if (addresses.length === 0) throw new Refused('name', `${hostname} has no address`);
  const ranges = new Set<Range>(addresses.map(rangeOf));
  const refuse = (what: string): never => {
    throw new Refused('address', `${hostname} leads to ${what}, which is not let through`);
  };
  if (ranges.has('never')) return refuse(`${addresses.find((one) => rangeOf(one) === 'never')}`);
  if (ranges.has('loopback') && !local) return refuse('this machine');
  if (ranges.size > 1) return refuse('public and to private addresses at once');
  return addresses;
}

/** A host that may mean this machine by itself: an address, or `localhost`. */
export function isLocal(hostname: string): boolean {
  return literalIn(hostname) !== undefined || isLocalhost(hostname);
}
