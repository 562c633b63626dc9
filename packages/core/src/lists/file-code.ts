import type { ControlKind, DeclarationFacts, FileFacts } from '#parse/facts.ts';
import { firstFrom } from './first-from.ts';
import { isProtocolMethod } from './list-classes.ts';

/** An occurrence in a file. */
export interface CodeRange {
  start_line: number;
  end_line: number;
  start_byte: number;
  end_byte: number;
  /** Index of the declaration that is the occurrence; absent for the range of a block. */
  own?: number;
  /** Index of the innermost declaration around a block, -1 for none. */
  around: number;
}

/** What ranges of a file have in them. */
export class FileCode {
  readonly #declarations: readonly DeclarationFacts[];
  /** Lines, ascending. */
  readonly #structures: readonly number[];
  readonly #calls: readonly number[];

  constructor({ declarations, control }: FileFacts) {
    this.#declarations = declarations;
    const linesOf = (isWanted: (kind: ControlKind | undefined) => boolean) => {
      return control.line.filter((_, at) => isWanted(control.kind[at])).sort((a, b) => a - b);
    };
    this.#structures = linesOf((kind) => kind !== 'call' && kind !== 'return');
    this.#calls = linesOf((kind) => kind === 'call');
  }

  /** Whether types, but no functions, are in or around a range. */
  isOfTypes({ start_byte, end_byte, own, around }: CodeRange): boolean {
    let types = 0;
    for (let at = own === undefined ? around : -1; at >= 0; at = this.#declarations[at]?.within ?? -1) {
      if (this.#isFunction(at)) return false;
      types++;
    }
    const first = firstFrom(this.#declarations.length, (at) => this.#declarations[at]?.start_byte, start_byte);
    for (let at = first; this.#startsBefore(at, end_byte); at++) {
      if (this.#isFunction(at)) return false;
      types++;
    }
    return types > 0;
  }

  /** Whether lines of a range have a control structure besides `return`, or a function in it has a declaration in it. */
  hasControl(range: CodeRange): boolean {
    return hasLine(this.#structures, range) || this.#hasInnerDeclaration(range);
  }

  /** The name of an occurrence that is a method. */
  methodName({ own = -1 }: CodeRange): string | undefined {
    const its = this.#declarations[own];
    return its?.kind === 'method' ? its.name : undefined;
  }

  /** Nodes of the small methods in a range that a protocol of the language calls. */
  protocolNodes({ start_byte, end_byte }: CodeRange): number {
    const first = firstFrom(this.#declarations.length, (at) => this.#declarations[at]?.start_byte, start_byte);
    let sum = 0;
    for (let at = first; this.#startsBefore(at, end_byte); at++) {
      const { kind, name, nodes } = this.#declarations[at] ?? { kind: undefined, name: '', nodes: 0 };
      if (kind === 'method' && isProtocolMethod({ kind: 'near', nodes }, name)) sum += nodes;
    }
    return sum;
  }

  isAlias({ own = -1 }: CodeRange): boolean {
    return this.#declarations[own]?.kind === 'type';
  }

  hasCalls(range: CodeRange): boolean {
    return hasLine(this.#calls, range);
  }

  #hasInnerDeclaration({ start_byte, end_byte, own }: CodeRange): boolean {
    const starts = (at: number) => this.#declarations[at]?.start_byte;
    const first = own === undefined ? firstFrom(this.#declarations.length, starts, start_byte) : own + 1;
    for (let at = first; this.#startsBefore(at, end_byte); at++) {
      if (this.#isFunction(this.#declarations[at]?.within ?? -1)) return true;
    }
    return false;
  }

  #startsBefore(at: number, end: number): boolean {
    return (this.#declarations[at]?.start_byte ?? end) < end;
  }

  #isFunction(at: number): boolean {
    const kind = this.#declarations[at]?.kind;
    return kind === 'function' || kind === 'method';
  }
}

function hasLine(lines: readonly number[], { start_line, end_line }: CodeRange): boolean {
  return (lines[firstFrom(lines.length, (at) => lines[at], start_line)] ?? end_line + 1) <= end_line;
}
