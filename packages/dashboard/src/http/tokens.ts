import { createHash, timingSafeEqual } from 'node:crypto';

export const SCOPES = ['ingest', 'read', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** Shorter tokens can be guessed. */
export const TOKEN_LEAST = 32;

const ALL: ReadonlySet<Scope> = new Set(SCOPES);

interface Token {
  digest: Buffer;
  scopes: ReadonlySet<Scope>;
}

/** The valid tokens; without tokens, every request is allowed. */
export class Tokens {
  readonly #tokens: readonly Token[];

  private constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /**
   * @param file content of the token file: a scope and a token per line; `#` starts a comment
   * @param forAll a token with all scopes
   * @throws Error with the line
   */
  static read(file: string | undefined, forAll: string | undefined): Tokens {
    const tokens: Token[] = [];
    if (forAll !== undefined && forAll !== '') {
      if (forAll.length < TOKEN_LEAST) throw new Error(tooShort(forAll));
      tokens.push({ digest: digestOf(forAll), scopes: ALL });
    }
    for (const [i, line] of (file ?? '').split(/\r?\n/).entries()) {
      const text = line.trim();
      if (text === '' || text.startsWith('#')) continue;
      const [scope, token, ...rest] = text.split(/\s+/);
      const known = SCOPES.find((name) => name === scope);
      if (known === undefined || token === undefined || rest.length > 0) {
        throw new Error(`line ${i + 1}: expected a scope (${SCOPES.join(', ')}) and a token`);
      }
      if (token.length < TOKEN_LEAST) throw new Error(`line ${i + 1}: ${tooShort(token)}`);
      // The scope admin includes the others.
      tokens.push({ digest: digestOf(token), scopes: known === 'admin' ? ALL : new Set([known]) });
    }
    return new Tokens(tokens);
  }

  get required(): boolean {
    return this.#tokens.length > 0;
  }

  /** The scopes of a token; undefined if it is unknown. Every token is compared, in constant time. */
  scopesOf(token: string): ReadonlySet<Scope> | undefined {
    const digest = digestOf(token);
    const scopes = new Set<Scope>();
    for (const known of this.#tokens) {
      if (timingSafeEqual(known.digest, digest)) for (const scope of known.scopes) scopes.add(scope);
    }
    return scopes.size === 0 ? undefined : scopes;
  }
}

export const EVERYTHING: ReadonlySet<Scope> = ALL;

function tooShort(token: string): string {
  return `the token has ${token.length} characters, fewer than ${TOKEN_LEAST}`;
}

/** Digests have equal length, so that a comparison does not reveal the length of a token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
