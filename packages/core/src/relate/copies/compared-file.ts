import { decodeElementBlock, decodeUnits, type ElementBlock, type Units } from '#parse/elements/element-block.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import type { DecodedUnits } from './decoded-units.ts';

/** The facts of a declaration that groups depend on. */
export type ComparedDeclaration = Pick<
  DeclarationFacts,
  'nodes' | 'within' | 'start_byte' | 'end_byte' | 'function_body' | 'function_shape' | 'tree_hash'
> &
  Partial<Pick<DeclarationFacts, 'start_line' | 'end_line'>>;

/** A file whose declarations and blocks are compared. */
export interface ComparedFile {
  /** An element block. An index reads it from its rows each time. */
  readonly elements: Uint8Array;
  /** Its bytes. */
  readonly size: number;
  declarations: readonly ComparedDeclaration[];
}

/** Bytes of blocks that are all cached. */
const MAX_CACHED_BYTES = 4_000_000;
/** The objects of a decoded block, 7 kB for a file of one line, count as so many bytes: 20,000 small files took 140 MB. */
const BYTES_OF_OBJECTS = 2000;

/** Decodes the blocks of files; callers ask for files in order where they can, because of many only the last one is cached. */
export class ElementBlocks {
  readonly #files: readonly ComparedFile[];
  readonly #cached = new Map<number, ElementBlock>();
  readonly #isSmall: boolean;
  readonly #decoded: DecodedUnits | undefined;

  /** @param decoded units of earlier comparisons, which gets those of these files */
  constructor(files: readonly ComparedFile[], decoded?: DecodedUnits) {
    this.#files = files;
    this.#decoded = decoded;
    this.#isSmall = files.reduce((sum, { size }) => sum + size + BYTES_OF_OBJECTS, 0) <= MAX_CACHED_BYTES;
  }

  of(file: number): ElementBlock {
    const known = this.#cached.get(file);
    if (known !== undefined) return known;
    if (!this.#isSmall) this.#cached.clear();
    const block = decodeElementBlock(this.#elements(file));
    this.#cached.set(file, block);
    return block;
  }

  /** The units of a block; its elements are not decoded if it is not cached. */
  unitsOf(file: number): Units {
    if (this.#decoded !== undefined) return this.#decoded.of(this.#elements(file));
    if (this.#isSmall || this.#cached.has(file)) return this.of(file).units;
    return decodeUnits(this.#elements(file));
  }

  #elements(file: number): Uint8Array {
    const { elements } = this.#files[file] ?? {};
    if (elements === undefined) throw new RangeError(`no file ${file}`);
    return elements;
  }
}
