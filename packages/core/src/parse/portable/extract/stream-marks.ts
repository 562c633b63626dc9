/** Marks of the canonical stream: `(` kind … `)` is an inner node, `.` kind text is a leaf. */
export const OPEN = 0x28;
export const CLOSE = 0x29;
export const LEAF = 0x2e;

/** @returns the offset after a length */
export function textStart(stream: Uint8Array, from: number): number {
  let at = from;
  while ((stream[at] ?? 0) >= 0x80) at++;
  return at + 1;
}

/** @returns the offset after a length (unsigned LEB128) and that number of bytes */
export function textEnd(stream: Uint8Array, from: number): number {
  let at = from;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = stream[at++] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return at + length;
  }
}
