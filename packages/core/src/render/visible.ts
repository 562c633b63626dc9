/** Characters that a terminal or viewer interprets instead of showing: control, invisible and bidirectional ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const NOT_ASCII = /[^\x20-\x7e]/gu;
/** Text that needs no escaping, the common case. */
const PLAIN = /^[\x20-\x7e]*$/;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\e' };

/**
 * Escapes text of the analyzed project for printing on one line: no character moves the cursor, sets a colour, rings the
 * bell, hides text or changes its direction.
 *
 * @param ascii also escapes all characters outside ASCII
 */
export function visible(text: string, ascii = false): string {
  if (PLAIN.test(text)) return text;
  return text.replace(ascii ? NOT_ASCII : INVISIBLE, escaped);
}

function escaped(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
