/** A surrogate pair: two units of one character. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How much of an answer something is, as compact JSON. */
export interface Size {
  /** Unicode scalar values. */
  chars: number;
  /** In UTF-8. */
  bytes: number;
}

export function sizeOf(value: object): Size {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  // Only text beyond ASCII can hold pairs.
  const pairs = bytes === json.length ? 0 : (json.match(PAIR)?.length ?? 0);
  return { chars: json.length - pairs, bytes };
}
