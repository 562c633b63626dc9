import type { DeclarationFacts } from '#parse/facts.ts';
import type { BlockRange, FileEntry, Scan } from '#scan/model.ts';
import { firstFrom } from './first-from.ts';

/** The names of callbacks, and of blocks that are one declaration with what is before it, such as `export`. */
export class BlockNames {
  readonly #entries: Scan['entries'];
  #files: Map<string, FileEntry> | undefined;

  constructor({ entries }: Pick<Scan, 'entries'>) {
    this.#entries = entries;
  }

  /** That of a callback, else the qualified name of the outermost declaration in a block that has the same lines. */
  of(block: BlockRange): string | undefined {
    const { start_line, end_line, name } = block;
    const isSame = (it: DeclarationFacts) => it.start_line === start_line && it.end_line === end_line;
    return name ?? this.#inside(block).find(isSame)?.qualified_name;
  }

  /** That of the innermost declaration with more than the block. */
  around({ path, start_byte, end_byte }: BlockRange): string | undefined {
    const declarations = this.#declarationsOf(path);
    let at = firstAt(declarations, start_byte + 1) - 1;
    while (at >= 0 && (declarations[at]?.end_byte ?? 0) < end_byte) at = declarations[at]?.within ?? -1;
    return declarations[at]?.qualified_name;
  }

  /** Those of the outermost declarations in a block, if most of its lines are theirs. */
  inside(block: BlockRange): string[] {
    let end = 0;
    const outermost = this.#inside(block).filter((it) => {
      const isOutermost = it.start_byte >= end;
      end = Math.max(end, it.end_byte);
      return isOutermost;
    });
    const lines = outermost.reduce((sum, it) => sum + it.end_line - it.start_line + 1, 0);
    return lines * 2 > block.end_line - block.start_line + 1 ? outermost.map((it) => it.qualified_name) : [];
  }

  #inside({ path, start_byte, end_byte }: BlockRange): DeclarationFacts[] {
    const declarations = this.#declarationsOf(path);
    const its = declarations.slice(firstAt(declarations, start_byte), firstAt(declarations, end_byte));
    return its.filter((it) => it.end_byte <= end_byte);
  }

  #declarationsOf(path: string): readonly DeclarationFacts[] {
    return this.#fileAt(path)?.facts?.declarations ?? [];
  }

  #fileAt(path: string): FileEntry | undefined {
    this.#files ??= new Map(
      this.#entries.flatMap((entry) => (entry.kind === 'file' ? [[entry.path, entry] as const] : [])),
    );
    return this.#files.get(path);
  }
}

/** The first of declarations, which are ordered by their starts, that starts at a byte or after it. */
function firstAt(declarations: readonly DeclarationFacts[], byte: number): number {
  return firstFrom(declarations.length, (at) => declarations[at]?.start_byte, byte);
}
