import type { DeclarationFacts, TokenRecord, TokenRole } from '../facts.ts';
import { VarintReader, VarintWriter } from './varints.ts';

/**
 * Token records in compact form: words are deduplicated, leaves are numbers.
 *
 * A block is the length of its header as 4 bytes, little-endian, the header as JSON, and the records. A record is its
 * number of leaves, then the words (role and kind) of all leaves, then their texts, then their lines as deltas to the
 * previous leaf (of the first leaf: to the first line of the function), as variable-length integers.
 */
interface Header {
  /** Role and kind, the word of a leaf. */
  words: [role: TokenRole, kind: string][];
  texts: string[];
  /** Length of each record in bytes; 0 without a record. */
  lengths: number[];
}

const HEADER_LENGTH = 4;

/** Collects records for a block. Lines are relative to the function's first line, so that copies have equal bytes. */
export class TokenBlockWriter {
  /** Numbers of words by role, then kind. */
  readonly #words = new Map<TokenRole, Map<string, number>>();
  readonly #texts = new Map<string, number>();
  readonly #header: Header = { words: [], texts: [], lengths: [] };
  readonly #records = new VarintWriter();

  /** Size of the records in bytes, without words and texts. */
  get size(): number {
    return this.#records.length;
  }

  /**
   * @param record null adds an empty position
   * @param firstLine of the function
   * @returns the position of the record in the block
   */
  add(record: TokenRecord | null, firstLine: number): number {
    const start = this.#records.length;
    if (record !== null) this.#write(record, firstLine);
    return this.#header.lengths.push(this.#records.length - start) - 1;
  }

  finish(): Uint8Array {
    return blockOf(this.#header, this.#records);
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
      number = this.#header.words.push([role, kind]) - 1;
      ofRole.set(kind, number);
    }
    return number;
  }

  #text(text: string): number {
    let number = this.#texts.get(text);
    if (number === undefined) {
      number = this.#header.texts.push(text) - 1;
      this.#texts.set(text, number);
    }
    return number;
  }
}

function blockOf(its: Header, records: VarintWriter): Uint8Array {
  const header = Buffer.from(JSON.stringify(its));
  const length = Buffer.alloc(HEADER_LENGTH);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, records.bytes]);
}

/** Collects records of other blocks for a block, as numbers. */
export class TokenBlockCopier {
  readonly #from: TokenVocabulary;
  /** Numbers in this block by those of the vocabulary. */
  readonly #words = new Map<number, number>();
  readonly #texts = new Map<number, number>();
  readonly #header: Header = { words: [], texts: [], lengths: [] };
  readonly #records = new VarintWriter();

  /** @param from of the numbers; it may grow */
  constructor(from: TokenVocabulary) {
    this.#from = from;
  }

  /** Size of the records in bytes, without words and texts. */
  get size(): number {
    return this.#records.length;
  }

  /**
   * @param numbers a record as `TokenBlock.numbers` returns it, with numbers of the vocabulary
   * @returns the position of the record in the block
   */
  add(numbers: Int32Array): number {
    const { words, texts } = this.#header;
    const out = this.#records;
    const start = out.length;
    const leaves = numbers.length / 3;
    out.unsigned(leaves);
    for (let at = 0; at < leaves; at++) {
      out.unsigned(numberOf(numbers[at] ?? -1, this.#words, words, this.#from.words));
    }
    for (let at = leaves; at < 2 * leaves; at++) {
      out.unsigned(numberOf(numbers[at] ?? -1, this.#texts, texts, this.#from.texts));
    }
    for (let at = 2 * leaves; at < numbers.length; at++) out.signed(numbers[at] ?? 0);
    return this.#header.lengths.push(out.length - start) - 1;
  }

  finish(): Uint8Array {
    return blockOf(this.#header, this.#records);
  }
}

/** Words and texts by number. */
export interface TokenVocabulary {
  readonly words: readonly Header['words'][number][];
  readonly texts: readonly string[];
}

/** The number of an item in a block, which gets it if it has it not. */
function numberOf<Item>(of: number, known: Map<number, number>, items: Item[], all: readonly Item[]): number {
  const found = known.get(of);
  if (found !== undefined) return found;
  const item = all[of];
  if (item === undefined) throw new RangeError(`the vocabulary has no number ${of}`);
  const number = items.push(item) - 1;
  known.set(of, number);
  return number;
}

interface Leaves extends Omit<TokenRecord, 'line'> {
  /** Of lines. */
  deltas: Int32Array;
}

/** Reads records of a block. */
export class TokenBlock {
  readonly #bytes: Buffer;
  readonly #header: Header;
  /** Offset of each record. */
  readonly #starts: number[] = [];
  #last: (Leaves & { position: number }) | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = HEADER_LENGTH + this.#bytes.readUInt32LE();
    this.#header = JSON.parse(this.#bytes.toString('utf8', HEADER_LENGTH, at));
    for (const length of this.#header.lengths) {
      this.#starts.push(at);
      at += length;
    }
  }

  has(position: number): boolean {
    return (this.#header.lengths[position] ?? 0) > 0;
  }

  /** Roles and kinds, indexed by `numbers`. */
  get words(): Header['words'] {
    return this.#header.words;
  }

  /** Indexed by `numbers`. */
  get texts(): Header['texts'] {
    return this.#header.texts;
  }

  /**
   * A record as stored in the block: the numbers of the words of all leaves, then those of the texts, then the line
   * deltas.
   *
   * @throws RangeError if the block has no such record
   */
  numbers(position: number): Int32Array {
    const start = this.#starts[position];
    const length = this.#header.lengths[position] ?? 0;
    if (start === undefined || length === 0) {
      throw new RangeError(`no record ${position} among ${this.#starts.length}`);
    }
    const read = new VarintReader(this.#bytes, start);
    const leaves = read.unsigned();
    if (3 * leaves > length) throw new RangeError(`a record of ${length} bytes cannot have ${leaves} leaves`);
    const numbers = new Int32Array(3 * leaves);
    for (let at = 0; at < 2 * leaves; at++) numbers[at] = read.unsigned();
    for (let at = 2 * leaves; at < numbers.length; at++) numbers[at] = read.signed();
    return numbers;
  }

  /**
   * @param firstLine of the function; functions with equal records share one
   * @returns the arrays of roles, kinds and texts are those of the last call for the same position
   * @throws RangeError if the block has no such record
   */
  record(position: number, firstLine: number): TokenRecord {
    if (this.#last?.position !== position) this.#last = { position, ...this.#leaves(position) };
    const { role, kind, text, deltas } = this.#last;
    const line = new Array<number>(deltas.length);
    let before = firstLine;
    for (let leaf = 0; leaf < line.length; leaf++) line[leaf] = before += deltas[leaf] ?? 0;
    return { role, kind, text, line };
  }

  #leaves(position: number): Leaves {
    const { words, texts } = this.#header;
    const numbers = this.numbers(position);
    const length = numbers.length / 3;
    const role = new Array<TokenRole>(length);
    const kind = new Array<string>(length);
    const text = new Array<string>(length);
    for (let leaf = 0; leaf < length; leaf++) {
      const word = words[numbers[leaf] ?? -1];
      if (word === undefined) throw new RangeError('the block has no such word');
      role[leaf] = word[0];
      kind[leaf] = word[1];
      text[leaf] = texts[numbers[length + leaf] ?? -1] ?? '';
    }
    return { role, kind, text, deltas: numbers.subarray(2 * length) };
  }

  /**
   * The different texts of the leaves of a record whose word is wanted.
   *
   * @throws RangeError if the block has no such record
   */
  textsOf(position: number, isWanted: (role: TokenRole, kind: string) => boolean): Set<string> {
    const { words, texts } = this.#header;
    const wanted = words.map(([role, kind]) => isWanted(role, kind));
    const numbers = this.numbers(position);
    const leaves = numbers.length / 3;
    const found = new Set<number>();
    for (let leaf = 0; leaf < leaves; leaf++) {
      if (wanted[numbers[leaf] ?? -1] === true) found.add(numbers[leaves + leaf] ?? -1);
    }
    return new Set(Array.from(found, (text) => texts[text] ?? ''));
  }
}

/**
 * The records of a file's declarations, in their order; null without a record.
 *
 * @param facts of an engine that returns token records
 */
export function tokenRecords(facts: { tokens?: Uint8Array; declarations: DeclarationFacts[] }): (TokenRecord | null)[] {
  if (facts.tokens === undefined) return facts.declarations.map(() => null);
  const block = new TokenBlock(facts.tokens);
  return facts.declarations.map(({ start_line }, at) => (block.has(at) ? block.record(at, start_line) : null));
}
