import type { DeclarationFacts, TokenRecord, TokenRole } from '../facts.ts';
import { VarintReader, VarintWriter } from './varints.ts';

/**
 * Token records in few bytes: equal words once, a leaf as numbers.
 *
 * A block is the length of its head as 4 bytes, little-endian, the head as JSON, and one record after another.
 * A record is its number of leaves, then for all leaves the word (role and kind), for all the text, for all the line
 * less that of the leaf before (of the first: less the first line of the function), as variable-length integers.
 */
interface Head {
  /** Role and kind, together the word of a leaf. */
  words: [role: TokenRole, kind: string][];
  texts: string[];
  /** Length of each record in bytes; 0 where there is none. */
  lengths: number[];
}

const HEAD_LENGTH = 4;

/** Collects records for a block. Lines count from the function's first, so that copies elsewhere are equal bytes. */
export class TokenBlockWriter {
  /** By role, then kind: numbers of words. */
  readonly #words = new Map<TokenRole, Map<string, number>>();
  readonly #texts = new Map<string, number>();
  readonly #head: Head = { words: [], texts: [], lengths: [] };
  readonly #records = new VarintWriter();

  /** How many bytes the records take, their words and texts aside. */
  get size(): number {
    return this.#records.length;
  }

  /**
   * @param record null takes a place and nothing more
   * @param firstLine of the function
   * @returns the position of the record in the block
   */
  add(record: TokenRecord | null, firstLine: number): number {
    const start = this.#records.length;
    if (record !== null) this.#write(record, firstLine);
    return this.#head.lengths.push(this.#records.length - start) - 1;
  }

  finish(): Uint8Array {
    const head = Buffer.from(JSON.stringify(this.#head));
    const length = Buffer.alloc(HEAD_LENGTH);
    length.writeUInt32LE(head.length);
    return Buffer.concat([length, head, this.#records.bytes]);
  }

  #write({ role, kind, text, line }: TokenRecord, firstLine: number): void {
    const out = this.#records;
    out.unsigned(role.length);
    role.forEach((its, leaf) => {
      out.unsigned(this.#word(its, kind[leaf] ?? ''));
    });
    for (const its of text) out.unsigned(this.#text(its));
    let before = firstLine;
    for (const its of line) {
      out.signed(its - before);
      before = its;
    }
  }

  #word(role: TokenRole, kind: string): number {
    let ofRole = this.#words.get(role);
    if (ofRole === undefined) {
      ofRole = new Map();
      this.#words.set(role, ofRole);
    }
    let number = ofRole.get(kind);
    if (number === undefined) {
      number = this.#head.words.push([role, kind]) - 1;
      ofRole.set(kind, number);
    }
    return number;
  }

  #text(text: string): number {
    let number = this.#texts.get(text);
    if (number === undefined) {
      number = this.#head.texts.push(text) - 1;
      this.#texts.set(text, number);
    }
    return number;
  }
}

/** A block to take records out of. */
export class TokenBlock {
  readonly #bytes: Buffer;
  readonly #head: Head;
  /** Where each record begins. */
  readonly #starts: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = HEAD_LENGTH + this.#bytes.readUInt32LE();
    this.#head = JSON.parse(this.#bytes.toString('utf8', HEAD_LENGTH, at));
    for (const length of this.#head.lengths) {
      this.#starts.push(at);
      at += length;
    }
  }

  has(position: number): boolean {
    return (this.#head.lengths[position] ?? 0) > 0;
  }

  /** Roles and kinds, as `numbers` names them. */
  get words(): Head['words'] {
    return this.#head.words;
  }

  /** As `numbers` names them. */
  get texts(): Head['texts'] {
    return this.#head.texts;
  }

  /**
   * A record as it stands in the block: for all leaves the number of the word, for all that of the text, for all the
   * line less that of the leaf before.
   *
   * @throws RangeError when the block has no such record
   */
  numbers(position: number): number[] {
    const start = this.#starts[position];
    if (start === undefined || !this.has(position)) {
      throw new RangeError(`no record ${position} among ${this.#starts.length}`);
    }
    const read = new VarintReader(this.#bytes, start);
    const leaves = read.unsigned();
    const numbers: number[] = [];
    for (let at = 0; at < 2 * leaves; at++) numbers.push(read.unsigned());
    for (let leaf = 0; leaf < leaves; leaf++) numbers.push(read.signed());
    return numbers;
  }

  /**
   * @param firstLine of the function whose record it is; any function with an equal record will do
   * @throws RangeError when the block has no such record
   */
  record(position: number, firstLine: number): TokenRecord {
    const { words, texts } = this.#head;
    const numbers = this.numbers(position);
    const leaves = numbers.length / 3;
    const record: TokenRecord = { role: [], kind: [], text: [], line: [] };
    let line = firstLine;
    for (let leaf = 0; leaf < leaves; leaf++) {
      const word = words[numbers[leaf] ?? -1];
      if (word === undefined) throw new RangeError('the block has no such word');
      record.role.push(word[0]);
      record.kind.push(word[1]);
      record.text.push(texts[numbers[leaves + leaf] ?? -1] ?? '');
      line += numbers[2 * leaves + leaf] ?? 0;
      record.line.push(line);
    }
    return record;
  }
}

/**
 * The records of a file's declarations, in their order, null where there is none.
 *
 * @param facts of an engine that was asked for token records
 */
export function tokenRecords(facts: { tokens?: Uint8Array; declarations: DeclarationFacts[] }): (TokenRecord | null)[] {
  if (facts.tokens === undefined) return facts.declarations.map(() => null);
  const block = new TokenBlock(facts.tokens);
  return facts.declarations.map(({ start_line }, at) => (block.has(at) ? block.record(at, start_line) : null));
}
