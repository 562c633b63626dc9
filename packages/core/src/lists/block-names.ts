import type { DeclarationFacts } from '#parse/facts.ts';
import type { BlockRange, FileEntry, Scan } from '#scan/model.ts';

/** The names of callbacks, and of blocks that are one declaration with what is before it, such as `export`. */
export class BlockNames {
  readonly #entries: Scan['entries'];
  #files: Map<string, FileEntry> | undefined;

  constructor({ entries }: Pick<Scan, 'entries'>) {
    this.#entries = entries;
  }

  /** That of a callback, else the qualified name of the outermost declaration in a block that has the same lines. */
  of({ path, start_line, end_line, start_byte, end_byte, name }: BlockRange): string | undefined {
    if (name !== undefined) return name;
    const declarations = this.#fileAt(path)?.facts?.declarations ?? [];
    return declarations.find(
      (it) =>
        it.start_line === start_line &&
        it.end_line === end_line &&
        it.start_byte >= start_byte &&
        it.end_byte <= end_byte,
    )?.qualified_name;
  }

  /** That of the innermost declaration with more than the block. */
  around({ path, start_byte, end_byte }: BlockRange): string | undefined {
    const declarations = this.#fileAt(path)?.facts?.declarations ?? [];
    const around = declarations.filter((it) => it.start_byte <= start_byte && it.end_byte >= end_byte);
    return around.at(-1)?.qualified_name;
  }

  /** Those of the outermost declarations in a block, if most of its lines are theirs. */
  inside({ path, start_byte, end_byte, start_line, end_line }: BlockRange): string[] {
    const declarations = this.#fileAt(path)?.facts?.declarations ?? [];
    const isInside = (it?: DeclarationFacts) =>
      it !== undefined && it.start_byte >= start_byte && it.end_byte <= end_byte;
    const its = declarations.filter((it) => isInside(it) && !isInside(declarations[it.within]));
    const lines = its.reduce((sum, it) => sum + it.end_line - it.start_line + 1, 0);
    return lines * 2 > end_line - start_line + 1 ? its.map((it) => it.qualified_name) : [];
  }

  #fileAt(path: string): FileEntry | undefined {
    this.#files ??= new Map(
      this.#entries.flatMap((entry) => (entry.kind === 'file' ? [[entry.path, entry] as const] : [])),
    );
    return this.#files.get(path);
  }
}
