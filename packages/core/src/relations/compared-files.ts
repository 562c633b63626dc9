import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { TreeSource } from '#tree/source.ts';
import { commonItems } from './equal-lines.ts';
import type { ProductFile } from './relation-input.ts';

/** Letters, digits and other characters than those of ASCII. */
const WRITTEN = /[A-Za-z0-9_$\x80-\xff]/;
const BLANKS = /^[ \t\r\f\v]+|[ \t\r\f\v]+$/g;

/** Files whose lines are compared; each is read once. */
export class ComparedFiles {
  /** Pairs that are not compared because the limit of all comparisons is reached. */
  leftOut = 0;
  readonly #files: readonly ProductFile[];
  readonly #source: Pick<TreeSource, 'read'>;
  readonly #signal: AbortSignal | undefined;
  readonly #linesOfFiles = new Map<number, Uint32Array>();
  /** By their number, without blanks around them. */
  readonly #lines: string[] = [];
  readonly #haveCode: boolean[] = [];
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

  /** Of lines with code the number of equal ones, aligned in order, and those of the larger and the smaller file. */
  async equalCode(left: number, right: number): Promise<{ equal: number; larger: number; smaller: number }> {
    const [one, other] = [await this.linesOf(left), await this.linesOf(right)].map((lines) =>
      lines.filter((line) => this.#haveCode[line]),
    );
    if (one === undefined || other === undefined) return { equal: 0, larger: 0, smaller: 0 };
    const [larger, smaller] = [Math.max(one.length, other.length), Math.min(one.length, other.length)];
    return { equal: commonItems(one, other), larger, smaller };
  }

  /** A number for each line: equal lines have equal numbers. Empty if the file cannot be read any more. */
  async linesOf(file: number): Promise<Uint32Array> {
    const known = this.#linesOfFiles.get(file);
    if (known !== undefined) return known;
    const lines = this.#numbered(await this.#read(file));
    this.#linesOfFiles.set(file, lines);
    return lines;
  }

  /** A character for each byte of a line, without blanks around it. */
  textOf(line: number): string {
    return this.#lines[line] ?? '';
  }

  async #compare(left: number, right: number): Promise<number> {
    const cells = (this.#files[left]?.lines ?? 0) * (this.#files[right]?.lines ?? 0);
    if (this.#cells + cells > RELATION_RULES.candidates.most_compared_cells) {
      this.leftOut++;
      return 0;
    }
    this.#cells += cells;
    return commonItems(await this.linesOf(left), await this.linesOf(right));
  }

  /** A character for each byte: the encoding of a file does not matter for equal lines. */
  async #read(file: number): Promise<string> {
    const path = this.#files[file]?.path ?? '';
    const reading = await this.#source.read({ path }, RELATION_RULES.candidates.largest_file_bytes, this.#signal);
    return 'reason' in reading || reading.bytes === undefined ? '' : Buffer.from(reading.bytes).toString('latin1');
  }

  #numbered(text: string): Uint32Array {
    const written = text === '' ? [] : text.split('\n');
    if (written.at(-1) === '') written.pop();
    return Uint32Array.from(written, (line) => this.#numberOf(line.replace(BLANKS, '')));
  }

  #numberOf(line: string): number {
    const known = this.#numbers.get(line);
    if (known !== undefined) return known;
    this.#numbers.set(line, this.#lines.length);
    this.#haveCode.push(hasCode(line));
    return this.#lines.push(line) - 1;
  }
}

/** Whether a line is more than signs, and does not start as a comment. */
function hasCode(line: string): boolean {
  return WRITTEN.test(line) && !RELATION_RULES.fork.comments.some((start) => line.startsWith(start));
}
