import type { ComparedFile } from './compared-file.ts';
import type { GramSets } from './gram-sets.ts';
import type { NearGroup, NearMember } from './near-groups.ts';
import { classifySets } from './set-classes.ts';
import { SimilarClasses } from './similar-classes.ts';

/** A declaration or a callback. */
export interface CrossSet {
  file: number;
  /** Its number; of a callback after those of declarations. */
  declaration: number;
  /** Index in the bodies of its file. */
  body: number;
  nodes: number;
  start: number;
  end: number;
}

/** A callback and a declaration that are similar and not nested. */
interface Pair {
  callback: number;
  declaration: number;
  common: number;
  union: number;
}

interface OpenGroup {
  members: NearMember[];
  /** Numbers of the sets. */
  sets: number[];
}

interface AcrossGroups {
  near: NearGroup[];
  callbacks: NearGroup[];
  /** Without fingerprints. */
  added: { leader: CrossSet; members: NearMember[] }[];
  /** What was in no group and is in one now, by position. */
  joined: CrossSet[];
}

/**
 * Groups callbacks with declarations, of which one is in no group yet: it joins the group whose first occurrence of the
 * other kind is the most similar to it. Then each callback takes all declarations that are similar to it and in no group;
 * then one that remains becomes a pair with the most similar one of the other kind. No group has two occurrences of which
 * one is in the other, and no pair has an occurrence whose partner is in a group with a part of it.
 *
 * @param files with their callbacks after their declarations
 * @param groups with the same numbers
 */
export function groupAcross(
  files: readonly ComparedFile[],
  gramSets: GramSets,
  groups: { near: readonly NearGroup[]; callbacks: readonly NearGroup[] },
  isCallback: (set: CrossSet) => boolean,
): AcrossGroups {
  const sets = Array.from(gramSets.size, (_, set) => crossSet(files, gramSets, set));
  return new Across(sets, sets.map(isCallback), gramSets).group(groups);
}

function crossSet(files: readonly ComparedFile[], gramSets: GramSets, set: number): CrossSet {
  const [file, declaration] = [gramSets.file[set] ?? 0, gramSets.declaration[set] ?? 0];
  const { nodes = 0, start_byte = 0, end_byte = 0 } = files[file]?.declarations[declaration] ?? {};
  return { file, declaration, body: gramSets.body[set] ?? 0, nodes, start: start_byte, end: end_byte };
}

class Across {
  readonly #sets: readonly CrossSet[];
  readonly #isCallback: readonly boolean[];
  readonly #gramSets: GramSets;
  readonly #setAt = new Map<string, number>();
  /** By set: its groups. */
  readonly #groupsOf: OpenGroup[][];
  readonly #joined = new Set<number>();

  constructor(sets: readonly CrossSet[], isCallback: readonly boolean[], gramSets: GramSets) {
    this.#sets = sets;
    this.#isCallback = isCallback;
    this.#gramSets = gramSets;
    for (const [set, it] of sets.entries()) this.#setAt.set(keyOf(it), set);
    this.#groupsOf = sets.map(() => []);
  }

  group({ near, callbacks }: { near: readonly NearGroup[]; callbacks: readonly NearGroup[] }): AcrossGroups {
    const open = [near, callbacks].map((groups) => groups.map(({ members }) => this.#open(members)));
    const pairs = this.#pairs().sort((a, b) => this.#bySimilarity(a, b));
    this.#join(pairs, new Map(open.flat().map((group) => [group.sets[0] ?? 0, group])));
    const added = [...this.#lead(pairs), ...this.#pairUp(pairs)];
    const withMembers = (groups: readonly NearGroup[], its: readonly OpenGroup[] = []) =>
      groups.map(({ fingerprint }, at) => ({ fingerprint, members: its[at]?.members ?? [] }));
    return {
      near: withMembers(near, open[0]),
      callbacks: withMembers(callbacks, open[1]),
      added: added.flatMap(({ members, sets: [leader = 0] }) => {
        const its = this.#sets[leader];
        return its === undefined ? [] : [{ leader: its, members }];
      }),
      joined: [...this.#joined].sort((a, b) => this.#byPosition(a, b)).flatMap((set) => this.#sets[set] ?? []),
    };
  }

  #open(members: readonly NearMember[]): OpenGroup {
    const group = { members: [...members], sets: members.map((it) => this.#setAt.get(keyOf(it)) ?? 0) };
    for (const set of group.sets) this.#groupsOf[set]?.push(group);
    return group;
  }

  /** All of which one is in no group. */
  #pairs(): Pair[] {
    const classes = classifySets(this.#gramSets);
    const similar = new SimilarClasses(classes);
    const [callbacksOf, declarationsOf] = [new Map<number, number[]>(), new Map<number, number[]>()];
    classes.classOf.forEach((its, set) => {
      if (its < 0) return;
      const sets = this.#isCallback[set] ? callbacksOf : declarationsOf;
      const known = sets.get(its);
      if (known === undefined) sets.set(its, [set]);
      else known.push(set);
    });
    const pairs: Pair[] = [];
    for (const [own, callbacks] of callbacksOf) {
      for (const its of [own, ...similar.candidates(own)]) {
        const declarations = declarationsOf.get(its) ?? [];
        const common = declarations.length === 0 ? undefined : similar.common(own, its);
        if (common === undefined) continue;
        const union = (classes.size[own] ?? 0) + (classes.size[its] ?? 0) - common;
        const free = declarations.filter((it) => this.#isFree(it));
        for (const callback of callbacks) {
          for (const declaration of this.#isFree(callback) ? declarations : free) {
            if (!this.#areNested(callback, declaration)) pairs.push({ callback, declaration, common, union });
          }
        }
      }
    }
    return pairs;
  }

  /** @param led groups by their first occurrence */
  #join(pairs: readonly Pair[], led: ReadonlyMap<number, OpenGroup>): void {
    for (const pair of pairs) {
      for (const [set, leader] of bothWays(pair)) {
        const group = led.get(leader);
        if (group === undefined || !this.#isFree(set) || this.#overlaps(group, set)) continue;
        this.#add(group, set, similarityOf(pair));
      }
    }
  }

  #lead(pairs: readonly Pair[]): OpenGroup[] {
    const declarationsOf = new Map<number, Pair[]>();
    for (const pair of pairs) {
      if (!this.#isFree(pair.callback) || !this.#isFree(pair.declaration)) continue;
      const known = declarationsOf.get(pair.callback);
      if (known === undefined) declarationsOf.set(pair.callback, [pair]);
      else known.push(pair);
    }
    return this.#bySize(declarationsOf.keys()).flatMap((leader) => {
      const group: OpenGroup = { members: [], sets: [] };
      for (const pair of declarationsOf.get(leader) ?? []) {
        if (!this.#isFree(pair.declaration) || this.#overlaps(group, pair.declaration)) continue;
        if (group.sets.length === 0) this.#add(group, leader, 1000);
        this.#add(group, pair.declaration, similarityOf(pair));
      }
      return group.sets.length === 0 ? [] : group;
    });
  }

  #pairUp(pairs: readonly Pair[]): OpenGroup[] {
    const partnersOf = new Map<number, Pair[]>();
    for (const pair of pairs) {
      for (const [set] of bothWays(pair)) {
        if (!this.#isFree(set)) continue;
        const known = partnersOf.get(set);
        if (known === undefined) partnersOf.set(set, [pair]);
        else known.push(pair);
      }
    }
    return this.#bySize(partnersOf.keys()).flatMap((leader) => {
      for (const pair of partnersOf.get(leader) ?? []) {
        const partner = pair.callback === leader ? pair.declaration : pair.callback;
        const groups = this.#groupsOf[partner] ?? [];
        if (groups.length === 0 || groups.some((group) => this.#overlaps(group, leader))) continue;
        const group: OpenGroup = { members: [], sets: [] };
        this.#add(group, leader, 1000);
        this.#add(group, partner, similarityOf(pair));
        return group;
      }
      return [];
    });
  }

  #add(group: OpenGroup, set: number, similarity: number): void {
    const { file, declaration } = this.#sets[set] ?? { file: 0, declaration: 0 };
    if (this.#isFree(set)) this.#joined.add(set);
    group.members.push({ file, declaration, similarity });
    group.sets.push(set);
    this.#groupsOf[set]?.push(group);
  }

  #isFree(set: number): boolean {
    return this.#groupsOf[set]?.length === 0;
  }

  #overlaps({ sets }: OpenGroup, set: number): boolean {
    return sets.some((it) => this.#areNested(it, set));
  }

  #areNested(a: number, b: number): boolean {
    const [one, other] = [this.#sets[a], this.#sets[b]];
    if (one === undefined || other === undefined || one.file !== other.file) return false;
    const isIn = (inner: CrossSet, outer: CrossSet) => outer.start <= inner.start && inner.end <= outer.end;
    return isIn(one, other) || isIn(other, one);
  }

  #bySize(sets: Iterable<number>): number[] {
    const nodes = (set: number) => this.#sets[set]?.nodes ?? 0;
    return [...sets].sort((a, b) => nodes(b) - nodes(a) || this.#byPosition(a, b));
  }

  /** The most similar first. */
  #bySimilarity(a: Pair, b: Pair): number {
    return (
      b.common * a.union - a.common * b.union ||
      this.#byPosition(a.callback, b.callback) ||
      this.#byPosition(a.declaration, b.declaration)
    );
  }

  #byPosition(a: number, b: number): number {
    const [one, other] = [this.#sets[a], this.#sets[b]];
    if (one === undefined || other === undefined) return 0;
    return one.file - other.file || one.start - other.start || one.declaration - other.declaration;
  }
}

function keyOf({ file, declaration }: Pick<CrossSet, 'file' | 'declaration'>): string {
  return `${file} ${declaration}`;
}

function bothWays({ callback, declaration }: Pair): [set: number, other: number][] {
  return [
    [callback, declaration],
    [declaration, callback],
  ];
}

function similarityOf({ common, union }: Pair): number {
  return Math.floor((1000 * common) / union);
}
