/** Bits of each character; random hexadecimal digits have almost 4, random base64 almost 6. */
const HEX_BITS = 3;
const BASE64_BITS = 4.2;
/** Digits, and letters of each case, that random base64 has and names and paths rarely have. */
const MIN_DIGITS = 3;
const MIN_LETTERS = 5;

/** Whether a long word consists of random characters, as keys and digests do. */
export function looksRandom(word: string): boolean {
  if (/^[0-9a-fA-F]+$/.test(word)) return /[a-fA-F]/.test(word) && /\d/.test(word) && entropy(word) >= HEX_BITS;
  const [digits, lower, upper] = [/[0-9]/g, /[a-z]/g, /[A-Z]/g].map((kind) => word.match(kind)?.length ?? 0);
  const isMixed = (digits ?? 0) >= MIN_DIGITS && Math.min(lower ?? 0, upper ?? 0) >= MIN_LETTERS;
  return isMixed && entropy(word) >= BASE64_BITS;
}

/** Shannon entropy, in bits of each character. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / word.length) * Math.log2(count / word.length);
  return bits;
}
