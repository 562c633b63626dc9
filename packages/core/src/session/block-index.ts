import { compareBytes } from '@analyzer/contracts/order';
import { decodeUnits } from '#parse/elements/element-block.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import { findBlocksInTurns } from '#relate/copies/block-groups.ts';
import { copyGroups } from '#relate/copies/copy-groups.ts';
import { DecodedUnits } from '#relate/copies/decoded-units.ts';
import { type CopyLimits, LIMITS } from '#relate/copies/limits.ts';
import type { GroupKind } from '#relate/model.ts';
import { atOnce, type Turns } from '#relate/turns.ts';
import { KnownUnits, type UnitHashes } from './blocks/known-units.ts';
import type { ComparedFacts } from './compared-facts.ts';
import type { LocatedFamily } from './located.ts';

export interface UnitFile extends UnitHashes {
  elements: Uint8Array;
  declarations: readonly DeclarationFacts[];
}

/** The last search for a file. */
interface Known {
  units: KnownUnits;
  /** The files that may share blocks with it. */
  candidates: Set<string>;
  families: LocatedFamily[];
  /** The files that were replaced since then. */
  stale: Set<string>;
}

/** Number of files whose blocks are known: an editor asks again for its open ones. */
const MAX_KNOWN = 64;
/** Units that so many searches did not need are decoded again. */
const DECODED_SEARCHES = 32;

/**
 * The copied blocks of a changing project that are in some files. All occurrences of such a block are in files with equal
 * units, so only these files are grouped, and only after one of them changed; the groups are those of the complete project.
 */
export class BlockIndex {
  readonly #limits: CopyLimits;
  readonly #kinds: { block: boolean; blockShape: boolean };
  readonly #files = new Map<string, UnitFile>();
  /** By path, the last search at the end. */
  readonly #known = new Map<string, Known>();
  readonly #decoded = new DecodedUnits();
  #searches = 0;

  /** @param kinds the other kinds are ignored */
  constructor(kinds: readonly GroupKind[], limits: CopyLimits = LIMITS) {
    this.#kinds = { block: kinds.includes('block'), blockShape: kinds.includes('block-shape') };
    this.#limits = limits;
  }

  /** @param facts with elements; undefined if the file was removed or is not analyzed */
  replace(path: string, facts: ComparedFacts | undefined): void {
    this.put(path, readUnitFile(facts));
  }

  /** @param file as `readUnitFile` returns it */
  put(path: string, file: UnitFile | undefined): void {
    if (file === undefined) this.#files.delete(path);
    else this.#files.set(path, file);
    this.#known.delete(path);
    for (const { stale } of this.#known.values()) stale.add(path);
  }

  /** The groups with an occurrence in one of these files. */
  familiesIn(paths: readonly string[]): LocatedFamily[] {
    return atOnce(this.findFamilies(paths));
  }

  /** As `familiesIn`, in turns. */
  *findFamilies(paths: readonly string[]): Turns<LocatedFamily[]> {
    const [path] = paths;
    if (path !== undefined && paths.length === 1) return (yield* this.#knownIn(path))?.families ?? [];
    const units = new KnownUnits(paths.flatMap((its) => this.#files.get(its) ?? []));
    const wanted = new Set(paths);
    return yield* this.#search(wanted, units, this.#candidates(wanted, units, this.#files.keys()));
  }

  /** Whether a file can have blocks in common with this one, as it is now. */
  reachOf(path: string): (other: string) => boolean {
    const known = atOnce(this.#knownIn(path));
    const wanted = new Set([path]);
    return (other) => known !== undefined && this.#candidates(wanted, known.units, [other]).size > 0;
  }

  /** Undefined if the file is not analyzed. */
  *#knownIn(path: string): Turns<Known | undefined> {
    const file = this.#files.get(path);
    if (file === undefined) return undefined;
    const known = this.#known.get(path) ?? (yield* this.#searchFirst(path, file));
    // It was replaced in a pause.
    if (this.#files.get(path) !== file) return known;
    const wanted = new Set([path]);
    const found = this.#candidates(wanted, known.units, known.stale);
    const isSame = found.size === 0 && [...known.stale].every((its) => !known.candidates.has(its));
    for (const its of known.stale) known.candidates.delete(its);
    for (const its of found) known.candidates.add(its);
    known.stale.clear();
    if (!isSame) known.families = yield* this.#search(wanted, known.units, known.candidates);
    if (this.#files.get(path) !== file) return known;
    this.#known.delete(path);
    this.#known.set(path, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  *#searchFirst(path: string, file: UnitFile): Turns<Known> {
    const units = new KnownUnits([file]);
    const wanted = new Set([path]);
    const candidates = this.#candidates(wanted, units, this.#files.keys());
    const known: Known = { units, candidates, families: [], stale: new Set() };
    // From now on it gets the files that are replaced.
    this.#known.set(path, known);
    known.families = yield* this.#search(wanted, units, candidates);
    return known;
  }

  /** Those among some files that may share blocks with these ones. */
  #candidates(paths: ReadonlySet<string>, units: KnownUnits, among: Iterable<string>): Set<string> {
    const candidates = new Set<string>();
    for (const path of among) {
      const file = this.#files.get(path);
      if (file === undefined || paths.has(path)) continue;
      if (units.mayShare(file, this.#kinds, this.#limits)) candidates.add(path);
    }
    return candidates;
  }

  *#search(paths: ReadonlySet<string>, units: KnownUnits, others: ReadonlySet<string>): Turns<LocatedFamily[]> {
    if (++this.#searches % DECODED_SEARCHES === 0) this.#decoded.startState();
    const all = [...new Set([...paths, ...others])].sort(compareBytes);
    const candidates = all.flatMap((path) => {
      const file = this.#files.get(path);
      return file === undefined ? [] : { ...file, path, size: file.elements.length };
    });
    const found = yield* findBlocksInTurns(candidates, this.#kinds, this.#limits, {
      mayRepeat: (low) => units.hasShape(low),
      decoded: this.#decoded,
    });
    yield;
    const groups = copyGroups(candidates, [], found.groups);
    yield;
    const families = groups.map(({ id, kind, nodes, members }): LocatedFamily => {
      const copies = members.map(({ file, declaration, range }) => {
        const its = candidates[file];
        return {
          path: its?.path ?? '',
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
    return families.filter(({ copies }) => copies.some(({ path }) => paths.has(path)));
  }
}

/** What is compared of a file; undefined if it is not analyzed. */
export function readUnitFile(facts: ComparedFacts | undefined): UnitFile | undefined {
  if (facts?.elements === undefined) return undefined;
  const { declarations, elements } = facts;
  const { low: same, shapeLow: shape, nodes, previous } = decodeUnits(elements);
  return { elements, declarations, same, shape, nodes, previous };
}
