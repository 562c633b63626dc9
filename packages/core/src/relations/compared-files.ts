import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { TreeSource } from '#tree/source.ts';
import { codeFlags } from './code-lines.ts';
import { commonItems } from './equal-lines.ts';
import type { ProductFile } from './relation-input.ts';

const BLANKS = /^[ \t\r\f\v]+|[ \t\r\f\v]+$/g;

/** Files whose lines are compared; each is read once. */
export class ComparedFiles {
  /** Pairs that are not compared because the limit of all comparisons is reached. */
  leftOut = 0;
  readonly #files: readonly ProductFile[];
  readonly #source: Pick<TreeSource, 'read'>;
  readonly #signal: AbortSignal | undefined;
  readonly #linesOfFiles = new Map<number, Uint32Array>();
  /** By file: whether each line has code. */
  readonly #haveCode = new Map<number, boolean[]>();
  /** By file: all lines with code. */
  readonly #codeOfFiles = new Map<number, Uint32Array>();
  /** By their number, without blanks around them. */
  readonly #lines: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #equal = new Map<number, number>();
  /** By pair of files: whether it is compared. */
  readonly #compared = new Map<number, boolean>();
  #cells = 0;

  constructor(files: readonly ProductFile[], source: Pick<TreeSource, 'read'>, signal: AbortSignal | undefined) {
    this.#files = files;
    this.#source = source;
    this.#signal = signal;
  }

  /** Whether a pair is compared: not if the limit of all comparisons is reached. */
  compares(left: number, right: number): boolean {
    const key = this.#keyOf(left, right);
    const known = this.#compared.get(key);
    if (known !== undefined) return known;
    const cells = (this.#files[left]?.lines ?? 0) * (this.#files[right]?.lines ?? 0);
    const isWithinLimit = this.#cells + cells <= RELATION_RULES.candidates.most_compared_cells;
    if (isWithinLimit) this.#cells += cells;
    else this.leftOut++;
    this.#compared.set(key, isWithinLimit);
    return isWithinLimit;
  }

  /** The number of lines that are equal except for indentation, aligned in order; 0 if a file cannot be read any more. */
  async equalLines(left: number, right: number): Promise<number> {
    if (!this.compares(left, right)) return 0;
    const key = this.#keyOf(left, right);
    const known = this.#equal.get(key);
    if (known !== undefined) return known;
    const equal = commonItems(await this.linesOf(left), await this.linesOf(right));
    this.#equal.set(key, equal);
    return equal;
  }

  /** Of lines with code the number of equal ones, aligned in order, and those of the larger and the smaller file. */
  async equalCode(left: number, right: number): Promise<{ equal: number; larger: number; smaller: number }> {
    const [one, other] = [await this.#allCodeOf(left), await this.#allCodeOf(right)];
    const [larger, smaller] = [Math.max(one.length, other.length), Math.min(one.length, other.length)];
    return { equal: commonItems(one, other), larger, smaller };
  }

  /**
   * The numbers of the lines with code.
   *
   * @param start first line, from 1 on
   */
  async codeOf(file: number, start = 1, end = Number.POSITIVE_INFINITY): Promise<Uint32Array> {
    const lines = await this.linesOf(file);
    const haveCode =
      this.#haveCode.get(file) ??
      codeFlags(
        Array.from(lines, (line) => this.textOf(line)),
        this.pathOf(file),
      );
    this.#haveCode.set(file, haveCode);
    return lines.filter((_, at) => at + 1 >= start && at < end && haveCode[at]);
  }

  /** A number for each line: equal lines have equal numbers. Empty if the file cannot be read any more. */
  async linesOf(file: number): Promise<Uint32Array> {
    const known = this.#linesOfFiles.get(file);
    if (known !== undefined) return known;
    const lines = Uint32Array.from(linesIn(await this.#read(file)), (line) => this.#numberOf(line));
    this.#linesOfFiles.set(file, lines);
    return lines;
  }

  pathOf(file: number): string {
    return this.#files[file]?.path ?? '';
  }

  /** A character for each byte of a line, without blanks around it. */
  textOf(line: number): string {
    return this.#lines[line] ?? '';
  }

  #keyOf(left: number, right: number): number {
    return Math.min(left, right) * this.#files.length + Math.max(left, right);
  }

  async #allCodeOf(file: number): Promise<Uint32Array> {
    const code = this.#codeOfFiles.get(file) ?? (await this.codeOf(file));
    this.#codeOfFiles.set(file, code);
    return code;
  }

  /** A character for each byte: the encoding of a file does not matter for equal lines. */
  async #read(file: number): Promise<string> {
    const reading = await this.#source.read(
      { path: this.pathOf(file) },
      RELATION_RULES.candidates.largest_file_bytes,
      this.#signal,
    );
    return 'reason' in reading || reading.bytes === undefined ? '' : Buffer.from(reading.bytes).toString('latin1');
  }

  #numberOf(line: string): number {
    const known = this.#numbers.get(line);
    if (known !== undefined) return known;
    this.#numbers.set(line, this.#lines.length);
    return this.#lines.push(line) - 1;
  }
}

/** Without blanks around them. */
function linesIn(text: string): string[] {
  const lines = text === '' ? [] : text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(BLANKS, ''));
}
