import { GATE_RULES } from '#languages/policy.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import { commonGrams, partIn, partNotAdded, similarityOf } from '#relate/copies/range-grams.ts';
import type { BlockRange } from '#scan/model.ts';
import { callbackId } from './callback-copies.ts';
import { blockLocation } from './check-blocks.ts';
import { named } from './convergence.ts';
import { EarlierBodies } from './earlier-bodies.ts';
import { locationOf } from './families.ts';
import {
  type FactsByPath,
  FileDeclarations,
  type MeasuredDeclaration,
  type NamedDeclaration,
} from './file-declarations.ts';
import type { Convergence, Copy, GroupFinding } from './model.ts';
import { mostSimilarPairs } from './similar-pairs.ts';

/** 5-grams of the smallest copy. */
const MIN_COPY = LIMITS.grams;
const { edited: EDITED, convergence: CONVERGENCE } = GATE_RULES;

/** Declarations and callbacks that exist only before, and only now. Those before have the path of their file now, if it exists. */
export interface Moves {
  missing: readonly NamedDeclaration[];
  added: readonly NamedDeclaration[];
  callbacks: { missing: readonly BlockRange[]; added: readonly BlockRange[] };
}

export const NO_MOVES: Moves = { missing: [], added: [], callbacks: { missing: [], added: [] } };

/** A declaration now and before. */
interface Edit {
  before: HashTable;
  now: HashTable;
  /** Nodes that it has now, and that it gained. */
  nodes: number;
  growth: number;
}

/**
 * Distinguishes copies that were added from declarations that existed before and were edited. Of declarations with one path and
 * qualified name, such as overloads, the last one was the last one, the one before it that before it. A missing declaration was
 * renamed if it is similar to an added one of its file, else moved if it is similar to one of another file; each of them is one
 * other.
 */
export class Edits {
  readonly #before: FileDeclarations;
  readonly #now: FileDeclarations;
  /** By path, then by the name now: the name before. */
  readonly #renamed = new Map<string, ReadonlyMap<string, string>>();

  readonly #bodies: EarlierBodies;
  readonly #moves: Moves;
  /** By path and name now: the declaration before, in another file. */
  #moved: ReadonlyMap<string, NamedDeclaration> | undefined;
  /** Ids of the callbacks that were in another file. */
  #movedCallbacks: ReadonlySet<string> | undefined;
  readonly #convergences = new Map<string, Convergence>();

  /**
   * @param earlier versions of the files before
   * @param moves declarations that may have moved to another file
   */
  constructor(before: FactsByPath, now: FactsByPath, earlier: readonly FactsByPath[] = [], moves: Moves = NO_MOVES) {
    this.#before = new FileDeclarations(before);
    this.#now = new FileDeclarations(now);
    this.#bodies = new EarlierBodies([before, ...earlier]);
    this.#moves = moves;
  }

  /** The declarations of explained findings that converged with a twin, each pair once. */
  get convergences(): Convergence[] {
    return [...this.#convergences.values()];
  }

  /** Paths of findings that are declarations, of which each unlisted one existed before. */
  pathsOfExisting(findings: readonly GroupFinding[]): Set<string> {
    const existing = findings.filter(({ unlisted }) => unlisted.every((copy) => this.#editOf(copy) !== undefined));
    return new Set(existing.flatMap(({ family }) => family.copies.map(({ path }) => path)));
  }

  /**
   * Whether functions are identical, perhaps up to renaming, only because existing ones were edited: each unlisted one had
   * enough of its 5-grams before, and did not grow much, or it is the twin of another one. A function that a copy replaced had
   * few of them.
   *
   * @param copies of the group
   */
  explainIdentical(copies: readonly Copy[], unlisted: readonly Copy[]): boolean {
    return this.#explain(
      () => 'same',
      (twins) =>
        unlisted.every((copy) => {
          const edit = this.#editOf(copy);
          return edit !== undefined && (wasEdited(edit) || copies.some((other) => twins(copy, other)));
        }),
    );
  }

  /** Remembers the twins of a finding that is explained. */
  #explain(
    as: (copy: Copy | undefined) => Convergence['as'],
    isExplained: (areTwins: (one: NamedDeclaration, other: NamedDeclaration, copy?: Copy) => boolean) => boolean,
  ): boolean {
    const twins: Convergence[] = [];
    const explained = isExplained((one, other, copy) => {
      const are = this.#areTwins(one, other);
      if (are) twins.push({ copy: named(one), twin: named(other), as: as(copy) });
      return are;
    });
    for (const it of explained ? twins : []) {
      const [one, other] = [it.copy, it.twin].map(({ path, qualified_name }) => locationOf(path, qualified_name));
      if (!this.#convergences.has(`${other} ${one}`)) this.#convergences.set(`${one} ${other}`, it);
    }
    return explained;
  }

  /**
   * Whether a `near` group is new only because declarations were edited. For each unlisted one and each other one holds one
   * of these, else a copy may have replaced it:
   * - They were similar before, but too small to be compared, and it did not grow much.
   * - They are identical, as in `explainIdentical`.
   * - Nearly all of it was there before: it was only reduced.
   * - It kept most of its 5-grams, and got fewer common ones than a copy has.
   * - They are less similar than the certain similarity, and it had most of the common 5-grams before.
   * - It is as before, and the other one had most of the common 5-grams.
   * - They are twins.
   *
   * @param copies of the group
   */
  explainSimilar(copies: readonly Copy[], unlisted: readonly Copy[]): boolean {
    return this.#explain(
      (copy) => (copy?.likeness?.relation === 'edited' ? 'similar' : 'same'),
      (twins) =>
        unlisted.every((copy) => {
          const edit = this.#editOf(copy);
          if (edit === undefined) return false;
          return copies.every((other) => {
            const differing = copy.likeness?.relation === 'first' ? other : copy;
            return other === copy || this.#isEditOnly(edit, other) || twins(copy, other, differing);
          });
        }),
    );
  }

  /**
   * Whether two declarations were versions of each other: they had most of their 5-grams in common, or had equal bodies
   * earlier. One of them must have kept most of itself, else the same new code replaced both.
   */
  #areTwins(one: NamedDeclaration, other: NamedDeclaration): boolean {
    if (one.path === other.path && one.qualified_name === other.qualified_name) return false;
    const [edit, its] = [this.#editOf(one), this.#editOf(other)];
    if (edit === undefined || its === undefined || !(keptMost(edit) || keptMost(its))) return false;
    const shared = Math.min(partIn(edit.before, its.before), partIn(its.before, edit.before));
    if (shared >= CONVERGENCE.part_shared) return true;
    return this.#bodies.haveCommon(one, other, Math.max(edit.nodes, its.nodes));
  }

  #isEditOnly(edit: Edit, other: Copy): boolean {
    const before = this.#beforeOf(other)?.grams;
    const wasSimilar = before !== undefined && similarityOf(edit.before, before) >= EDITED.similar;
    if (wasSimilar && grewLittle(edit)) return true;
    const grams = this.#now.at(other)?.grams;
    if (grams === undefined) return false;
    const common = commonGrams(edit.now, grams);
    if (similarityOf(edit.now, edit.before) === 1000) return before !== undefined && hadMost(before, common);
    const similarity = similarityOf(edit.now, grams);
    if (similarity === 1000) return wasEdited(edit);
    if (partIn(edit.now, edit.before) >= EDITED.part_before_reduced) return true;
    const isSlight = hadMost(edit.now, edit.before) && addedOf(common, edit.before) < MIN_COPY;
    return isSlight || (similarity < EDITED.certain && hadMost(edit.before, common));
  }

  /**
   * Whether a group of blocks is new only because code was edited or moved: the file of each unlisted one existed before, and
   * has at least half of its 5-grams not more often than before; or it is a callback that was in another file; or the
   * declarations around it and another one are twins.
   *
   * @param blocks of the group
   */
  explainBlocks(blocks: readonly BlockRange[], unlisted: readonly BlockRange[]): boolean {
    return this.#explain(
      () => 'block',
      (twins) =>
        unlisted.every((it) => {
          const around = declarationAround(it);
          const others = around === undefined ? [] : blocks.flatMap((other) => declarationAround(other) ?? []);
          if (around !== undefined && others.some((other) => twins(around, other))) return true;
          return this.#wasThere(it);
        }),
    );
  }

  /** Whether the file of a block, or an earlier state of a declaration, had at least half of its 5-grams, not less often than now. */
  #wasThere(block: BlockRange): boolean {
    const { path, start_byte, end_byte, name = '', is_declaration } = block;
    if (is_declaration) {
      const edit = this.#editOf({ path, qualified_name: name });
      return edit !== undefined && hadMost(edit.before, edit.now);
    }
    this.#movedCallbacks ??= this.#findMovedCallbacks();
    if (this.#movedCallbacks.has(callbackId(block))) return true;
    const [before, now] = [this.#before.countsOf(path), this.#now.countsOf(path)];
    const grams = this.#now.gramsOfRun(path, start_byte, end_byte);
    if (before === undefined || now === undefined || grams === undefined) return false;
    return partNotAdded(grams, before, now) >= EDITED.part_before;
  }

  #findMovedCallbacks(): Set<string> {
    const { missing, added } = this.#moves.callbacks;
    const measured = (its: readonly BlockRange[], files: FileDeclarations) =>
      its.map((it) => ({ it, grams: files.gramsOfRun(it.path, it.start_byte, it.end_byte) }));
    return new Set(
      mostSimilarPairs(measured(added, this.#now), measured(missing, this.#before)).map(([now]) => callbackId(now)),
    );
  }

  #editOf(copy: NamedDeclaration): Edit | undefined {
    const following = this.#now.followingNamesakes(copy);
    if (following === undefined) return undefined;
    const [before, now] = [this.#beforeOf(copy), this.#now.namesake(copy, following)];
    if (before === undefined || now === undefined) return undefined;
    return { before: before.grams, now: now.grams, growth: now.nodes - before.nodes, nodes: now.nodes };
  }

  #beforeOf(copy: NamedDeclaration): MeasuredDeclaration | undefined {
    const { path, qualified_name } = copy;
    const old = this.#before.names(path).has(qualified_name) ? qualified_name : this.#renames(path).get(qualified_name);
    if (old !== undefined) {
      const following = this.#now.followingNamesakes(copy);
      return following === undefined ? undefined : this.#before.namesake({ path, qualified_name: old }, following);
    }
    this.#moved ??= this.#findMoves();
    const moved = this.#moved.get(locationOf(path, qualified_name));
    return moved && this.#before.only(moved);
  }

  /** Declarations that were moved to another file, perhaps renamed and edited at once. */
  #findMoves(): Map<string, NamedDeclaration> {
    const { missing, added } = this.#moves;
    const renamed = new Set(
      [...new Set(missing.map(({ path }) => path))].flatMap((path) => {
        return [...this.#renames(path).values()].map((name) => locationOf(path, name));
      }),
    );
    const old = missing.filter(({ path, qualified_name }) => !renamed.has(locationOf(path, qualified_name)));
    const others = added.filter(({ path, qualified_name }) => !this.#renames(path).has(qualified_name));
    return new Map(
      mostSimilarPairs(
        others.map((it) => ({ it, grams: this.#now.only(it)?.grams })),
        old.map((it) => ({ it, grams: this.#before.only(it)?.grams })),
      ).map(([now, before]) => [locationOf(now.path, now.qualified_name), before]),
    );
  }

  #renames(path: string): ReadonlyMap<string, string> {
    const known = this.#renamed.get(path) ?? this.#findRenames(path);
    this.#renamed.set(path, known);
    return known;
  }

  #findRenames(path: string): Map<string, string> {
    const [before, now] = [this.#before.names(path), this.#now.names(path)];
    const missing = [...before].filter((name) => !now.has(name));
    const added = [...now].filter((name) => !before.has(name));
    return new Map(
      mostSimilarPairs(
        added.map((it) => ({ it, grams: this.#now.only({ path, qualified_name: it })?.grams })),
        missing.map((it) => ({ it, grams: this.#before.only({ path, qualified_name: it })?.grams })),
      ),
    );
  }
}

/** Whether most of some 5-grams are among others, usually those before an edit. */
function hadMost(before: HashTable, grams: HashTable): boolean {
  return partIn(grams, before) >= EDITED.part_before;
}

function addedOf(grams: HashTable, before: HashTable): number {
  return grams.size - commonGrams(grams, before).size;
}

function wasEdited(edit: Edit): boolean {
  return grewLittle(edit) && partIn(edit.now, edit.before) >= EDITED.part_before_identical;
}

function keptMost(edit: Edit): boolean {
  return grewLittle(edit) && partIn(edit.now, edit.before) >= CONVERGENCE.part_kept;
}

/** @returns undefined at file level */
function declarationAround(block: BlockRange): NamedDeclaration | undefined {
  const { path, within } = block;
  return within === undefined ? undefined : { path, qualified_name: blockLocation(block).slice(path.length + 1) };
}

function grewLittle({ growth, nodes }: Edit): boolean {
  return 2 * growth < nodes;
}

/**
 * Paths of the copies of findings that may be explained by edits: each unlisted one existed before, or may be moved.
 *
 * @param wasThere whether a file existed before, or a declaration of it may be moved
 */
export function editedPaths(findings: readonly GroupFinding[], wasThere: (copy: Copy) => boolean): ReadonlySet<string> {
  const edited = findings.filter(({ unlisted }) => unlisted.every(wasThere));
  return new Set(edited.flatMap(({ family }) => family.copies.map(({ path }) => path)));
}
