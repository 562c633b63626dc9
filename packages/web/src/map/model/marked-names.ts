/** A part of a text; of a name that is marked, its index among the names. */
export interface NamePart {
  text: string;
  parameter?: number;
}

const NAME = /[\p{L}\p{N}_$]+/gu;

/** Splits code at the names of parameters, which are complete words and no properties. */
export function markedNames(text: string, names: readonly string[]): NamePart[] {
  const numbers = new Map(names.map((name, at) => [name.replace(/^\$/, ''), at]));
  const parts: NamePart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(NAME)) {
    const parameter = numbers.get(word.replace(/^\$/, ''));
    if (parameter === undefined || isProperty(text, index)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: word, parameter });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** `...names` is none. */
function isProperty(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  return before.endsWith('->') || (before.endsWith('.') && before !== '...');
}
