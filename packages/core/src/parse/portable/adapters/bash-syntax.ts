import { NameTable } from '../flat-tree.ts';
import type { Adapter, ErrorRange, Parsed } from './adapter.ts';
import { BuiltTree } from './tree-builder.ts';

/** Exports of `native/bash-syntax`, compiled to WebAssembly. */
interface Exports {
  memory: { readonly buffer: ArrayBuffer };
  source(length: number): number;
  parse(): number;
  column(index: number): number;
  text_count(): number;
  error_count(): number;
  names(): number;
  names_length(): number;
}

const TEXTS = 7;
const TEXT_BYTES = 8;
const ERRORS = 9;

/** Bash with the parser of the native engine, whose tree is already flat. */
export class BashSyntaxAdapter implements Adapter {
  readonly names = new NameTable();
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();

  /**
   * @param wasm the parser
   * @throws if it does not load
   */
  static async load(wasm: Uint8Array): Promise<BashSyntaxAdapter> {
    const { instance } = await WebAssembly.instantiate<Exports>(wasm);
    return new BashSyntaxAdapter(instance.exports);
  }

  private constructor(exports: Exports) {
    this.#exports = exports;
    const start = exports.names();
    const names = new Uint8Array(exports.memory.buffer, start, exports.names_length());
    // Kinds and fields have the same ids in the parser and in the table.
    for (const name of new TextDecoder().decode(names).split('\n')) this.names.id(name);
  }

  parse(source: string): Parsed {
    const exports = this.#exports;
    const bytes = this.#encoder.encode(source);
    const at = exports.source(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const count = exports.parse();
    const { buffer } = exports.memory;
    const columns = {
      names: this.names,
      count,
      kind: new Uint16Array(buffer, exports.column(0), count),
      field: new Uint16Array(buffer, exports.column(1), count),
      start: new Uint32Array(buffer, exports.column(2), count),
      end: new Uint32Array(buffer, exports.column(3), count),
      size: new Uint32Array(buffer, exports.column(4), count),
      parent: new Int32Array(buffer, exports.column(5), count),
      broken: new Uint8Array(buffer, exports.column(6), count),
    };
    return { outcome: 'tree', tree: new BuiltTree(columns, source, this.#texts()), errors: this.#errors() };
  }

  /** The texts of leaves that are not their source. */
  #texts(): Map<number, string> | undefined {
    const { memory, column, text_count: countTexts } = this.#exports;
    const count = countTexts();
    if (count === 0) return undefined;
    const numbers = new Uint32Array(memory.buffer, column(TEXTS), count * 3);
    const bytes = new Uint8Array(memory.buffer, column(TEXT_BYTES), numbers[count * 3 - 1] ?? 0);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const texts = new Map<number, string>();
    for (let at = 0; at < numbers.length; at += 3) {
      texts.set(numbers[at] ?? 0, decoder.decode(bytes.subarray(numbers[at + 1], numbers[at + 2])));
    }
    return texts;
  }

  #errors(): ErrorRange[] {
    const count = this.#exports.error_count();
    const numbers = new Uint32Array(this.#exports.memory.buffer, this.#exports.column(ERRORS), count * 3);
    return Array.from({ length: count }, (_, index) => {
      const [start = 0, end = 0, missing = 0] = numbers.subarray(index * 3, index * 3 + 3);
      const name = this.names.name(missing).replace(/^'/, '');
      return name === '' ? { start, end } : { start, end, message: `missing ${name}` };
    });
  }
}
