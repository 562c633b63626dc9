import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import {
  commonGrams,
  type GramCounts,
  partIn,
  partNotAdded,
  RangeGrams,
  similarityOf,
} from '#relate/copies/range-grams.ts';
import type { BlockRange } from '#scan/model.ts';
import type { Copy, GroupFinding } from './model.ts';

/** Similarity, in thousandths, from which an edited declaration is a copy of another one. */
const CERTAIN = 750;
/** Similarity, in thousandths, from which declarations are a group. */
const SIMILAR = 500;
/** 5-grams of the smallest copy. */
const LEAST_COPY = LIMITS.grams;
/** Part of the 5-grams of a block, or common to two declarations, in thousandths, that was there before an edit. */
const LEAST_BEFORE = 500;
/** The same of the 5-grams of a function that is identical to others: of a small one a few tokens can change a third. */
const LEAST_BEFORE_IDENTICAL = 600;

/** Renamed declarations are searched in files with at most so many pairs of a missing and an added declaration. */
const MOST_PAIRS = 10_000;

/** Facts with element blocks, by path. */
export type FactsByPath = ReadonlyMap<string, Pick<FileFacts, 'declarations' | 'elements'>>;

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

  constructor(before: FactsByPath, now: FactsByPath) {
    this.#before = new FileDeclarations(before);
    this.#now = new FileDeclarations(now);
  }

  /**
   * Whether functions are identical, perhaps up to renaming, only because existing ones were edited: each unlisted one had
   * `LEAST_BEFORE_IDENTICAL` of its 5-grams before, and did not grow much. A function that a copy replaced had few of them.
   */
  explainIdentical(unlisted: readonly Copy[]): boolean {
    return unlisted.every((copy) => {
      const edit = this.#editOf(copy);
      return edit !== undefined && wasEdited(edit);
    });
  }

  /**
   * Whether a `near` group is new only because declarations were edited. For each unlisted one and each other one holds one
   * of these, else a copy may have replaced it:
   * - They were similar before, but too small to be compared, and it did not grow much.
   * - They are identical, as in `explainIdentical`.
   * - It kept most of its 5-grams, and got fewer common ones than a copy has.
   * - They are less similar than `CERTAIN`, and it had most of the common 5-grams before.
   * - It is as before, and the other one had most of the common 5-grams.
   *
   * @param copies of the group
   */
  explainSimilar(copies: readonly Copy[], unlisted: readonly Copy[]): boolean {
    return unlisted.every((copy) => {
      const edit = this.#editOf(copy);
      return edit !== undefined && copies.every((other) => other === copy || this.#isEditOnly(edit, other));
    });
  }

  #isEditOnly(edit: Edit, other: Copy): boolean {
    const before = this.#beforeOf(other)?.grams;
    const wasSimilar = before !== undefined && similarityOf(edit.before, before) >= SIMILAR;
    if (wasSimilar && grewLittle(edit)) return true;
    const grams = this.#now.at(other)?.grams;
    if (grams === undefined) return false;
    const common = commonGrams(edit.now, grams);
    if (similarityOf(edit.now, edit.before) === 1000) return before !== undefined && hadMost(before, common);
    const similarity = similarityOf(edit.now, grams);
    if (similarity === 1000) return wasEdited(edit);
    const isSlight = hadMost(edit.now, edit.before) && addedOf(common, edit.before) < LEAST_COPY;
    return isSlight || (similarity < CERTAIN && hadMost(edit.before, common));
  }

  /**
   * Whether a group of blocks is new only because code was edited or moved: the file of each unlisted one existed before, and
   * has at least half of its 5-grams not more often than before.
   */
  explainBlocks(unlisted: readonly BlockRange[]): boolean {
    return unlisted.every(({ path, start_byte, end_byte }) => {
      const [before, now] = [this.#before.countsOf(path), this.#now.countsOf(path)];
      const block = this.#now.gramsOfRun(path, start_byte, end_byte);
      if (before === undefined || now === undefined || block === undefined) return false;
      return partNotAdded(block, before, now) >= LEAST_BEFORE;
    });
  }

  #editOf(copy: Copy): Edit | undefined {
    const [before, now] = [this.#beforeOf(copy), this.#now.only(copy)];
    if (before === undefined || now === undefined) return undefined;
    return { before: before.grams, now: now.grams, growth: now.nodes - before.nodes, nodes: now.nodes };
  }

  #beforeOf({ path, qualified_name }: Copy): MeasuredDeclaration | undefined {
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
    if (missing.length * added.length > MOST_PAIRS) return renames;
    const pairs = added.flatMap((name) => {
      const grams = this.#now.only({ path, qualified_name: name })?.grams;
      if (grams === undefined) return [];
      return missing.flatMap((old) => {
        const its = this.#before.only({ path, qualified_name: old })?.grams;
        const similarity = its === undefined ? 0 : similarityOf(its, grams);
        return similarity < SIMILAR ? [] : [{ name, old, similarity }];
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
  return partIn(grams, before) >= LEAST_BEFORE;
}

function addedOf(grams: HashTable, before: HashTable): number {
  return grams.size - commonGrams(grams, before).size;
}

function wasEdited(edit: Edit): boolean {
  return grewLittle(edit) && partIn(edit.now, edit.before) >= LEAST_BEFORE_IDENTICAL;
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

interface MeasuredDeclaration {
  /** Its different 5-grams. */
  grams: HashTable;
  nodes: number;
}

class FileDeclarations {
  readonly #files: FactsByPath;
  readonly #grams = new Map<string, RangeGrams>();
  readonly #counts = new Map<string, GramCounts>();

  constructor(files: FactsByPath) {
    this.#files = files;
  }

  names(path: string): ReadonlySet<string> {
    return new Set(this.#files.get(path)?.declarations.map((it) => it.qualified_name));
  }

  /** The declaration with this name, if no other one has it. */
  only({ path, qualified_name: name }: Pick<Copy, 'path' | 'qualified_name'>): MeasuredDeclaration | undefined {
    const [index, ...others] = this.#indexes(path, (it) => it.qualified_name === name);
    return others.length > 0 ? undefined : this.#measured(path, index);
  }

  /** The declaration with this name in this line. */
  at({ path, qualified_name: name, start_line }: Copy): MeasuredDeclaration | undefined {
    const [index] = this.#indexes(path, (it) => it.qualified_name === name && it.start_line === start_line);
    return this.#measured(path, index);
  }

  countsOf(path: string): GramCounts | undefined {
    const known = this.#counts.get(path) ?? this.#gramsOf(path)?.ofFile();
    if (known !== undefined) this.#counts.set(path, known);
    return known;
  }

  gramsOfRun(path: string, startByte: number, endByte: number): HashTable | undefined {
    return this.#gramsOf(path)?.ofRun(startByte, endByte);
  }

  #indexes(path: string, isWanted: (it: DeclarationFacts) => boolean): number[] {
    const declarations = this.#files.get(path)?.declarations ?? [];
    return [...declarations.entries()].flatMap(([index, it]) => (isWanted(it) ? [index] : []));
  }

  #measured(path: string, index: number | undefined): MeasuredDeclaration | undefined {
    const nodes = this.#files.get(path)?.declarations[index ?? -1]?.nodes;
    const grams = index === undefined ? undefined : this.#gramsOf(path)?.ofDeclaration(index);
    return nodes === undefined || grams === undefined ? undefined : { grams, nodes };
  }

  #gramsOf(path: string): RangeGrams | undefined {
    const known = this.#grams.get(path);
    const elements = this.#files.get(path)?.elements;
    if (known !== undefined || elements === undefined) return known;
    const grams = new RangeGrams(elements);
    this.#grams.set(path, grams);
    return grams;
  }
}
