/** Default of the limit of both message contents, in characters. */
export const DEFAULT_MAX_CHARS = 24_000;

/** The largest packet has 10 million characters, escaped once more. */
export const MAX_PACKET_BYTES = 128 * 1024 * 1024;
/** Of an answer. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Characters of a token, roughly: JSON has about three. */
const CHARS_PER_TOKEN = 3;

/** A rough number of tokens. */
export function estimatedTokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}
