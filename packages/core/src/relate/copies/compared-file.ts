import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import type { DeclarationFacts } from '#parse/facts.ts';

/** The facts of a declaration that groups depend on. */
export type ComparedDeclaration = Pick<
  DeclarationFacts,
  'nodes' | 'within' | 'start_byte' | 'end_byte' | 'function_body' | 'function_shape' | 'tree_hash'
>;

/** A file whose declarations and blocks are compared. */
export interface ComparedFile {
  /** An element block. An index reads it from its rows each time. */
  readonly elements: Uint8Array;
  /** Its bytes. */
  readonly size: number;
  declarations: readonly ComparedDeclaration[];
}

/** Decodes the blocks of files; callers ask for files in order where they can, because only the last one is cached. */
export class ElementBlocks {
  readonly #files: readonly ComparedFile[];
  #last: { file: number; block: ElementBlock } | undefined;

  constructor(files: readonly ComparedFile[]) {
    this.#files = files;
  }

  of(file: number): ElementBlock {
    if (this.#last?.file === file) return this.#last.block;
    const { elements } = this.#files[file] ?? {};
    if (elements === undefined) throw new RangeError(`no file ${file}`);
    this.#last = { file, block: decodeElementBlock(elements) };
    return this.#last.block;
  }
}
