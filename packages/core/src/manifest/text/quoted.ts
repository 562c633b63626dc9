/** Maximum length of a quotation in Unicode scalar values. */
const LONGEST = 60;

/** Quotes text of the file in a message: in double quotes, on one line, cut with `…`. */
export function quoted(text: string): `"${string}"` {
  return `"${JSON.stringify(shortened(text)).slice(1, -1)}"`;
}

/** The text without quotes, cut with `…`. */
export function shortened(text: string, longest: number = LONGEST): string {
  if (text.length <= longest) return text;
  const characters = Array.from(text.slice(0, 2 * longest + 2));
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}

const SIGN = /^[!-/:-@[-`{-~]$/;

/** A punctuation character unquoted, any other text in double quotes. */
export function sign(text: string): string {
  return SIGN.test(text) ? text : quoted(text);
}
