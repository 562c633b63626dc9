import { ROLES } from '../../packages/core/src/parse/portable/extract/stream-rules.ts';

/**
 * An element of a canonical stream in the vectors. `"(kind"` and `")"` are the ends of an inner node, `"*"` is the
 * function's own name, an array is a leaf: kind and text, and if the shape numbers it, also role and number.
 */
export type Element =
  | string
  | [kind: string, text: string]
  | [kind: string, text: string, role: string, number: number];

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes the bytes of one stream, without its domain. @throws RangeError for invalid bytes */
export function decodeStream(bytes: Uint8Array): (Element | { role: string; number: number })[] {
  const elements: (Element | { role: string; number: number })[] = [];
  let at = 0;
  const byte = () => {
    const value = bytes[at++];
    if (value === undefined) throw new RangeError('a stream ends within an element');
    return value;
  };
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value += (next & 0x7f) * 2 ** shift;
      if (next < 0x80) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    if (at > bytes.length) throw new RangeError('a stream ends within a string');
    return decoder.decode(bytes.subarray(at - length, at));
  };
  while (at < bytes.length) {
    const mark = String.fromCharCode(byte());
    if (mark === '(') elements.push(`(${text()}`);
    else if (mark === ')' || mark === '*') elements.push(mark);
    else if (mark === '.') elements.push([text(), text()]);
    else if (mark === '#') elements.push({ role: ROLES[byte()] ?? '', number: number() });
    else throw new RangeError(`a stream contains the unknown mark ${mark}`);
  }
  return elements;
}

/** Joins a body and a shape, which differ only in the encoding of identifiers. */
export function joined(body: Uint8Array, shape: Uint8Array): Element[] {
  const numbered = decodeStream(shape);
  const written = decodeStream(body);
  if (numbered.length !== written.length) throw new RangeError('a body and its shape differ in length');
  return written.map((element, place) => {
    const other = numbered[place];
    if (typeof other === 'string' || Array.isArray(other) || other === undefined) return stored(element);
    if (!Array.isArray(element)) throw new RangeError('a number without a leaf');
    return [element[0], element[1], other.role, other.number];
  });
}

/** Elements of a class or file, in which no identifier is numbered. */
export function elementsOf(bytes: Uint8Array): Element[] {
  return decodeStream(bytes).map(stored);
}

function stored(element: Element | { role: string; number: number }): Element {
  if (typeof element !== 'string' && !Array.isArray(element)) throw new RangeError('a number without its leaf');
  return element;
}

/** Encodes elements as docs/specifications/fingerprints.md describes. */
export function encodeStream(elements: readonly Element[], as: 'body' | 'shape' | 'tree'): Buffer {
  return Buffer.concat(elements.map((element) => encode(element, as)));
}

function encode(element: Element, as: 'body' | 'shape' | 'tree'): Buffer {
  if (element === ')' || element === '*') return Buffer.from(element);
  if (typeof element === 'string') return Buffer.concat([Buffer.from('('), prefixed(element.slice(1))]);
  const [kind, text, role, number] = element;
  if (as !== 'shape' || role === undefined || number === undefined) {
    return Buffer.concat([Buffer.from('.'), prefixed(kind), prefixed(text)]);
  }
  const roles: readonly string[] = ROLES;
  return Buffer.concat([Buffer.from('#'), Buffer.from([roles.indexOf(role)]), leb128(number)]);
}

function prefixed(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([leb128(bytes.length), bytes]);
}

function leb128(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Buffer.from([...bytes, rest]);
}
