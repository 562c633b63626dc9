/** What a terminal or a viewer would act on instead of showing: controls, invisible and reordering characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const NOT_ASCII = /[^\x20-\x7e]/gu;
/** Shown as it is, and most of what there is. */
const PLAIN = /^[\x20-\x7e]*$/;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\x1b': '\\e' };

/**
 * Text of the analysed project made safe to print on one line: no character of it moves the cursor, sets a colour,
 * rings, hides or turns the direction of text.
 *
 * @param ascii escape everything beyond ASCII too
 */
export function visible(text: string, ascii = false): string {
  if (PLAIN.test(text)) return text;
  return text.replace(ascii ? NOT_ASCII : INVISIBLE, escaped);
}

function escaped(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
