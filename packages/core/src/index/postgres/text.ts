/**
 * PostgreSQL stores no character NUL, which code can contain. It is stored as this character and `0`, the character
 * itself, which no code needs, as itself and `1`.
 */
const ESCAPE = '\u{10FFFF}';
const ESCAPED = /\u{10FFFF}[01]/gu;

/** The form that the database stores. */
export function withoutNul(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
}

/** The opposite of `withoutNul`. */
export function withNul(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(ESCAPED, (pair) => (pair.endsWith('0') ? '\0' : ESCAPE));
}
