/**
 * Characters that a reader does not see or that change the order of text: controls, and those that Unicode allows to
 * show as nothing, such as zero-width and bidirectional characters.
 */
const HIDDEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** Compact JSON that contains hidden characters only as escapes. It has the same value as that of `JSON.stringify`. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, escaped);
}

function escaped(character: string): string {
  let text = '';
  for (let index = 0; index < character.length; index++) {
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return text;
}
