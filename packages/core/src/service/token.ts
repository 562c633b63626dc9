import { createHash, timingSafeEqual } from 'node:crypto';
import { AnalyzerError } from '@analyzer/contracts';

/** The environment variable that contains the token. */
export const TOKEN_VARIABLE = 'ANALYZER_API_TOKEN';

const MIN_CHARACTERS = 32;
/** RFC 6750: the scheme in any case, then the token without spaces. */
const BEARER = /^bearer +([\x21-\x7e]+)$/i;

/** The shared token of the clients. Only its digest is in memory. */
export class Token {
  readonly #digest: Buffer;

  constructor(token: string) {
    this.#digest = digestOf(token);
  }

  /** @param header of an `Authorization` header or `authorization` metadata */
  allows(header: string | undefined): boolean {
    const [, given] = BEARER.exec(header ?? '') ?? [];
    // Digests have the same length, so the comparison takes the same time for every token.
    return given !== undefined && timingSafeEqual(digestOf(given), this.#digest);
  }
}

/**
 * @returns undefined if the variable is not set
 * @throws AnalyzerError `usage` for a token that is too short or that no header can contain
 */
export function tokenOf(environment: Readonly<Record<string, string | undefined>>): Token | undefined {
  const token = environment[TOKEN_VARIABLE];
  if (token === undefined) return undefined;
  if (token.length >= MIN_CHARACTERS && /^[\x21-\x7e]+$/.test(token)) return new Token(token);
  throw new AnalyzerError(
    'usage',
    { problem: `${TOKEN_VARIABLE} must have at least ${MIN_CHARACTERS} characters, in ASCII without spaces` },
    { hint: 'Create one with `openssl rand -hex 32`, or unset the variable to serve every program of this machine.' },
  );
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
