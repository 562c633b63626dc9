import type { NameTable } from '../flat-tree.ts';
import { LeafTexts, ownString } from './leaf-texts.ts';
import type { TreeBuilder } from './tree-builder.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const SMALL_F = 0x66;
const SMALL_N = 0x6e;
const SMALL_T = 0x74;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Characters of a node are mostly more. */
const NODE_LENGTH = 32;

/**
 * Reads ESTree as oxc writes it, JSON without blanks, directly into a flat tree, without creating objects. Values that
 * are null or false are dropped, except in a list and as a literal's value.
 */
export class EstreeJson {
  readonly #builder: TreeBuilder;
  readonly #words: WordTable;
  readonly #list: number;
  readonly #plain: number;
  readonly #null: number;
  readonly #scalar: number;
  readonly #type: number;
  readonly #start: number;
  readonly #end: number;
  readonly #value: number;
  readonly #literal: number;
  readonly #jsxIdentifier: number;
  /** The open containers. */
  #nodes = new Int32Array(256);
  #isList = new Uint8Array(256);

  constructor(builder: TreeBuilder) {
    this.#builder = builder;
    const { names } = builder;
    this.#words = new WordTable(names);
    this.#list = names.id('[]');
    this.#plain = names.id('{}');
    this.#null = names.id('null');
    this.#scalar = names.id('scalar');
    this.#type = names.id('type');
    this.#start = names.id('start');
    this.#end = names.id('end');
    this.#value = names.id('value');
    this.#literal = names.id('Literal');
    this.#jsxIdentifier = names.id('JSXIdentifier');
  }

  /**
   * @param json `{"node":` program `,"fixes":…}`
   * @returns the texts of the scalar leaves
   */
  read(json: string): LeafTexts {
    const builder = this.#builder;
    const words = this.#words;
    const expected = Math.ceil(json.length / NODE_LENGTH);
    const texts = new LeafTexts(expected);
    builder.begin(expected);
    let depth = -1;
    let above = -1;
    let field = 0;
    let at = json.indexOf('{', 1);
    for (;;) {
      // There is a value at `at`, in `field` of `above`.
      const unit = json.charCodeAt(at);
      const inList = depth >= 0 && this.#isList[depth] === 1;
      if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
        const isList = unit === OPEN_LIST;
        above = builder.push(isList ? this.#list : this.#plain, field, 0, 0, above);
        depth++;
        this.#open(depth, above, isList);
        at++;
        field = 0;
        const first = json.charCodeAt(at);
        if (first !== CLOSE_OBJECT && first !== CLOSE_LIST) {
          if (!isList) {
            field = words.read(json, at + 1);
            at = words.end + 2;
          }
          continue;
        }
      } else if (unit === QUOTE) {
        if (field === this.#type && !inList) {
          builder.kind[above] = words.read(json, at + 1);
          at = words.end + 1;
        } else {
          const end = endOfString(json, at);
          const text = json.slice(at, end);
          // oxc writes a JSX name as in the source, so that a backslash is not an escape of JSON.
          const isRaw = builder.kind[above] === this.#jsxIdentifier && text.includes('\\');
          const normal = isRaw ? JSON.stringify(text.slice(1, -1)) : normalString(text);
          texts.set(builder.push(this.#scalar, field, 0, 0, above), normal);
          at = end;
        }
      } else if (unit === SMALL_N || unit === SMALL_F) {
        const isValue = field === this.#value && builder.kind[above] === this.#literal;
        if (unit === SMALL_N && (inList || isValue)) builder.push(this.#null, field, 0, 0, above);
        if (unit === SMALL_F && isValue) texts.set(builder.push(this.#scalar, field, 0, 0, above), 'false');
        at += unit === SMALL_N ? 4 : 5;
      } else if (unit === SMALL_T) {
        texts.set(builder.push(this.#scalar, field, 0, 0, above), 'true');
        at += 4;
      } else {
        const end = endOfNumber(json, at);
        if (field === this.#start) builder.start[above] = wholeNumber(json, at, end);
        else if (field === this.#end) builder.end[above] = wholeNumber(json, at, end);
        else texts.set(builder.push(this.#scalar, field, 0, 0, above), normalNumber(json.slice(at, end)));
        at = end;
      }

      // After a value: the ends of containers, then the next value.
      let next = json.charCodeAt(at);
      while (next === CLOSE_OBJECT || next === CLOSE_LIST) {
        at++;
        depth--;
        if (depth < 0) {
          this.#position();
          return texts;
        }
        above = this.#nodes[depth] ?? 0;
        next = json.charCodeAt(at);
      }
      if (next !== COMMA) throw new Error(`ESTree JSON: no value ends at ${at}`);
      at++;
      field = 0;
      if (this.#isList[depth] === 1) continue;
      field = words.read(json, at + 1);
      at = words.end + 1;
      if (json.charCodeAt(at) !== COLON) throw new Error(`ESTree JSON: no key ends at ${at}`);
      at++;
    }
  }

  #open(depth: number, node: number, isList: boolean): void {
    if (depth === this.#nodes.length) {
      const nodes = new Int32Array(depth * 2);
      nodes.set(this.#nodes);
      this.#nodes = nodes;
      const lists = new Uint8Array(depth * 2);
      lists.set(this.#isList);
      this.#isList = lists;
    }
    this.#nodes[depth] = node;
    this.#isList[depth] = isList ? 1 : 0;
  }

  /** A node without a position of its own has the position of its parent. */
  #position(): void {
    const { count, kind, start, end, parent } = this.#builder;
    for (let node = 1; node < count; node++) {
      const own = kind[node] ?? 0;
      if (own !== this.#scalar && own !== this.#list && own !== this.#plain && own !== this.#null) continue;
      const above = parent[node] ?? 0;
      start[node] = start[above] ?? 0;
      end[node] = (own === this.#null ? start[above] : end[above]) ?? 0;
    }
  }
}

/**
 * Keys and types, identified by length and a 32-bit hash (FNV-1a) without creating strings. They are a closed set
 * defined by the parser; a source cannot add one.
 */
class WordTable {
  readonly #names: NameTable;
  readonly #ids = new Map<number, number>();
  /** Offset of the closing quote of the last word. */
  end = 0;

  constructor(names: NameTable) {
    this.#names = names;
  }

  /** @param from offset after the opening quote */
  read(json: string, from: number): number {
    let hash = 0x811c9dc5;
    let at = from;
    for (let unit = json.charCodeAt(at); unit !== QUOTE; unit = json.charCodeAt(++at)) {
      if (Number.isNaN(unit)) throw new Error('ESTree JSON: truncated in a word');
      hash = Math.imul(hash ^ unit, 0x01000193);
    }
    this.end = at;
    const id = this.#ids.get(hash);
    return id ?? this.#add(ownString(json.slice(from, at)), hash);
  }

  #add(word: string, hash: number): number {
    const id = this.#names.id(word);
    this.#ids.set(hash, id);
    return id;
  }
}

function endOfString(json: string, from: number): number {
  let at = from + 1;
  for (let unit = json.charCodeAt(at); unit !== QUOTE; unit = json.charCodeAt(at)) {
    if (Number.isNaN(unit)) throw new Error('ESTree JSON: truncated in a string');
    at += unit === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function endOfNumber(json: string, from: number): number {
  let at = from;
  for (let unit = json.charCodeAt(at); unit !== COMMA && unit !== CLOSE_OBJECT && unit !== CLOSE_LIST; ) {
    if (Number.isNaN(unit)) throw new Error('ESTree JSON: truncated in a number');
    unit = json.charCodeAt(++at);
  }
  return at;
}

function wholeNumber(json: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + json.charCodeAt(at) - 0x30;
  return value;
}

/** As `JSON.stringify` writes the string: escapes may be spelled in more than one way. */
function normalString(json: string): string {
  return json.includes('\\') ? JSON.stringify(JSON.parse(json)) : json;
}

/** As `JSON.stringify` writes the number; a number that overflows is `1e+400`. */
function normalNumber(json: string): string {
  const value = Number(json);
  return Number.isFinite(value) ? JSON.stringify(value) : '1e+400';
}
