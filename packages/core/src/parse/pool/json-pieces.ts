/** Characters of a piece. */
const PIECE = 1 << 16;
/** Items of a list that are written at once. */
const ITEMS = 256;
/** Deeper values are written at once. */
const DEEPEST = 5;

/**
 * The JSON text of a value, as of `JSON.stringify`, in UTF-8: in pieces, because `JSON.stringify` of a large value needs twice
 * the memory of its text.
 */
export function jsonPieces(value: object): Buffer[] {
  const pieces: Buffer[] = [];
  let open = '';
  for (const part of partsOf(value, 0)) {
    open += part;
    if (open.length < PIECE) continue;
    pieces.push(Buffer.from(open));
    open = '';
  }
  pieces.push(Buffer.from(open));
  return pieces;
}

function* partsOf(value: unknown, depth: number): Generator<string> {
  if (Array.isArray(value) && value.length > ITEMS) yield* itemsOf(value);
  else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEEPEST) {
    let separator = '{';
    for (const [key, its] of Object.entries(value)) {
      if (its === undefined) continue;
      yield `${separator}${JSON.stringify(key)}:`;
      yield* partsOf(its, depth + 1);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  } else yield JSON.stringify(value);
}

function* itemsOf(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += ITEMS) {
    yield `${at === 0 ? '[' : ','}${JSON.stringify(list.slice(at, at + ITEMS)).slice(1, -1)}`;
  }
  yield ']';
}
