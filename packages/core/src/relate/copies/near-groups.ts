import { createHash } from 'node:crypto';
import type { ElementBlock } from '#parse/elements/element-block.ts';
import { type ComparedDeclaration, type ComparedFile, ElementBlocks } from './compared-file.ts';
import { rangeOf } from './file-grams.ts';
import { type GramSets, readGramSets } from './gram-sets.ts';
import { type ElementRange, gramsOf } from './gram-windows.ts';
import type { HashTable } from './hash-table.ts';
import { type CopyLimits, LIMITS } from './limits.ts';
import { rangeHash } from './range-hash.ts';
import { classifySets, type SetClasses } from './set-classes.ts';
import { SimilarClasses } from './similar-classes.ts';

/** A declaration by file and number. */
export interface NearMember {
  file: number;
  declaration: number;
  /** To the leader, in thousandths, rounded down. */
  similarity: number;
}

/** Similar declarations: the leader first, then the most similar. */
export interface NearGroup {
  members: NearMember[];
  /** SHA-256 of the leader's 5-grams, 64 hex. */
  fingerprint: string;
}

/** A declaration that is similar to at least one other, whether or not a group has it. */
export interface PartneredDeclaration {
  file: number;
  declaration: number;
  /** Hash of its body, 16 hex. */
  body: string;
}

/**
 * The groups of similar declarations (docs/use/copies.md). Leaders come in the order of their size; each takes all free
 * declarations that are similar to it. One without these takes the most similar member of an earlier group, which is in
 * both groups then: so each declaration that is similar to another one is in a group.
 *
 * @param files in the order of their projects and paths
 */
export function findNearGroups(files: readonly ComparedFile[], limits: CopyLimits = LIMITS): NearGroup[] {
  return withoutExact(findSimilar(files, limits, false).groups, files);
}

/**
 * The same, also groups of functions that are a group of an exact kind, with all declarations that are similar to another one
 * that is not nested in it, nor around it, in the order of files and positions.
 *
 * @param wantsPartners false for an empty list, which saves time
 * @param blocks of these files
 */
export function findSimilar(
  files: readonly ComparedFile[],
  limits: CopyLimits,
  wantsPartners: boolean,
  blocks = new ElementBlocks(files),
): { groups: NearGroup[]; partnered: PartneredDeclaration[] } {
  const sets = readGramSets(files, blocks, limits);
  const leaders = new Leaders(files, sets);
  const groups = leaders.groups();
  const partnered = wantsPartners ? leaders.partnered().map((set) => withBodyHash(set, sets, blocks)) : [];
  return { groups: withFingerprints(groups, sets, blocks), partnered };
}

/** Without the groups of functions that are a group of an exact kind. */
export function withoutExact<Led extends { members: NearMember[] }>(
  groups: readonly Led[],
  files: readonly Pick<ComparedFile, 'declarations'>[],
): Led[] {
  const declarationAt = ({ file, declaration }: NearMember) => files[file]?.declarations[declaration];
  return groups.filter(({ members }) => !isExact(members.map(declarationAt)));
}

function withBodyHash(set: number, sets: GramSets, blocks: ElementBlocks): PartneredDeclaration {
  const [file, declaration] = [sets.file[set] ?? 0, sets.declaration[set] ?? 0];
  const block = blocks.of(file);
  return { file, declaration, body: rangeHash(block, rangeOf(block, sets.body[set] ?? 0)) };
}

/** Whether the functions are a group of an exact kind. */
function isExact([first, ...others]: readonly (ComparedDeclaration | undefined)[]): boolean {
  const { function_body: body, function_shape: shape } = first ?? {};
  const isSame = body !== undefined && others.every((it) => it?.function_body === body);
  return isSame || (shape !== undefined && others.every((it) => it?.function_shape === shape));
}

/** With the number of the leader's set. */
export interface LedGroup {
  members: NearMember[];
  leader: number;
}

/** The groups of these sets, without their fingerprints; also those of functions that are a group of an exact kind. */
export function groupSets(files: readonly Nested[], sets: GramSets): LedGroup[] {
  return new Leaders(files, sets).groups();
}

/** A file whose declarations can be nested. */
type Nested = Pick<ComparedFile, 'declarations'>;

interface Candidate {
  set: number;
  common: number;
  union: number;
}

/** Negative if the first one is more similar. */
function mostSimilar(a: Candidate, b: Candidate): number {
  return b.common * a.union - a.common * b.union;
}

class Leaders {
  readonly #files: readonly Nested[];
  readonly #sets: GramSets;
  readonly #classes: SetClasses;
  readonly #similar: SimilarClasses;
  /** By class: its declarations, and those that may be free. */
  readonly #setsOf: readonly number[][];
  readonly #freeOf: number[][];
  /** By class: its first member of a group; -1 for none. */
  readonly #firstGrouped: Int32Array;
  readonly #isTaken: Uint8Array;
  /** 1 for a member of a group; a leader without others is taken and not grouped. */
  readonly #isGrouped: Uint8Array;
  /** By file, then by declaration: the leader whose group has it, or has a declaration in it. */
  readonly #memberOf: Int32Array[];
  readonly #aroundMemberOf: Int32Array[];

  constructor(files: readonly Nested[], sets: GramSets) {
    this.#files = files;
    this.#sets = sets;
    this.#classes = classifySets(sets);
    this.#similar = new SimilarClasses(this.#classes);
    const setsOf: number[][] = Array.from(this.#classes.size, () => []);
    this.#classes.classOf.forEach((its, set) => {
      setsOf[its]?.push(set);
    });
    this.#setsOf = setsOf;
    this.#freeOf = [...setsOf];
    this.#firstGrouped = new Int32Array(setsOf.length).fill(-1);
    this.#isTaken = new Uint8Array(sets.size.length);
    this.#isGrouped = new Uint8Array(sets.size.length);
    const column = ({ declarations }: Nested) => new Int32Array(declarations.length).fill(-1);
    this.#memberOf = files.map(column);
    this.#aroundMemberOf = files.map(column);
  }

  groups(): LedGroup[] {
    const order = Array.from(this.#sets.size, (_, set) => set);
    order.sort((a, b) => this.#nodes(b) - this.#nodes(a) || this.#byPosition(a, b));
    const groups: LedGroup[] = [];
    for (const leader of order) {
      if (this.#isTaken[leader] === 1 || (this.#classes.classOf[leader] ?? -1) < 0) continue;
      const members = this.#take(leader);
      if (members.length > 1) groups.push({ members, leader });
    }
    return groups;
  }

  /** After `groups`: the declarations that are similar to another one that is not nested in it, nor around it. */
  partnered(): number[] {
    const all = Array.from(this.#sets.size, (_, set) => set);
    return all.filter((set) => this.#isGrouped[set] === 1).sort((a, b) => this.#byPosition(a, b));
  }

  #areNested(a: number, b: number): boolean {
    if (this.#sets.file[a] !== this.#sets.file[b]) return false;
    const [one, other] = [this.#sets.declaration[a] ?? 0, this.#sets.declaration[b] ?? 0];
    return this.#isInside(a, other) || this.#isInside(b, one);
  }

  #isInside(set: number, declaration: number): boolean {
    const file = this.#sets.file[set] ?? 0;
    for (let at = this.#sets.declaration[set] ?? -1; at >= 0; at = this.#within(file, at)) {
      if (at === declaration) return true;
    }
    return false;
  }

  /** The group of a leader, without others if it is similar to none that is not nested in it, nor around it. */
  #take(leader: number): NearMember[] {
    const candidates = this.#similar.candidates(this.#classes.classOf[leader] ?? 0);
    const members: Candidate[] = [];
    this.#enter(leader, leader);
    for (const candidate of this.#free(leader, candidates)) {
      if (this.#overlaps(candidate.set, leader)) continue;
      this.#enter(candidate.set, leader);
      members.push(candidate);
    }
    const partner = members.length === 0 ? this.#grouped(leader, candidates) : undefined;
    if (partner !== undefined) members.push(partner);
    const all = [{ set: leader, common: 1, union: 1 }, ...members];
    if (all.length > 1) for (const { set } of all) this.#group(set);
    for (const its of new Set(all.map(({ set }) => this.#classes.classOf[set] ?? 0))) this.#forget(its);
    return all.map(({ set, common, union }) => ({
      file: this.#sets.file[set] ?? 0,
      declaration: this.#sets.declaration[set] ?? 0,
      similarity: Math.floor((1000 * common) / union),
    }));
  }

  /** Free declarations of some classes, and of its own, that are similar to a leader, the most similar first. */
  #free(leader: number, classes: readonly number[]): Candidate[] {
    const found: Candidate[] = [];
    for (const its of this.#withOwn(leader, classes)) {
      const free = (this.#freeOf[its] ?? []).filter((set) => this.#isTaken[set] === 0);
      const common = free.length === 0 ? undefined : this.#commonWith(leader, its);
      if (common !== undefined) for (const set of free) found.push({ set, ...common });
    }
    return found.sort((a, b) => mostSimilar(a, b) || this.#byPosition(a.set, b.set));
  }

  /** Of some classes, and of its own, the most similar member of earlier groups. */
  #grouped(leader: number, classes: readonly number[]): Candidate | undefined {
    let best: Candidate | undefined;
    for (const its of this.#withOwn(leader, classes)) {
      const first = this.#firstGrouped[its] ?? -1;
      const common = first < 0 ? undefined : this.#commonWith(leader, its);
      if (common === undefined || (best !== undefined && mostSimilar(best, { set: first, ...common }) < 0)) continue;
      const set = this.#areNested(first, leader) ? this.#otherGrouped(its, leader) : first;
      if (set === undefined) continue;
      const found = { set, ...common };
      if (best === undefined || (mostSimilar(found, best) || this.#byPosition(set, best.set)) < 0) best = found;
    }
    return best;
  }

  /** The first member of a group in a class that is not nested in a declaration, nor around it. */
  #otherGrouped(its: number, leader: number): number | undefined {
    const grouped = this.#setsOf[its]?.filter((set) => this.#isGrouped[set] === 1 && !this.#areNested(set, leader));
    return grouped?.sort((a, b) => this.#byPosition(a, b))[0];
  }

  #withOwn(leader: number, classes: readonly number[]): number[] {
    return [this.#classes.classOf[leader] ?? 0, ...classes];
  }

  /** @returns undefined if they are not similar */
  #commonWith(leader: number, its: number): Omit<Candidate, 'set'> | undefined {
    const own = this.#classes.classOf[leader] ?? 0;
    const common = this.#similar.common(own, its);
    const sizes = (this.#classes.size[own] ?? 0) + (this.#classes.size[its] ?? 0);
    return common === undefined ? undefined : { common, union: sizes - common };
  }

  #group(set: number): void {
    this.#isGrouped[set] = 1;
    const its = this.#classes.classOf[set] ?? 0;
    const first = this.#firstGrouped[its] ?? -1;
    if (first < 0 || this.#byPosition(set, first) < 0) this.#firstGrouped[its] = set;
  }

  /** Forgets the declarations of a class that are not free, and the class if no later leader can take one of it. */
  #forget(its: number): void {
    const free = (this.#freeOf[its] ?? []).filter((set) => this.#isTaken[set] === 0);
    this.#freeOf[its] = free;
    if (free.length === 0 && (this.#firstGrouped[its] ?? -1) < 0) this.#similar.remove(its);
  }

  #enter(set: number, leader: number): void {
    this.#isTaken[set] = 1;
    const file = this.#sets.file[set] ?? 0;
    let at = this.#sets.declaration[set] ?? 0;
    const [members, around] = [this.#memberOf[file], this.#aroundMemberOf[file]];
    if (members === undefined || around === undefined) return;
    members[at] = leader;
    for (at = this.#within(file, at); at >= 0 && around[at] !== leader; at = this.#within(file, at))
      around[at] = leader;
  }

  /** Whether a declaration is nested in a member of the group, or a member in it. */
  #overlaps(set: number, leader: number): boolean {
    const file = this.#sets.file[set] ?? 0;
    const declaration = this.#sets.declaration[set] ?? 0;
    if (this.#aroundMemberOf[file]?.[declaration] === leader) return true;
    for (let at = declaration; at >= 0; at = this.#within(file, at)) {
      if (this.#memberOf[file]?.[at] === leader) return true;
    }
    return false;
  }

  #within(file: number, declaration: number): number {
    return this.#files[file]?.declarations[declaration]?.within ?? -1;
  }

  #nodes(set: number): number {
    return this.#declaration(set)?.nodes ?? 0;
  }

  #byPosition(a: number, b: number): number {
    const { file, declaration } = this.#sets;
    return (
      (file[a] ?? 0) - (file[b] ?? 0) ||
      (this.#declaration(a)?.start_byte ?? 0) - (this.#declaration(b)?.start_byte ?? 0) ||
      (declaration[a] ?? 0) - (declaration[b] ?? 0)
    );
  }

  #declaration(set: number): ComparedDeclaration | undefined {
    return this.#files[this.#sets.file[set] ?? 0]?.declarations[this.#sets.declaration[set] ?? 0];
  }
}

/** Hashes the 5-grams of leaders, file by file. */
function withFingerprints(groups: readonly LedGroup[], sets: GramSets, blocks: ElementBlocks): NearGroup[] {
  const order = [...groups.keys()];
  const fileOf = (group: number) => groups[group]?.members[0]?.file ?? 0;
  order.sort((a, b) => fileOf(a) - fileOf(b));
  const fingerprints: string[] = [];
  for (const group of order) {
    const file = fileOf(group);
    const block = blocks.of(file);
    fingerprints[group] = fingerprintOf(block, rangeOf(block, sets.body[groups[group]?.leader ?? 0] ?? 0));
  }
  return groups.map(({ members }, at) => ({ members, fingerprint: fingerprints[at] ?? '' }));
}

/** SHA-256 of the 5-grams of a range, 64 hex. */
export function fingerprintOf(block: ElementBlock, range: ElementRange): string {
  return createHash('sha256')
    .update(sortedGrams(gramsOf(block, range)))
    .digest('hex');
}

/** The 5-grams of a set, eight bytes each, ascending: the fingerprint of a group is their SHA-256. */
export function sortedGrams(table: HashTable): Buffer {
  const grams = Array.from({ length: table.size }, (_, gram) => {
    const bytes = Buffer.alloc(8);
    bytes.writeInt32BE(table.high(gram));
    bytes.writeInt32BE(table.low(gram), 4);
    return bytes;
  });
  return Buffer.concat(grams.sort(Buffer.compare));
}
