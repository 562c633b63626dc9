import { compareBytes } from '@analyzer/contracts/order';
import { STOP_WORDS } from '#languages/search-rules.ts';
import type { Statements } from '../sqlite/statements.ts';
import { splitName } from '../words/split-words.ts';
import { WORD_FIELDS, type WordField, WordPostings } from '../words/word-block.ts';

const NAMES = 'SELECT id, text FROM name';

/** Text in quotes, as the default value of a parameter: words of literals are not stored. */
const QUOTED = /(["'`])(?:\\.|(?!\1)[^\\])*\1?/gs;
const QUOTES = /["'`]/;
const NUMBER = /^\p{N}+$/u;

/** Words of a text by their numbers. */
interface SplitText {
  words: readonly number[];
  joined: number | undefined;
}

/** Words by node, which are added in ascending order. */
export class WordsByNode {
  /** By number. */
  readonly #words: { text: string; postings: WordPostings }[] = [];
  readonly #numbers = new Map<string, number>();
  /** Texts by the integer id of a name, until they are split. */
  readonly #names: (string | SplitText)[] = [];
  readonly #splits = new Map<string, SplitText>();
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
      for (const word of this.#split(QUOTES.test(name) ? name.replace(QUOTED, ' ') : name).words) {
        if (!NUMBER.test(this.#textOf(word))) this.#addWord(word, 'parameters');
      }
    }
  }

  addDoc(sentence: string): void {
    for (const part of sentence.split(/\s+/)) {
      for (const word of this.#split(part).words) {
        const text = this.#textOf(word);
        if (!NUMBER.test(text) && !STOP_WORDS.has(text)) this.#addWord(word, 'doc');
      }
    }
  }

  /** Adds the words of the node. */
  finish(): void {
    for (const word of this.#open) {
      this.#words[word]?.postings.add(this.#node, this.#fields[word] ?? 0);
      this.#fields[word] = 0;
    }
    this.#open.length = 0;
  }

  sorted(): [string, WordPostings][] {
    const used = this.#words.filter(({ postings }) => postings.count > 0);
    return used
      .map(({ text, postings }): [string, WordPostings] => [text, postings])
      .sort(([a], [b]) => compareBytes(a, b));
  }

  #addSplit({ words, joined }: SplitText, field: WordField): void {
    for (const word of words) this.#addWord(word, field);
    if (field === 'name' && joined !== undefined) this.#addWord(joined, field);
  }

  #addWord(word: number, field: WordField): void {
    const known = this.#fields[word] ?? 0;
    if (known === 0) this.#open.push(word);
    this.#fields[word] = known | WORD_FIELDS[field];
  }

  #textOf(word: number): string {
    return this.#words[word]?.text ?? '';
  }

  #split(text: string): SplitText {
    let split = this.#splits.get(text);
    if (split === undefined) {
      const { words, joined } = splitName(text);
      split = {
        words: words.map((it) => this.#numberOf(it)),
        joined: joined === undefined ? undefined : this.#numberOf(joined),
      };
      this.#splits.set(text, split);
    }
    return split;
  }

  #numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#words.push({ text, postings: new WordPostings() }) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
