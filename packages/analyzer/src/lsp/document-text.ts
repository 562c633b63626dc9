import type { LocatedCopy } from '@analyzer/core/session/located.ts';
import type { Position, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { ByteOffsets } from './byte-offsets.ts';
import { type PositionEncoding, positionFor, positionFrom } from './position-encoding.ts';

/** Characters of a declaration in which its name is searched. */
const HEAD = 2000;

/** The text of a document that does not change, with positions as the editor counts them. */
export class DocumentText {
  readonly #document: TextDocument;
  readonly #encoding: PositionEncoding;
  #offsets: ByteOffsets | undefined;

  constructor(document: TextDocument, encoding: PositionEncoding) {
    this.#document = document;
    this.#encoding = encoding;
  }

  get version(): number {
    return this.#document.version;
  }

  get lines(): number {
    return this.#document.lineCount;
  }

  /** A line without its indentation and its end; 1-based. */
  rangeOf(line: number): Range {
    const text = this.#lineOf(line);
    const start = text.length - text.trimStart().length;
    return this.#range(this.#startOf(line) + start, this.#startOf(line) + Math.max(start, text.trimEnd().length));
  }

  /**
   * From the start of a copy to the end of its name, of one without a name to the end of its first line. Bytes of another
   * text are those of the line.
   */
  rangeOfCopy({ name, start_line, start_byte, end_byte }: LocatedCopy, hasName: boolean): Range {
    const text = this.#document.getText();
    const [start, end] = [this.#bytes.offsetOf(start_byte), this.#bytes.offsetOf(end_byte)];
    if (start >= end || this.#document.positionAt(start).line !== start_line - 1) return this.rangeOf(start_line);
    const head = text.slice(start, Math.min(end, start + HEAD));
    const named = hasName ? endOfName(head, name) : undefined;
    return this.#range(start, start + (named ?? (/^[^\r\n]*/.exec(head)?.[0] ?? '').trimEnd().length));
  }

  /** The blanks before a line, 1-based. */
  indentOf(line: number): string {
    return /^\s*/.exec(this.#lineOf(line))?.[0] ?? '';
  }

  /** The offset of a position in the UTF-8 text. */
  byteAt(position: Position): number {
    const offset = this.#document.offsetAt(positionFrom(this.#encoding, this.#document, position));
    return this.#bytes.byteOf(offset);
  }

  get #bytes(): ByteOffsets {
    this.#offsets ??= new ByteOffsets(this.#document.getText());
    return this.#offsets;
  }

  #range(start: number, end: number): Range {
    const position = (offset: number) => positionFor(this.#encoding, this.#document, this.#document.positionAt(offset));
    return { start: position(start), end: position(end) };
  }

  #startOf(line: number): number {
    return this.#document.offsetAt({ line: line - 1, character: 0 });
  }

  #lineOf(line: number): string {
    const range = { start: { line: line - 1, character: 0 }, end: { line, character: 0 } };
    return this.#document.getText(range).replace(/[\r\n]+$/, '');
  }
}

/** The end of the last part of a qualified name, as a word. */
function endOfName(head: string, name: string): number | undefined {
  const [last] = /[\p{L}\p{N}_$]+$/u.exec(name) ?? [];
  if (last === undefined) return undefined;
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${last.replaceAll('$', '\\$')}(?![\\p{L}\\p{N}_$])`, 'u');
  const found = word.exec(head);
  return found === null ? undefined : found.index + last.length;
}
