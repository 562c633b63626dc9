import { jsonText } from '@analyzer/contracts';

/**
 * The JSON of an object in pieces: its properties, and the elements of their arrays. A complete plan as one string takes
 * hundreds of megabytes.
 *
 * @param textOf the JSON of a part
 */
export function* jsonPieces(
  value: object,
  textOf: (part: unknown) => string = (part) => jsonText(part),
): Generator<string> {
  let before = '{';
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (Array.isArray(part)) yield* elements(part, textOf);
    else yield textOf(part);
  }
  yield before === '{' ? '{}' : '}';
}

function* elements(list: readonly unknown[], textOf: (part: unknown) => string): Generator<string> {
  let before = '[';
  for (const element of list) {
    yield before + textOf(element);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
