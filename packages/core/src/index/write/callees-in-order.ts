import { calleesOfBlock } from '../calls/call-block.ts';
import { inflated } from '../calls/packed.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { NodeRange } from './earlier-rows.ts';

/** A block has files of one project. */
const CALLS = 'SELECT data FROM call_block WHERE first_file_id BETWEEN ? AND ? ORDER BY first_file_id';
const NONE: ReadonlySet<string> = new Set();

interface Callees {
  file: number;
  /** By the index of a declaration; -1 for calls outside of declarations. */
  byDeclaration: ReadonlyMap<number, ReadonlySet<string>>;
}

/** The callees of declarations, read along with the nodes. */
export class CalleesInOrder {
  readonly #files: Generator<Callees>;
  #next: Callees | undefined;
  #callees: Callees['byDeclaration'] = new Map();

  constructor(statements: Statements, range: NodeRange) {
    this.#files = filesOf(statements, range);
    this.#next = this.#read();
  }

  startFile(file: number): void {
    this.#callees = new Map();
    if (this.#next?.file !== file) return;
    this.#callees = this.#next.byDeclaration;
    this.#next = this.#read();
  }

  /** @param declaration its index in the file; -1 for calls outside of declarations */
  of(declaration: number): ReadonlySet<string> {
    return this.#callees.get(declaration) ?? NONE;
  }

  close(): void {
    this.#files.return(undefined);
  }

  #read(): Callees | undefined {
    const next = this.#files.next();
    return next.done === true ? undefined : next.value;
  }
}

function* filesOf(statements: Statements, { first, last }: NodeRange): Generator<Callees> {
  const blocks = statements.iterate(CALLS, [first, last], (row) => inflated(row.bytes('data')));
  for (const block of blocks) {
    const { callees, files } = calleesOfBlock(block);
    for (const { file, callee, within } of files) {
      const byDeclaration = new Map<number, Set<string>>();
      for (const [call, declaration] of within.entries()) {
        const text = callees[callee[call] ?? 0] ?? '';
        const known = byDeclaration.get(declaration);
        if (known === undefined) byDeclaration.set(declaration, new Set([text]));
        else known.add(text);
      }
      yield { file, byDeclaration };
    }
  }
}
