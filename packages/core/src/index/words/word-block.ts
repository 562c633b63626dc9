import { VarintReader, VarintWriter } from '#parse/tokens/varints.ts';

/** Where a word is, as a sum. */
export const WORD_FIELDS = {
  /** The name of a declaration, or of a file. */
  name: 1,
  parameters: 2,
  callees: 4,
  /** Declarations around a declaration; folders of a file. */
  container: 8,
  /** The first sentence of the doc comment of a declaration. */
  doc: 16,
} as const;
export type WordField = keyof typeof WORD_FIELDS;

/** One more than the greatest sum of fields. */
export const FIELD_SUMS = 32;

/** The nodes that have a word, with the fields in which they have it: gaps of ascending nodes. */
export class WordPostings {
  #bytes: Uint8Array;
  #length = 0;
  #last = 0;
  count = 0;

  /** @param nodes expected number; more are possible */
  constructor(nodes = 4) {
    this.#bytes = new Uint8Array(nodes * 2);
  }

  /** @param node greater than the one before */
  add(node: number, fields: number): void {
    let rest = (node - this.#last) * FIELD_SUMS + fields;
    this.#last = node;
    this.count++;
    while (rest >= 0x80) {
      this.#push((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#push(rest);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** These postings with those of other nodes. */
  with(others: WordPostings): WordPostings {
    const all: [node: number, fields: number][] = [];
    for (const { bytes } of [this, others]) visitPostings(bytes, (node, fields) => all.push([node, fields]));
    const merged = new WordPostings();
    for (const [node, fields] of all.sort(([a], [b]) => a - b)) merged.add(node, fields);
    return merged;
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}

/** Successive words with their postings: each word as the length of the start that it shares with the word before, and the rest. */
export class WordBlockWriter {
  readonly #out = new VarintWriter();
  #last = Buffer.alloc(0);
  first = '';

  /** In bytes. */
  get size(): number {
    return this.#out.length;
  }

  add(word: string, postings: WordPostings): void {
    const text = Buffer.from(word);
    if (this.size === 0) this.first = word;
    let common = 0;
    while (common < text.length && text[common] === this.#last[common]) common++;
    this.#last = text;
    const { count, bytes } = postings;
    for (const number of [common, text.length - common, count, bytes.length]) this.#out.unsigned(number);
    this.#out.append(text.subarray(common));
    this.#out.append(bytes);
  }

  finish(): Uint8Array {
    return this.#out.bytes.slice();
  }
}

/** A word of a block, whose postings are not read yet. */
export interface StoredWord {
  word: string;
  /** Number of its nodes. */
  count: number;
  visit(visit: (node: number, fields: number) => void): void;
}

/**
 * The words of a block, ascending.
 *
 * @throws RangeError for bytes that are not a block
 */
export function* wordsOfBlock(block: Uint8Array): Generator<StoredWord> {
  let last = Buffer.alloc(0);
  for (let at = 0; at < block.length; ) {
    const head = new VarintReader(block, at);
    const [common, rest, count, size] = [head.unsigned(), head.unsigned(), head.unsigned(), head.unsigned()];
    const start = head.at + rest;
    if (common > last.length || start + size > block.length) throw new RangeError('the bytes are not a block of words');
    last = Buffer.concat([last.subarray(0, common), block.subarray(head.at, start)]);
    at = start + size;
    const postings = block.subarray(start, at);
    yield { word: last.toString(), count, visit: (visit) => visitPostings(postings, visit) };
  }
}

function visitPostings(bytes: Uint8Array, visit: (node: number, fields: number) => void): void {
  let node = 0;
  for (let at = 0; at < bytes.length; ) {
    let [value, scale] = [0, 1];
    for (let more = true; more; scale *= 0x80) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('the bytes end within a number');
      value += (byte & 0x7f) * scale;
      more = byte >= 0x80;
    }
    node += Math.floor(value / FIELD_SUMS);
    visit(node, value % FIELD_SUMS);
  }
}
