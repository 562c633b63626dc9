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
import { areSimilar, SimilarClasses } from './similar-classes.ts';

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
 * The groups of similar declarations (docs/copies.md). Leaders come in the order of their size; each takes all free
 * declarations that are similar to it.
 *
 * @param files in the order of their projects and paths
 */
export function findNearGroups(files: readonly ComparedFile[], limits: CopyLimits = LIMITS): NearGroup[] {
  return findSimilar(files, limits, false).groups;
}

/**
 * The same with all declarations that are similar to another one, in the order of files and positions.
 *
 * @param wantsPartners false for an empty list, which saves time
 */
export function findSimilar(
  files: readonly ComparedFile[],
  limits: CopyLimits,
  wantsPartners: boolean,
): { groups: NearGroup[]; partnered: PartneredDeclaration[] } {
  const blocks = new ElementBlocks(files);
  const sets = readGramSets(files, blocks, limits);
  const leaders = new Leaders(files, sets);
  const groups = leaders.groups();
  const partnered = wantsPartners ? leaders.partnered().map((set) => withBodyHash(set, sets, blocks)) : [];
  return { groups: withFingerprints(withoutExact(groups, files), sets, blocks), partnered };
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

class Leaders {
  readonly #files: readonly Nested[];
  readonly #sets: GramSets;
  readonly #classes: SetClasses;
  readonly #similar: SimilarClasses;
  /** By class: its free declarations. */
  readonly #free: number[][];
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
    this.#similar = new SimilarClasses(this.#classes, () => true);
    this.#free = Array.from(this.#classes.size, () => []);
    this.#classes.classOf.forEach((its, set) => {
      this.#free[its]?.push(set);
    });
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

  /**
   * After `groups`: the declarations that are similar to another one that is not nested in it, nor around it. Two
   * declarations without a group are not similar, because the first one to lead takes the other: so each one is compared
   * only with members of groups.
   */
  partnered(): number[] {
    const { classOf, size, alone } = this.#classes;
    const grouped: number[][] = Array.from(size, () => []);
    classOf.forEach((its, set) => {
      if (this.#isGrouped[set] === 1) grouped[its]?.push(set);
    });
    const similar = new SimilarClasses(this.#classes, (it) => grouped[it]?.length !== 0);
    const hasPartner = (set: number) => {
      const own = classOf[set] ?? -1;
      if (own < 0) return false;
      const has = (its: number) => grouped[its]?.some((other) => !this.#areNested(set, other));
      const ownSize = size[own] ?? 0;
      if (areSimilar(ownSize - (alone[own] ?? 0), ownSize, ownSize) && has(own)) return true;
      return similar.of(own).some(({ other }) => has(other));
    };
    const all = Array.from(this.#sets.size, (_, set) => set);
    return all.filter((set) => this.#isGrouped[set] === 1 || hasPartner(set)).sort((a, b) => this.#byPosition(a, b));
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

  /** The group of a leader. Without others the leader is in none, because similarity is symmetric. */
  #take(leader: number): NearMember[] {
    const members: NearMember[] = [];
    const touched = new Set<number>();
    const add = (set: number, similarity: number) => {
      this.#enter(set, leader);
      touched.add(this.#classes.classOf[set] ?? 0);
      members.push({ file: this.#sets.file[set] ?? 0, declaration: this.#sets.declaration[set] ?? 0, similarity });
    };
    add(leader, 1000);
    for (const { set, common, union } of this.#candidates(leader)) {
      if (this.#overlaps(set, leader)) continue;
      add(set, Math.floor((1000 * common) / union));
      this.#isGrouped[set] = 1;
    }
    if (members.length > 1) this.#isGrouped[leader] = 1;
    for (const its of touched) {
      const free = (this.#free[its] ?? []).filter((set) => this.#isTaken[set] === 0);
      this.#free[its] = free;
      if (free.length === 0) this.#similar.remove(its);
    }
    return members;
  }

  /** Free declarations that are similar to a leader, the most similar first. */
  #candidates(leader: number): Candidate[] {
    const { classOf, size, alone } = this.#classes;
    const own = classOf[leader] ?? 0;
    const ownSize = size[own] ?? 0;
    const found: Candidate[] = [];
    const addAll = (its: number, common: number) => {
      const union = ownSize + (size[its] ?? 0) - common;
      for (const set of this.#free[its] ?? []) {
        if (set !== leader && this.#isTaken[set] === 0) found.push({ set, common, union });
      }
    };
    const shared = ownSize - (alone[own] ?? 0);
    if (areSimilar(shared, ownSize, ownSize)) addAll(own, shared);
    for (const { other, common } of this.#similar.of(own)) addAll(other, common);
    return found.sort((a, b) => b.common * a.union - a.common * b.union || this.#byPosition(a.set, b.set));
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

function fingerprintOf(block: ElementBlock, range: ElementRange): string {
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
