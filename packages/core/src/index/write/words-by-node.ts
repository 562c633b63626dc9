import { compareBytes } from '@analyzer/contracts/order';
import { STOP_WORDS } from '#languages/search-rules.ts';
import { NumberList } from '#relate/copies/number-list.ts';
import type { Statements } from '../sqlite/statements.ts';
import { splitName } from '../words/split-words.ts';
import { FIELD_SUMS, WORD_FIELDS, type WordField, WordPostings } from '../words/word-block.ts';

const NAMES = 'SELECT id, text FROM name';

/** Text in quotes, as the default value of a parameter: words of literals are not stored. */
const QUOTED = /(["'`])(?:\\.|(?!\1)[^\\])*\1?/gs;
const QUOTES = /["'`]/;
const NUMBER = /^\p{N}+$/u;

/** A word of some nodes. */
export interface AddedWord {
  text: string;
  postings(): WordPostings;
}

/** Words by node, which are added in ascending order. */
export class WordsByNode {
  /** By number. */
  readonly #words: string[] = [];
  /** Postings in the order of nodes: the word and the fields, and the node. */
  readonly #posted = { word: new NumberList(), node: new NumberList() };
  readonly #numbers = new Map<string, number>();
  /**
   * Split texts: the number of words, the word without separators or -1, and the words. One list for all texts: an object
   * for each costs a fifth of the time, because many live when garbage is collected.
   */
  readonly #parts: number[] = [];
  /** Index in `#parts` by text. */
  readonly #splits = new Map<string, number>();
  /** Texts by the integer id of a name, until they are split; then their index in `#parts`. */
  readonly #names: (string | number)[] = [];
  /** The fields of the node by word, and its words. */
  readonly #fields: number[] = [];
  readonly #open: number[] = [];
  #node = 0;

  constructor(statements: Statements) {
    const names = statements.all(NAMES, [], (row) => [row.integer('id'), row.text('text')] as const);
    for (const [id, text] of names) this.#names[id] = text;
  }

  start(node: number): void {
    this.#node = node;
  }

  /** @param name integer id; 0 for none */
  addName(name: number, field: WordField): void {
    let split = this.#names[name];
    if (split === undefined) return;
    if (typeof split === 'string') {
      split = this.#split(split);
      this.#names[name] = split;
    }
    this.#addSplit(split, field);
  }

  add(text: string, field: WordField): void {
    this.#addSplit(this.#split(text), field);
  }

  addPath(path: string): void {
    const start = path.lastIndexOf('/') + 1;
    const end = path.lastIndexOf('.');
    this.add(path.slice(start, end > start ? end : undefined), 'name');
    this.add(path.slice(0, start), 'container');
  }

  /** @param parameters JSON */
  addParameters(parameters: string): void {
    const names: string[] = JSON.parse(parameters);
    for (const name of names) {
      for (const word of this.#wordsOf(QUOTES.test(name) ? name.replace(QUOTED, ' ') : name)) {
        if (!NUMBER.test(this.#textOf(word))) this.#addWord(word, 'parameters');
      }
    }
  }

  addDoc(sentence: string): void {
    for (const part of sentence.split(' ')) {
      for (const word of this.#wordsOf(part)) {
        const text = this.#textOf(word);
        if (!NUMBER.test(text) && !STOP_WORDS.has(text)) this.#addWord(word, 'doc');
      }
    }
  }

  /** Adds the words of the node. */
  finish(): void {
    for (const word of this.#open) {
      this.#posted.word.push(word * FIELD_SUMS + (this.#fields[word] ?? 0));
      this.#posted.node.push(this.#node);
      this.#fields[word] = 0;
    }
    this.#open.length = 0;
  }

  /** Ascending. */
  sorted(): AddedWord[] {
    const [words, nodes] = [this.#posted.word.values, this.#posted.node.values];
    const starts = new Uint32Array(this.#words.length + 1);
    for (let at = 0; at < words.length; at++) {
      const word = Math.floor((words[at] ?? 0) / FIELD_SUMS);
      starts[word + 1] = (starts[word + 1] ?? 0) + 1;
    }
    for (let word = 0; word < this.#words.length; word++) {
      starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
    }
    // Counting sort: postings of a word keep their order.
    const next = starts.slice();
    const order = new Uint32Array(words.length);
    for (let at = 0; at < words.length; at++) {
      const word = Math.floor((words[at] ?? 0) / FIELD_SUMS);
      const to = next[word] ?? 0;
      order[to] = at;
      next[word] = to + 1;
    }
    const postings = (word: number) => {
      const [start, end] = [starts[word] ?? 0, starts[word + 1] ?? 0];
      const its = new WordPostings(end - start);
      for (let at = start; at < end; at++) {
        const posting = order[at] ?? 0;
        its.add(nodes[posting] ?? 0, (words[posting] ?? 0) % FIELD_SUMS);
      }
      return its;
    };
    return this.#words
      .map((text, word): AddedWord => ({ text, postings: () => postings(word) }))
      .filter((_, word) => starts[word] !== starts[word + 1])
      .sort((a, b) => compareBytes(a.text, b.text));
  }

  #addSplit(split: number, field: WordField): void {
    const parts = this.#parts;
    const end = split + 2 + (parts[split] ?? 0);
    for (let at = split + 2; at < end; at++) this.#addWord(parts[at] ?? 0, field);
    const joined = parts[split + 1] ?? -1;
    if (field === 'name' && joined >= 0) this.#addWord(joined, field);
  }

  #wordsOf(text: string): number[] {
    const split = this.#split(text);
    return this.#parts.slice(split + 2, split + 2 + (this.#parts[split] ?? 0));
  }

  #addWord(word: number, field: WordField): void {
    const known = this.#fields[word] ?? 0;
    if (known === 0) this.#open.push(word);
    this.#fields[word] = known | WORD_FIELDS[field];
  }

  #textOf(word: number): string {
    return this.#words[word] ?? '';
  }

  /** @returns index in `#parts` */
  #split(text: string): number {
    let split = this.#splits.get(text);
    if (split === undefined) {
      const { words, joined } = splitName(text);
      split = this.#parts.length;
      this.#parts.push(words.length, joined === undefined ? -1 : this.#numberOf(joined));
      for (const word of words) this.#parts.push(this.#numberOf(word));
      this.#splits.set(text, split);
    }
    return split;
  }

  #numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#words.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
