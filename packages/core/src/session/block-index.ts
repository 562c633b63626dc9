import { compareBytes } from '@analyzer/contracts/order';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import { findBlockGroups } from '#relate/copies/block-groups.ts';
import { copyGroups } from '#relate/copies/copy-groups.ts';
import { type CopyLimits, LIMITS } from '#relate/copies/limits.ts';
import type { GroupKind } from '#relate/model.ts';
import type { ComparedFacts } from './compared-facts.ts';
import { HashFilter } from './hash-filter.ts';
import type { LocatedFamily } from './located.ts';

/** The units of a file as columns; hashes are their lower halves. */
interface UnitFile {
  elements: Uint8Array;
  declarations: readonly DeclarationFacts[];
  same: Int32Array;
  shape: Int32Array;
  nodes: Uint32Array;
  previous: Int32Array;
}

/**
 * The copied blocks of a changing project that are in some files. All occurrences of such a block are in files with equal
 * units, so only these files are grouped; the groups are those of the complete project.
 */
export class BlockIndex {
  readonly #limits: CopyLimits;
  readonly #kinds: { block: boolean; blockShape: boolean };
  readonly #files = new Map<string, UnitFile>();

  /** @param kinds the other kinds are ignored */
  constructor(kinds: readonly GroupKind[], limits: CopyLimits = LIMITS) {
    this.#kinds = { block: kinds.includes('block'), blockShape: kinds.includes('block-shape') };
    this.#limits = limits;
  }

  /** @param facts with elements; undefined if the file was removed or is not analyzed */
  replace(path: string, facts: ComparedFacts | undefined): void {
    if (facts?.elements === undefined) this.#files.delete(path);
    else this.#files.set(path, readUnitFile(facts.declarations, facts.elements));
  }

  /** The groups with an occurrence in one of these files. */
  familiesIn(paths: Iterable<string>): LocatedFamily[] {
    const wanted = new Set(paths);
    const units = Array.from(wanted, (path) => this.#files.get(path)).filter((file) => file !== undefined);
    if (units.length === 0) return [];
    const same = new KnownHashes(units.map((file) => file.same));
    const shape = new KnownHashes(units.map((file) => file.shape));
    const candidates = [...this.#files].filter(([path, file]) => {
      if (wanted.has(path)) return true;
      if (this.#kinds.block && longestRun(file, file.same, same) >= this.#limits.blockNodes) return true;
      return this.#kinds.blockShape && longestRun(file, file.shape, shape) >= this.#limits.shapeNodes;
    });
    candidates.sort(([a], [b]) => compareBytes(a, b));
    const compared = candidates.map(([, { elements, declarations }]) => {
      return { elements, declarations, size: elements.length };
    });
    const groups = copyGroups(
      compared,
      [],
      findBlockGroups(compared, this.#kinds, this.#limits, { mayRepeat: (low) => shape.has(low) }).groups,
    );
    const families = groups.map(({ id, kind, nodes, members }): LocatedFamily => {
      const copies = members.map(({ file, declaration, range }) => {
        const [path, its] = candidates[file] ?? ['', undefined];
        return {
          path,
          name: its?.declarations[declaration]?.qualified_name ?? '',
          declaration,
          start_line: range?.startLine ?? 0,
          end_line: range?.endLine ?? 0,
          start_byte: range?.startByte ?? 0,
          end_byte: range?.endByte ?? 0,
        };
      });
      return { id, key: id, kind, nodes, copies };
    });
    return families.filter(({ copies }) => copies.some(({ path }) => wanted.has(path)));
  }
}

function readUnitFile(declarations: readonly DeclarationFacts[], elements: Uint8Array): UnitFile {
  const { low: same, shapeLow: shape, nodes, previous } = decodeElementBlock(elements).units;
  return { elements, declarations, same, shape, nodes, previous };
}

/** Hashes of units; few others pass the filter. */
class KnownHashes {
  readonly #hashes: ReadonlySet<number>;
  readonly #filter: HashFilter;

  constructor(columns: readonly Int32Array[]) {
    this.#hashes = new Set(columns.flatMap((column) => [...column]));
    this.#filter = new HashFilter(this.#hashes.size);
    for (const hash of this.#hashes) this.#filter.add(hash);
  }

  has(hash: number): boolean {
    return this.#filter.mayHave(hash) && this.#hashes.has(hash);
  }
}

/** Nodes of the largest run of consecutive units with known hashes. */
function longestRun({ nodes, previous }: UnitFile, hashes: Int32Array, known: KnownHashes): number {
  let runs: Uint32Array | undefined;
  let most = 0;
  for (let unit = 0; unit < hashes.length; unit++) {
    if (!known.has(hashes[unit] ?? 0)) continue;
    runs ??= new Uint32Array(hashes.length);
    const run = (nodes[unit] ?? 0) + (runs[previous[unit] ?? -1] ?? 0);
    runs[unit] = run;
    most = Math.max(most, run);
  }
  return most;
}
