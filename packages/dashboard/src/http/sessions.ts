import { randomBytes } from 'node:crypto';
import type { Scope } from './tokens.ts';

const COOKIE = 'dashboard_session';
const HOURS = 12;
const MOST = 1_000;

/** Sessions of browsers, which cannot send a token with images and event streams. They end with the process. */
export class Sessions {
  readonly #sessions = new Map<string, { scopes: ReadonlySet<Scope>; until: number }>();
  readonly #now: () => number;
  readonly #port: () => number;
  readonly #path: string;

  /**
   * @param now monotonic time in milliseconds
   * @param port of this server: cookies of a host are sent to all its ports
   * @param basePath below which a proxy serves this server; empty for none
   */
  constructor(now: () => number, port: () => number, basePath = '') {
    this.#now = now;
    this.#port = port;
    this.#path = `${basePath}/`;
  }

  /** @param secure whether the browser uses TLS @returns the Set-Cookie header */
  open(scopes: ReadonlySet<Scope>, secure: boolean): string {
    const id = randomBytes(24).toString('base64url');
    this.#sessions.set(id, { scopes, until: this.#now() + HOURS * 3_600_000 });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST && oldest !== undefined) this.#sessions.delete(oldest);
    const attributes = `HttpOnly; SameSite=Strict; Path=${this.#path}; Max-Age=${HOURS * 3600}${secure ? '; Secure' : ''}`;
    return `${this.#name}=${id}; ${attributes}`;
  }

  /** @returns the Set-Cookie header that deletes the cookie */
  close(cookies: string | undefined): string {
    const id = this.#idIn(cookies);
    if (id !== undefined) this.#sessions.delete(id);
    return `${this.#name}=; HttpOnly; SameSite=Strict; Path=${this.#path}; Max-Age=0`;
  }

  scopesOf(cookies: string | undefined): ReadonlySet<Scope> | undefined {
    const id = this.#idIn(cookies);
    const session = id === undefined ? undefined : this.#sessions.get(id);
    return session !== undefined && session.until > this.#now() ? session.scopes : undefined;
  }

  get #name(): string {
    return `${COOKIE}_${this.#port()}`;
  }

  #idIn(cookies: string | undefined): string | undefined {
    for (const pair of (cookies ?? '').split(';')) {
      const [name, value] = pair.trim().split('=', 2);
      if (name === this.#name) return value;
    }
    return undefined;
  }
}
