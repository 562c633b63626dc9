import { type Range, rangeOf } from './addresses.ts';
import { literalIn, type Origins } from './origins.ts';
import { Refused } from './refusal.ts';
import type { Resolve } from './resolve.ts';

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
  readonly #resolved = new Map<string, Promise<readonly string[]>>();

  constructor(origins: Origins, resolve: Resolve) {
    this.#origins = origins;
    this.#resolve = resolve;
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
    return connectable(hostname, await this.#records(hostname));
  }

  async #records(hostname: string): Promise<readonly string[]> {
    const literal = literalIn(hostname);
    return literal === undefined ? this.#resolve(hostname) : [literal];
  }
}

/**
 * Checks what a name resolved to. Only `localhost` and addresses that are listed as such lead to this machine: any other
 * name that does was pointed here. A name with a public and a private address is on its way from one to the other.
 *
 * @throws Refused
 */
export function connectable(hostname: string, addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) throw new Refused('name', `${hostname} has no address`);
  const ranges = new Set<Range>(addresses.map(rangeOf));
  const refuse = (what: string): never => {
    throw new Refused('address', `${hostname} leads to ${what}, which is not let through`);
  };
  if (ranges.has('never')) return refuse(`${addresses.find((one) => rangeOf(one) === 'never')}`);
  const local = literalIn(hostname) !== undefined || /^(.+\.)?localhost\.?$/.test(hostname);
  if (ranges.has('loopback') && !local) return refuse('this machine');
  if (ranges.size > 1) return refuse('public and to private addresses at once');
  return addresses;
}
