import { GATE_RULES } from '#languages/policy.ts';
import type { BlockRange, Group, Scan } from '#scan/model.ts';

/**
 * Whether nearly all of each occurrence of a block is declarations that are known copies: a run of these is nothing new,
 * also after they were moved or renamed.
 */
export class KnownDeclarations {
  readonly #isKnown: (id: string) => boolean;
  readonly #files: Map<string, Scan['entries'][number]>;
  readonly #relations: Scan['relations'];

  /** @param isKnown by id of a declaration */
  constructor({ entries, relations }: Scan, isKnown: (id: string) => boolean) {
    this.#isKnown = isKnown;
    this.#files = new Map(entries.map((entry) => [entry.path, entry]));
    this.#relations = relations;
  }

  make({ blocks = [], nodes }: Group): boolean {
    return blocks.every((it) => 100 * this.#knownNodes(it) >= GATE_RULES.known.percent_of_nodes * nodes);
  }

  /** Nodes of the outermost known declarations in a range. */
  #knownNodes({ path, start_byte, end_byte }: BlockRange): number {
    const entry = this.#files.get(path);
    const ids = this.#relations.get(path)?.ids ?? [];
    const declarations = (entry?.kind === 'file' ? entry.facts?.declarations : undefined) ?? [];
    const counted = new Set<number>();
    let sum = 0;
    for (const [index, declaration] of declarations.entries()) {
      if (declaration.start_byte < start_byte || declaration.end_byte > end_byte) continue;
      if (counted.has(declaration.within)) counted.add(index);
      else if (this.#isKnown(ids[index] ?? '')) {
        counted.add(index);
        sum += declaration.nodes;
      }
    }
    return sum;
  }
}
