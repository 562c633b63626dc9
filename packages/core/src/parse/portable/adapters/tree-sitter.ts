import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { ParseMode } from '../../engine.ts';
import { NameTable } from '../flat-tree.ts';
import { processorTime } from '../processor-time.ts';
import type { Adapter, Parsed } from './adapter.ts';
import { cursorWalk } from './cursor-walk.ts';
import { errorRanges } from './error-ranges.ts';
import { GapWriter } from './gap-writer.ts';
import { HeapWalk } from './heap-walk.ts';
import { KeywordMask, type KeywordNames } from './keyword-names.ts';
import { type Outdated, OutdatedSyntax } from './outdated-syntax.ts';
import { TreeBuilder } from './tree-builder.ts';
import { WasmHeap } from './wasm-heap.ts';

/** The binding copies at most this number of UTF-16 units of a slice. */
const SLICE = 5_120;
const ERROR = 0xffff;

let started: Promise<WasmHeap> | undefined;

/** Starts the WASM runtime once per process. */
function start(): Promise<WasmHeap> {
  const module = {};
  started ??= Parser.init(module).then(() => new WasmHeap(module));
  return started;
}

/** Data of a grammar in the language data. */
export interface Grammar {
  /** Kinds with significant white space. */
  text_kinds: readonly string[];
  /** Kinds that are not part of the range of an error around them. */
  recovered: readonly string[];
  /** Keywords that are names. */
  keyword_names?: KeywordNames;
  outdated?: Outdated;
  /** A source with most constructs of the grammar, for the self-test of the heap walk at the start. */
  self_test: string;
}

export class TreeSitterAdapter implements Adapter {
  readonly names = new NameTable();
  readonly heap: WasmHeap;
  readonly #parser: Parser;
  readonly #builder = new TreeBuilder(this.names);
  readonly #gaps: GapWriter;
  readonly #recovered: ReadonlySet<number>;
  readonly #heapWalk: HeapWalk;
  readonly #mask: KeywordMask | undefined;
  readonly #outdated: OutdatedSyntax | undefined;
  #walk: (tree: Tree) => void;

  /**
   * @param wasm the grammar's bytes
   * @throws if the grammar does not load
   */
  static async load(wasm: Uint8Array, grammar: Grammar): Promise<TreeSitterAdapter> {
    const heap = await start();
    const language = await Language.load(wasm);
    return new TreeSitterAdapter(heap, language, grammar);
  }

  private constructor(heap: WasmHeap, language: Language, grammar: Grammar) {
    this.heap = heap;
    this.#parser = new Parser();
    this.#parser.setLanguage(language);
    const textKinds = new Set(grammar.text_kinds.map((kind) => this.names.id(kind)));
    this.#gaps = new GapWriter(this.#builder, textKinds);
    this.#recovered = new Set(grammar.recovered.map((kind) => this.names.id(kind)));
    if (grammar.keyword_names !== undefined) this.#mask = new KeywordMask(grammar.keyword_names);
    if (grammar.outdated !== undefined) this.#outdated = new OutdatedSyntax(grammar.outdated, this.names);
    const kinds = this.#symbolTable(language);
    const error = this.names.id('ERROR');
    const fields = language.fields.map((field) => this.names.id(field ?? ''));
    this.#heapWalk = new HeapWalk(
      heap,
      language,
      (symbol, named) => (symbol === ERROR ? error : (kinds[symbol * 2 + (named ? 1 : 0)] ?? 0)),
      (field) => fields[field] ?? 0,
    );
    this.#walk = (tree) => this.#heapWalk.walk(tree, this.#builder, this.#gaps);
    if (!this.heapWalkAgrees(grammar.self_test)) {
      this.#walk = (tree) => cursorWalk(tree, this.#builder, this.#gaps);
    }
  }

  parse(source: string, _mode: ParseMode, deadline: number): Parsed {
    const tree = this.#parse(this.#mask?.masked(source) ?? source, deadline);
    if (tree === null) return { outcome: 'timeout' };
    try {
      this.#flatten(tree, source, this.#walk);
      const errors = errorRanges(this.#builder, this.#recovered);
      errors.push(...(this.#outdated?.in(this.#builder) ?? []));
      // The sort is stable.
      errors.sort((a, b) => a.start - b.start);
      return { outcome: 'tree', tree: this.#builder.finish(source), errors };
    } finally {
      tree.delete();
    }
  }

  release(): void {
    this.#builder.release();
  }

  /** @returns null at the deadline */
  #parse(source: string, deadline: number): Tree | null {
    const tree = this.#parser.parse((index) => slice(source, index), null, {
      progressCallback: () => processorTime() > deadline,
    });
    // Without a reset the next parse would continue with this file.
    if (tree === null) this.#parser.reset();
    return tree;
  }

  /** Whether both walks build the same columns of a source; a bench also runs this check over a corpus. */
  heapWalkAgrees(source: string): boolean {
    const tree = this.#parser.parse((index) => slice(source, index));
    if (tree === null) return false;
    try {
      this.#flatten(tree, source, (given) => cursorWalk(given, this.#builder, this.#gaps));
      const expected = this.#columns();
      this.#flatten(tree, source, (given) => this.#heapWalk.walk(given, this.#builder, this.#gaps));
      return this.#columns() === expected;
    } catch {
      return false;
    } finally {
      tree.delete();
    }
  }

  #flatten(tree: Tree, source: string, walk: (tree: Tree) => void): void {
    this.#builder.begin();
    this.#gaps.begin(source);
    walk(tree);
  }

  #columns(): string {
    const { count, kind, field, start, end, parent } = this.#builder;
    return [kind, field, start, end, parent].map((column) => column.subarray(0, count).join(' ')).join('\n');
  }

  /** Kind ids by public symbol; anonymous ones first. */
  #symbolTable(language: Language): Uint16Array {
    const table = new Uint16Array(language.types.length * 2);
    language.types.forEach((type, symbol) => {
      if (type === undefined || type === null) return;
      table[symbol * 2] = this.names.id(`'${type}`);
      table[symbol * 2 + 1] = this.names.id(type);
    });
    return table;
  }
}

/** A slice that does not end inside of a surrogate pair: the binding would read two broken characters. */
function slice(source: string, index: number): string {
  const end = index + SLICE;
  const last = source.charCodeAt(end - 1);
  return source.slice(index, end < source.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end);
}
