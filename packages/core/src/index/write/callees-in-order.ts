import { callsOfBlock } from '../calls/call-block.ts';
import type { FileCalls } from '../port.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { NodeRange } from './earlier-rows.ts';

/** A block has files of one project. */
const CALLS = 'SELECT data FROM call_block WHERE first_file_id BETWEEN ? AND ? ORDER BY first_file_id';
const NONE: readonly string[] = [];

/** The callees of declarations, read along with the nodes. */
export class CalleesInOrder {
  readonly #files: Generator<FileCalls>;
  #next: FileCalls | undefined;
  #callees = new Map<number, string[]>();

  constructor(statements: Statements, range: NodeRange) {
    this.#files = filesOf(statements, range);
    this.#next = this.#read();
  }

  startFile(file: number): void {
    this.#callees = new Map();
    if (this.#next?.file !== file) return;
    const { callee, within } = this.#next;
    for (const [call, text] of callee.entries()) {
      const declaration = within[call] ?? -1;
      const known = this.#callees.get(declaration);
      if (known === undefined) this.#callees.set(declaration, [text]);
      else known.push(text);
    }
    this.#next = this.#read();
  }

  /** They can be repeated. @param declaration its index in the file; -1 for calls outside of declarations */
  of(declaration: number): readonly string[] {
    return this.#callees.get(declaration) ?? NONE;
  }

  close(): void {
    this.#files.return(undefined);
  }

  #read(): FileCalls | undefined {
    const next = this.#files.next();
    return next.done === true ? undefined : next.value;
  }
}

function* filesOf(statements: Statements, { first, last }: NodeRange): Generator<FileCalls> {
  for (const data of statements.iterate(CALLS, [first, last], (row) => row.bytes('data'))) yield* callsOfBlock(data);
}
