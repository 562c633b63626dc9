import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { TreeSource } from '#tree/source.ts';
import { commonItems } from './equal-lines.ts';
import type { ProductFile } from './relation-input.ts';

interface FileText {
  /** A number for each line: equal lines have equal numbers. */
  lines: Uint32Array;
  words: Map<string, number>;
}

const BLANKS = /^[ \t\r\f\v]+|[ \t\r\f\v]+$/g;
const WORDS = /[A-Za-z_$][A-Za-z0-9_$]*/g;

/** Files whose lines are compared; each is read once. */
export class ComparedFiles {
  /** Pairs that are not compared because the limit of all comparisons is reached. */
  leftOut = 0;
  readonly #files: readonly ProductFile[];
  readonly #source: Pick<TreeSource, 'read'>;
  readonly #signal: AbortSignal | undefined;
  readonly #texts = new Map<number, FileText>();
  readonly #numbers = new Map<string, number>();
  readonly #equal = new Map<number, number>();
  #cells = 0;

  constructor(files: readonly ProductFile[], source: Pick<TreeSource, 'read'>, signal: AbortSignal | undefined) {
    this.#files = files;
    this.#source = source;
    this.#signal = signal;
  }

  /** The number of lines that are equal except for indentation, aligned in order; 0 if a file cannot be read any more. */
  async equalLines(left: number, right: number): Promise<number> {
    const key = left < right ? left * this.#files.length + right : right * this.#files.length + left;
    const known = this.#equal.get(key);
    if (known !== undefined) return known;
    const equal = await this.#compare(left, right);
    this.#equal.set(key, equal);
    return equal;
  }

  async wordsOf(file: number): Promise<ReadonlyMap<string, number>> {
    return (await this.#textOf(file)).words;
  }

  async #compare(left: number, right: number): Promise<number> {
    const cells = (this.#files[left]?.lines ?? 0) * (this.#files[right]?.lines ?? 0);
    if (this.#cells + cells > RELATION_RULES.candidates.most_compared_cells) {
      this.leftOut++;
      return 0;
    }
    this.#cells += cells;
    return commonItems((await this.#textOf(left)).lines, (await this.#textOf(right)).lines);
  }

  async #textOf(file: number): Promise<FileText> {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = this.#analyze(await this.#read(file));
    this.#texts.set(file, text);
    return text;
  }

  /** A character for each byte: the encoding of a file does not matter for equal lines. */
  async #read(file: number): Promise<string> {
    const path = this.#files[file]?.path ?? '';
    const reading = await this.#source.read({ path }, RELATION_RULES.candidates.largest_file_bytes, this.#signal);
    return 'reason' in reading || reading.bytes === undefined ? '' : Buffer.from(reading.bytes).toString('latin1');
  }

  #analyze(text: string): FileText {
    const written = text === '' ? [] : text.split('\n');
    if (written.at(-1) === '') written.pop();
    const lines = Uint32Array.from(written, (line) => this.#numberOf(line.replace(BLANKS, '')));
    const words = new Map<string, number>();
    for (const [word] of text.matchAll(WORDS)) words.set(word, (words.get(word) ?? 0) + 1);
    return { lines, words };
  }

  #numberOf(line: string): number {
    const number = this.#numbers.get(line) ?? this.#numbers.size;
    this.#numbers.set(line, number);
    return number;
  }
}
