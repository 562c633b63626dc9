import { HttpProblem } from './problem.ts';
import type { Throttle } from './throttle.ts';
import type { Scope, Tokens } from './tokens.ts';

/** Checks tokens, and limits the rate of wrong tokens of an address. */
export class Authentication {
  readonly #tokens: Tokens;
  readonly #throttle: Throttle;

  constructor(tokens: Tokens, throttle: Throttle) {
    this.#tokens = tokens;
    this.#throttle = throttle;
  }

  get required(): boolean {
    return this.#tokens.required;
  }

  /**
   * @param source address of the sender
   * @returns the scopes of the token
   * @throws HttpProblem 401 for a wrong token, 429 after too many wrong tokens of the address
   */
  scopesOf(token: string, source: string): ReadonlySet<Scope> {
    const scopes = this.#tokens.scopesOf(token);
    // A token has at least 32 characters, so a valid one was not guessed.
    if (scopes !== undefined) return scopes;
    const wait = this.#throttle.waitFor(source);
    if (wait > 0) throw new HttpProblem(429, 'Too many wrong tokens', { 'Retry-After': String(wait) });
    this.#throttle.noteWrong(source);
    throw new HttpProblem(401, 'This token is not valid', { 'WWW-Authenticate': 'Bearer' });
  }
}
