import { jsonText } from '#packet/json-text.ts';

/** A string of a project in a text for people and models: one line, in quotes, without hidden characters. */
export function quoted(text: string): string {
  return jsonText(text);
}

/** The first characters of a text. */
export function clipped(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** `3 copies`, `1 copy`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
