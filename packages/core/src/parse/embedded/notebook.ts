import { KERNEL_MODES } from '#languages/hosts.ts';
import { withoutMagics } from './magics.ts';
import type { CellLine, RegionProblem } from './regions.ts';
import { nameBetween } from './tag.ts';

const LF = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Longest name of a key or value that is compared. */
const MAX_NAME = 40;
const DEEPEST = 200;
/** Keys of the metadata. */
const STATES_LANGUAGE: ReadonlySet<string> = new Set(['kernelspec', 'language_info']);

/** What a notebook contains. */
export interface FoundCells {
  /** Name of the mode, or the language that is not read; undefined if it states none. */
  mode: string | undefined;
  unread?: string;
  cells: CellLine[][];
  problems: RegionProblem[];
}

/** An open object or list. */
interface Frame {
  isObject: boolean;
  expectsKey: boolean;
  key: string;
}

interface Cell {
  at: number;
  type: string;
  strings: { start: number; end: number }[];
}

/** Finds the code of a notebook whose cells have each line on a line of the file, as all editors write them. */
export function findCells(source: Buffer): FoundCells {
  const reader = new NotebookReader(source);
  reader.run();
  return reader.found();
}

/** The code with the lines of the file: each is empty or a line of a cell. */
export function codeOfCells(source: Buffer, { cells, mode }: FoundCells): Buffer {
  let count = 1;
  for (let at = source.indexOf(LF); at >= 0; at = source.indexOf(LF, at + 1)) count++;
  const lines = new Array<string>(count).fill('');
  for (const cell of cells) {
    for (const { line, text } of mode === 'py' ? withoutMagics(cell) : cell) lines[line - 1] = text;
  }
  return Buffer.from(lines.join('\n'));
}

class NotebookReader {
  readonly #source: Buffer;
  readonly #frames: Frame[] = [];
  readonly #cells: CellLine[][] = [];
  readonly #problems: RegionProblem[] = [];
  readonly #names = new Map<string, string>();
  #cell: Cell | undefined;
  #count = 0;
  #hasCells = false;
  /** The line of the last offset that was asked for, and its end. */
  #line = 1;
  #feed: number;
  /** The last line with code. */
  #used = 0;

  constructor(source: Buffer) {
    this.#source = source;
    this.#feed = source.indexOf(LF);
  }

  run(): void {
    const source = this.#source;
    let at = source.indexOf('{');
    if (at < 0) this.#fails(0);
    else {
      do at = this.#token(at, source[at] ?? 0);
      while (this.#frames.length > 0 && at < source.length);
      if (this.#frames.length > 0 && at === source.length) this.#fails(source.length);
    }
  }

  found(): FoundCells {
    const cells = this.#cells;
    const problems = this.#problems;
    const language =
      this.#names.get('kernelspec.language') ??
      this.#names.get('language_info.name') ??
      this.#names.get('kernelspec.name')?.replace(/[0-9]+$/, '');
    const mode = language === undefined ? undefined : KERNEL_MODES.get(language);
    const found: FoundCells = { mode, cells, problems };
    if (problems.length > 0) return found;
    if (!this.#hasCells) found.unread = 'no cells';
    else if (mode === undefined) found.unread = language ?? 'no language';
    return found;
  }

  /** @returns the offset after the token; past the end of the file to stop */
  #token(at: number, byte: number): number {
    const source = this.#source;
    const frame = this.#frames.at(-1);
    if (byte === QUOTE) {
      const end = this.#endOfString(at);
      if (end < 0) return this.#fails(at);
      if (frame?.expectsKey) {
        frame.key = this.#name(at + 1, end);
        frame.expectsKey = false;
      } else this.#string(at + 1, end);
      return end + 1;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      const isObject = byte === OPEN_OBJECT;
      if (this.#frames.length === DEEPEST) return this.#fails(at);
      this.#frames.push({ isObject, expectsKey: isObject, key: '' });
      if (this.#isInCells()) {
        this.#hasCells = true;
        if (this.#frames.length === 3) this.#cell = { at, type: '', strings: [] };
      }
      return at + 1;
    }
    if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (frame?.isObject !== (byte === CLOSE_OBJECT)) return this.#fails(at);
      if (this.#frames.length === 3 && this.#cell !== undefined) this.#finish(this.#cell);
      this.#frames.pop();
      return at + 1;
    }
    if (byte === COMMA && frame?.isObject) frame.expectsKey = true;
    if (byte <= SPACE || byte === COMMA || byte === COLON) return at + 1;
    let end = at + 1;
    while (end < source.length && !isDelimiter(source[end] ?? 0)) end++;
    return end;
  }

  #isInCells(): boolean {
    const [root, list] = this.#frames;
    return root?.key === 'cells' && list?.isObject === false;
  }

  #string(start: number, end: number): void {
    const [root, above, own] = this.#frames;
    const depth = this.#frames.length;
    if (this.#cell !== undefined) {
      if (depth === 3 && own?.key === 'cell_type') this.#cell.type = this.#name(start, end);
      const isSource = own?.key === 'source' && (depth === 3 || (depth === 4 && this.#frames[3]?.isObject === false));
      if (isSource) this.#cell.strings.push({ start, end });
    } else if (depth === 3 && root?.key === 'metadata' && STATES_LANGUAGE.has(above?.key ?? '')) {
      this.#names.set(`${above?.key}.${own?.key}`, this.#name(start, end));
    }
  }

  #finish(cell: Cell): void {
    this.#cell = undefined;
    this.#count++;
    if (cell.type !== 'code') return;
    const lines: CellLine[] = [];
    for (const [index, { start, end }] of cell.strings.entries()) {
      const text = decoded(this.#source.subarray(start - 1, end + 1));
      if (text === undefined) {
        this.#leaves(cell, `cell ${this.#count} has invalid text`);
        return;
      }
      const hasEnd = text.endsWith('\n');
      const line = this.#lineOf(start);
      const own = hasEnd ? text.slice(0, -1) : text;
      const isLast = index === cell.strings.length - 1;
      if (line <= this.#used || own.includes('\n') || !(hasEnd || isLast)) {
        this.#leaves(cell, `lines of cell ${this.#count} are not lines of the file`);
        return;
      }
      this.#used = line;
      lines.push({ line, text: own });
    }
    if (lines.length > 0) this.#cells.push(lines);
  }

  #leaves({ at }: Cell, message: string): void {
    this.#problems.push({ at, message });
  }

  /** Offsets never decrease. */
  #lineOf(offset: number): number {
    while (this.#feed >= 0 && this.#feed < offset) {
      this.#line++;
      this.#feed = this.#source.indexOf(LF, this.#feed + 1);
    }
    return this.#line;
  }

  /** Offset of the closing quote, -1 without one. */
  #endOfString(from: number): number {
    const source = this.#source;
    for (let at = source.indexOf(QUOTE, from + 1); at >= 0; at = source.indexOf(QUOTE, at + 1)) {
      let slash = at;
      while (source[slash - 1] === BACKSLASH) slash--;
      if ((at - slash) % 2 === 0) return at;
    }
    return -1;
  }

  #name(start: number, end: number): string {
    return end - start > MAX_NAME ? '' : nameBetween(this.#source, start, end);
  }

  #fails(at: number): number {
    this.#problems.push({ at, message: 'the notebook is not valid JSON' });
    return this.#source.length + 1;
  }
}

function isDelimiter(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte === QUOTE;
}

/** @param literal a JSON string @returns undefined if it is not valid, or not text */
function decoded(literal: Buffer): string | undefined {
  try {
    const text: unknown = JSON.parse(literal.toString());
    return typeof text === 'string' && isWellFormed(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
