import type { ByteWriter } from '../byte-writer.ts';
import type { Identifiers } from '../identifiers.ts';
import { CLOSE, OPEN, textEnd } from '../stream-marks.ts';
import type { TextLines } from './text-lines.ts';

/** Roles whose names are numbered in shapes: variable, property, type, label, function. */
const LAST_NAMED_ROLE = 5;

/** Distinct openings of a file, as columns: range of the first of each in the stream, its role and spelling. */
export interface OpeningList {
  from: number[];
  /** After the kind, which is the end of an inner node's opening. */
  kindEnd: number[];
  to: number[];
  role: number[];
  /** As `Identifiers` number it; -1 without a role. */
  spelling: number[];
}

export interface ScannedElements {
  openings: OpeningList;
  /** By element. */
  opening: Uint32Array;
  closings: Uint32Array;
  /** Offsets in the stream: where an element starts, and where its opening ends. */
  start: Uint32Array;
  end: Uint32Array;
}

/**
 * Splits a canonical stream into elements and numbers their distinct openings in order of appearance. A leaf with lines
 * is an element without text, and one for each of them.
 */
export function scanElements(out: ByteWriter, identifiers: Identifiers, lines: TextLines): ScannedElements {
  const stream = out.bytes;
  const count = countElements(stream, out.length) + lines.from.length;
  const numbers = new OpeningNumbers(stream, count);
  const opening = new Uint32Array(count);
  const closings = new Uint32Array(count);
  const start = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let identifier = 0;
  let text = 0;
  let element = -1;
  for (let at = 0; at < out.length; ) {
    const mark = stream[at] ?? 0;
    if (mark === CLOSE) {
      closings[element] = (closings[element] ?? 0) + 1;
      at++;
      continue;
    }
    element++;
    const kindEnd = textEnd(stream, at + 1);
    const to = mark === OPEN ? kindEnd : textEnd(stream, kindEnd);
    if (lines.leaf[text] === at) {
      const end = lines.first[text + 1] ?? lines.from.length;
      start[element] = at;
      opening[element] = numbers.number(at, kindEnd, kindEnd, 0, -1);
      for (let line = lines.first[text] ?? 0; line < end; line++) {
        const from = lines.from[line] ?? 0;
        ends[element++] = from;
        start[element] = from;
        opening[element] = numbers.number(from, from, lines.to[line] ?? 0, 0, -1);
      }
      ends[element] = to;
      text++;
      at = to;
      continue;
    }
    let [role, spelling] = [0, -1];
    if (identifier < identifiers.count && identifiers.from[identifier] === at) {
      const its = identifiers.role[identifier] ?? 0;
      if (its <= LAST_NAMED_ROLE) [role, spelling] = [its, identifiers.spelling[identifier] ?? -1];
      identifier++;
    }
    start[element] = at;
    ends[element] = to;
    opening[element] = numbers.number(at, kindEnd, to, role, spelling);
    at = to;
  }
  return { openings: numbers.list, opening, closings, start, end: ends };
}

function countElements(stream: Uint8Array, length: number): number {
  let count = 0;
  for (let at = 0; at < length; ) {
    const mark = stream[at++] ?? 0;
    if (mark === CLOSE) continue;
    count++;
    at = textEnd(stream, at);
    if (mark !== OPEN) at = textEnd(stream, at);
  }
  return count;
}

/** Slots before the table grows: the elements of a large file have few distinct openings. */
const FIRST_SLOTS = 1 << 16;

/** Numbers distinct openings: an open-addressing hash table over the bytes of a stream. */
class OpeningNumbers {
  readonly list: OpeningList = { from: [], kindEnd: [], to: [], role: [], spelling: [] };
  readonly #stream: Uint8Array;
  /** Number plus 1; 0 for an empty slot. At most half of the slots are used. */
  #slots: Int32Array;

  constructor(stream: Uint8Array, most: number) {
    this.#stream = stream;
    this.#slots = new Int32Array(Math.min(FIRST_SLOTS, 2 ** Math.ceil(Math.log2(Math.max(1, most) * 2))));
  }

  number(from: number, kindEnd: number, to: number, role: number, spelling: number): number {
    const { list } = this;
    const mask = this.#slots.length - 1;
    let slot = (hashOf(this.#stream, from, to) + role) & mask;
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) break;
      if (list.role[number] === role && this.#equals(number, from, to)) return number;
      slot = (slot + 1) & mask;
    }
    if (list.from.length * 2 >= this.#slots.length) {
      this.#grow();
      return this.number(from, kindEnd, to, role, spelling);
    }
    this.#slots[slot] = list.from.push(from);
    list.kindEnd.push(kindEnd);
    list.to.push(to);
    list.role.push(role);
    list.spelling.push(spelling);
    return list.from.length - 1;
  }

  #grow(): void {
    const { from, to, role } = this.list;
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < from.length; number++) {
      let slot = (hashOf(this.#stream, from[number] ?? 0, to[number] ?? 0) + (role[number] ?? 0)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }

  #equals(number: number, from: number, to: number): boolean {
    const first = this.list.from[number] ?? 0;
    if ((this.list.to[number] ?? 0) - first !== to - from) return false;
    for (let at = 0; at < to - from; at++) if (this.#stream[first + at] !== this.#stream[from + at]) return false;
    return true;
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
