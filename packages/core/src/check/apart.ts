import { countedPlaces, findingClass, listedClass } from '#lists/finding-class.ts';
import { GroupClasses } from '#lists/group-classes.ts';
import { CODE_CLASSES, type CodeClass } from '#lists/list-classes.ts';
import { occurrencesOf } from '#lists/list-order.ts';
import type { Group, GroupKind, Scan } from '#scan/model.ts';
import { copiesById } from './families.ts';
import type { Copy, GroupFinding } from './model.ts';

/** The state before a change. */
export interface Earlier {
  scan: Scan;
  /** Files that were renamed since: the path before, by the path now. */
  renames: ReadonlyMap<string, string>;
}

/**
 * Counts the findings that a list of the project puts apart by their size or code (`languages/lists.json`); classes of files
 * are an option of their own. A group that was listed before the change is not apart, although a new member changes its class.
 */
export class ApartFindings {
  readonly #groups: ReadonlyMap<string, Group>;
  /** Groups of identical functions by the id of each function. */
  readonly #identical = new Map<string, Group>();
  readonly #classes: CodeClasses;
  readonly #include: readonly CodeClass[];
  readonly #earlier: Earlier | undefined;
  #before: ListedBefore | undefined;
  readonly #counts = new Map<CodeClass, number>();

  /** @param include classes that count */
  constructor(scan: Scan, include: readonly CodeClass[], earlier?: Earlier) {
    this.#groups = new Map(scan.groups.map((group) => [group.id, group]));
    for (const group of scan.groups) {
      if (group.kind === 'function-body') for (const id of group.occurrences) this.#identical.set(id, group);
    }
    this.#classes = new CodeClasses(scan);
    this.#include = include;
    this.#earlier = earlier;
  }

  /** By class: the number of findings that are apart, without those inside other groups. */
  get counts(): ReadonlyMap<CodeClass, number> {
    return new Map(CODE_CLASSES.map((name) => [name, this.#counts.get(name) ?? 0]));
  }

  /** The class that puts a finding apart. It is counted. */
  of(finding: GroupFinding): CodeClass | undefined {
    const its = this.#classOf(finding);
    const isFolded = this.#groups.get(finding.family.shown.id)?.folded_into !== undefined;
    if (its !== undefined && !isFolded) this.count(its);
    return its;
  }

  count(its: CodeClass): void {
    this.#counts.set(its, (this.#counts.get(its) ?? 0) + 1);
  }

  #classOf(finding: GroupFinding): CodeClass | undefined {
    const { shown, copies } = finding.family;
    const { fresh } = finding;
    const group = this.#groups.get(shown.id);
    if (group === undefined) return undefined;
    const its = this.#classes.ofFinding(group, countedPlaces(group, occurrencesOf(group), fresh.length), this.#include);
    if (its === undefined || this.#hasListedPart(shown.kind, copies, fresh)) return undefined;
    if (this.#earlier === undefined) return its;
    this.#before ??= new ListedBefore(this.#earlier, this.#include);
    return this.#before.has(shown.kind, copies) ? undefined : its;
  }

  /** Whether some functions of a group that is identical up to renaming are identical, and a group that is not apart. */
  #hasListedPart(kind: GroupKind, copies: readonly Copy[], fresh: readonly Copy[]): boolean {
    if (kind !== 'function-shape') return false;
    const partOf = ({ id }: Copy) => this.#identical.get(id);
    return (
      fresh.some((it) =>
        hasNoClass(partOf(it), (part) => this.#classes.ofFinding(part, occurrencesOf(part), this.#include)),
      ) || copies.some((it) => hasNoClass(partOf(it), (part) => this.#classes.of(part, this.#include)))
    );
  }
}

function hasNoClass(group: Group | undefined, classOf: (group: Group) => CodeClass | undefined): boolean {
  return group !== undefined && classOf(group) === undefined;
}

/** The classes of the groups of a scan by their size and code. */
class CodeClasses {
  readonly #classes: GroupClasses;

  constructor(scan: Scan) {
    this.#classes = new GroupClasses(scan);
  }

  /** As in a list. */
  of(group: Group, include: readonly CodeClass[]): CodeClass | undefined {
    return listedClass(group, occurrencesOf(group), () => this.#classes.codeOf(group), include);
  }

  ofFinding(group: Group, occurrences: number, include: readonly CodeClass[]): CodeClass | undefined {
    return findingClass(
      group,
      occurrences,
      () => this.#classes.codeOf(group),
      () => this.#classes.protocolNodesOf(group),
      include,
    );
  }
}

/** The groups of declarations before that were not apart: a new member does not change the class of a block. */
class ListedBefore {
  readonly #renames: ReadonlyMap<string, string>;
  readonly #classes: CodeClasses;
  readonly #include: readonly CodeClass[];
  /** By kind and location: the groups. */
  readonly #groups = new Map<string, Set<Group>>();
  /** Only of groups that were asked for: most are not those of a finding. */
  readonly #isListed = new Map<Group, boolean>();

  constructor({ scan, renames }: Earlier, include: readonly CodeClass[]) {
    this.#renames = renames;
    this.#classes = new CodeClasses(scan);
    this.#include = include;
    const copies = copiesById(scan, new Set(scan.groups.flatMap(({ occurrences }) => occurrences)));
    for (const group of scan.groups) {
      for (const id of group.occurrences) {
        const location = copies.get(id)?.location;
        if (location === undefined) continue;
        const key = keyOf(group.kind, location);
        const its = this.#groups.get(key);
        if (its === undefined) this.#groups.set(key, new Set([group]));
        else its.add(group);
      }
    }
  }

  /** Whether two of these copies were in one listed group of the kind. */
  has(kind: GroupKind, copies: readonly Copy[]): boolean {
    const seen = new Set<Group>();
    const locations = new Set(
      copies.map(({ path, location }) => (this.#renames.get(path) ?? path) + location.slice(path.length)),
    );
    for (const location of locations) {
      for (const group of this.#groups.get(keyOf(kind, location)) ?? []) {
        if (!this.#wasListed(group)) continue;
        if (seen.has(group)) return true;
        seen.add(group);
      }
    }
    return false;
  }

  #wasListed(group: Group): boolean {
    const known = this.#isListed.get(group);
    if (known !== undefined) return known;
    const isListed = this.#classes.of(group, this.#include) === undefined;
    this.#isListed.set(group, isListed);
    return isListed;
  }
}

/** Identical functions, and those that are identical up to renaming, are one group: a new copy may have renamed names. */
function keyOf(kind: GroupKind, location: string): string {
  return `${kind === 'function-shape' ? 'function-body' : kind} ${location}`;
}
