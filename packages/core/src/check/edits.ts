import { GATE_RULES } from '#languages/policy.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import { commonGrams, partIn, partNotAdded, similarityOf } from '#relate/copies/range-grams.ts';
import type { BlockRange } from '#scan/model.ts';
import { blockLocation } from './check-blocks.ts';
import { EarlierBodies } from './earlier-bodies.ts';
import { type FactsByPath, FileDeclarations, type MeasuredDeclaration } from './file-declarations.ts';
import type { Copy, GroupFinding } from './model.ts';

/** 5-grams of the smallest copy. */
const MIN_COPY = LIMITS.grams;
const { edited: EDITED, convergence: CONVERGENCE } = GATE_RULES;

type NamedDeclaration = Pick<Copy, 'path' | 'qualified_name'>;

/** A declaration now and before. */
interface Edit {
  before: HashTable;
  now: HashTable;
  /** Nodes that it has now, and that it gained. */
  nodes: number;
  growth: number;
}

/**
 * Distinguishes copies that were added from declarations that existed before and were edited. Only declarations count
 * whose path and qualified name are unique before and now. One of the missing declarations of a file was renamed if it is
 * similar to an added one; each of them is renamed to one other.
 */
export class Edits {
  readonly #before: FileDeclarations;
  readonly #now: FileDeclarations;
  /** By path, then by the name now: the name before. */
  readonly #renamed = new Map<string, ReadonlyMap<string, string>>();

  readonly #bodies: EarlierBodies;

  /** @param earlier versions of the files before */
  constructor(before: FactsByPath, now: FactsByPath, earlier: readonly FactsByPath[] = []) {
    this.#before = new FileDeclarations(before);
    this.#now = new FileDeclarations(now);
    this.#bodies = new EarlierBodies([before, ...earlier]);
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
    return unlisted.every((copy) => {
      const edit = this.#editOf(copy);
      return edit !== undefined && (wasEdited(edit) || copies.some((other) => this.#areTwins(copy, other)));
    });
  }

  /**
   * Whether a `near` group is new only because declarations were edited. For each unlisted one and each other one holds one
   * of these, else a copy may have replaced it:
   * - They were similar before, but too small to be compared, and it did not grow much.
   * - They are identical, as in `explainIdentical`.
   * - It kept most of its 5-grams, and got fewer common ones than a copy has.
   * - They are less similar than the certain similarity, and it had most of the common 5-grams before.
   * - It is as before, and the other one had most of the common 5-grams.
   * - They are twins.
   *
   * @param copies of the group
   */
  explainSimilar(copies: readonly Copy[], unlisted: readonly Copy[]): boolean {
    return unlisted.every((copy) => {
      const edit = this.#editOf(copy);
      if (edit === undefined) return false;
      return copies.every((other) => {
        return other === copy || this.#isEditOnly(edit, other) || this.#areTwins(copy, other);
      });
    });
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
    const isSlight = hadMost(edit.now, edit.before) && addedOf(common, edit.before) < MIN_COPY;
    return isSlight || (similarity < EDITED.certain && hadMost(edit.before, common));
  }

  /**
   * Whether a group of blocks is new only because code was edited or moved: the file of each unlisted one existed before, and
   * has at least half of its 5-grams not more often than before; or the declarations around it and another one are twins.
   *
   * @param blocks of the group
   */
  explainBlocks(blocks: readonly BlockRange[], unlisted: readonly BlockRange[]): boolean {
    return unlisted.every((it) => {
      const around = declarationAround(it);
      const others = around === undefined ? [] : blocks.flatMap((other) => declarationAround(other) ?? []);
      if (around !== undefined && others.some((other) => this.#areTwins(around, other))) return true;
      const { path, start_byte, end_byte } = it;
      const [before, now] = [this.#before.countsOf(path), this.#now.countsOf(path)];
      const block = this.#now.gramsOfRun(path, start_byte, end_byte);
      if (before === undefined || now === undefined || block === undefined) return false;
      return partNotAdded(block, before, now) >= EDITED.part_before;
    });
  }

  #editOf(copy: NamedDeclaration): Edit | undefined {
    const [before, now] = [this.#beforeOf(copy), this.#now.only(copy)];
    if (before === undefined || now === undefined) return undefined;
    return { before: before.grams, now: now.grams, growth: now.nodes - before.nodes, nodes: now.nodes };
  }

  #beforeOf({ path, qualified_name }: NamedDeclaration): MeasuredDeclaration | undefined {
    const old = this.#before.names(path).has(qualified_name) ? qualified_name : this.#renames(path).get(qualified_name);
    return old === undefined ? undefined : this.#before.only({ path, qualified_name: old });
  }

  #renames(path: string): ReadonlyMap<string, string> {
    const known = this.#renamed.get(path) ?? this.#findRenames(path);
    this.#renamed.set(path, known);
    return known;
  }

  /** The most similar pairs first. */
  #findRenames(path: string): Map<string, string> {
    const [before, now] = [this.#before.names(path), this.#now.names(path)];
    const missing = [...before].filter((name) => !now.has(name));
    const added = [...now].filter((name) => !before.has(name));
    const renames = new Map<string, string>();
    if (missing.length * added.length > GATE_RULES.renamed.max_pairs) return renames;
    const pairs = added.flatMap((name) => {
      const grams = this.#now.only({ path, qualified_name: name })?.grams;
      if (grams === undefined) return [];
      return missing.flatMap((old) => {
        const its = this.#before.only({ path, qualified_name: old })?.grams;
        const similarity = its === undefined ? 0 : similarityOf(its, grams);
        return similarity < EDITED.similar ? [] : [{ name, old, similarity }];
      });
    });
    const taken = new Set<string>();
    for (const { name, old } of pairs.sort((a, b) => b.similarity - a.similarity)) {
      if (renames.has(name) || taken.has(old)) continue;
      renames.set(name, old);
      taken.add(old);
    }
    return renames;
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

/** Paths of the copies of findings that may be explained by edits: the files of all unlisted ones existed before. */
export function editedPaths(
  findings: readonly GroupFinding[],
  wasThere: (path: string) => boolean,
): ReadonlySet<string> {
  const edited = findings.filter(({ unlisted }) => unlisted.every(({ path }) => wasThere(path)));
  return new Set(edited.flatMap(({ family }) => family.copies.map(({ path }) => path)));
}
