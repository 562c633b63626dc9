import type { Units } from '../../elements/element-block.ts';
import type { DeclarationFacts, FileFacts } from '../../facts.ts';
import { countUntil } from './count-until.ts';

/** A program in a here-document that was parsed. */
export interface EmbeddedProgram {
  /** Its text in the file, in bytes. */
  start: number;
  end: number;
  /** Lines of the file before it. */
  before: number;
  /** The declaration of the file around it, -1 for none. */
  within: number;
  /** As of `HereText`. */
  removed: readonly number[];
  /** With elements, if those of its file are wanted. */
  facts: FileFacts;
}

/** Where a program is in its file. */
export class FilePlaces {
  readonly #program: EmbeddedProgram;

  constructor(program: EmbeddedProgram) {
    this.#program = program;
  }

  line(line: number): number {
    return line + this.#program.before;
  }

  /** @param at bytes of the program before it; an end is after the byte before it */
  byte(at: number, isEnd = false): number {
    const { start, end, removed } = this.#program;
    return Math.min(start + at + countUntil(removed, isEnd ? at - 1 : at), end);
  }
}

export type Place = Pick<DeclarationFacts, 'start_line' | 'end_line' | 'start_byte' | 'end_byte'>;

export function setPlace(
  columns: Pick<Units, 'startLine' | 'endLine' | 'startByte' | 'endByte'>,
  at: number,
  place: FilePlaces,
  { start_line, end_line, start_byte, end_byte }: Place,
): void {
  columns.startLine[at] = place.line(start_line);
  columns.endLine[at] = place.line(end_line);
  columns.startByte[at] = place.byte(start_byte);
  columns.endByte[at] = Math.max(place.byte(end_byte, true), columns.startByte[at] ?? 0);
}
