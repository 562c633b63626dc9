import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import type { DeclarationFacts } from '#parse/facts.ts';

/** A file whose declarations and blocks are compared. */
export interface ComparedFile {
  /** An element block. */
  elements: Uint8Array;
  declarations: readonly DeclarationFacts[];
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
