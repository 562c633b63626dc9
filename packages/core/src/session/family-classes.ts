import { FileCode } from '#lists/file-code.ts';
import { areLittleTests, countedPlaces, findingClass, listedClass } from '#lists/finding-class.ts';
import { groupCode, type Occurrence, protocolNodes } from '#lists/group-code.ts';
import type { CodeClass, GroupCode, Measured } from '#lists/list-classes.ts';
import { isTestCallback } from '#lists/test-callback.ts';
import type { FileFacts } from '#parse/facts.ts';
import type { LocatedCopy, LocatedFamily } from './located.ts';

interface ClassifiedFile {
  facts: FileFacts;
  isTest: boolean;
  /** Of the facts, once it is needed. */
  code?: FileCode;
}

/** Similarity of a declaration to itself, in thousandths. */
const WHOLE = 1000;

/** Finds the class that puts a family apart: the same as that of a finding of a check (`languages/lists.json`). */
export class FamilyClasses {
  readonly #include: readonly CodeClass[];
  readonly #files = new Map<string, ClassifiedFile>();

  /** @param include classes that are not apart */
  constructor(include: readonly CodeClass[]) {
    this.#include = include;
  }

  /** @param facts undefined if the file was removed or is not analyzed */
  replace(path: string, facts: FileFacts | undefined, isTest: boolean): void {
    if (facts === undefined) this.#files.delete(path);
    else this.#files.set(path, { facts, isTest });
  }

  /**
   * @param areIdentical whether a family inside this one has identical types
   * @param isNew whether a copy counts as one that a change added
   */
  of(family: LocatedFamily, areIdentical: boolean, isNew: (copy: LocatedCopy) => boolean): CodeClass | undefined {
    const { copies, parts = [] } = family;
    const group = measured(family);
    const fresh = copies.filter(isNew);
    if (this.#areLittleTests(family, fresh) && !this.#include.includes('small')) return 'small';
    const its = this.#classOfNew(family, areIdentical, countedPlaces(group, copies.length, fresh.length));
    // Some functions of a family that is identical up to renaming are identical.
    return its !== undefined && parts.some((part) => this.#isListed(part, isNew)) ? undefined : its;
  }

  #isListed(part: LocatedFamily, isNew: (copy: LocatedCopy) => boolean): boolean {
    const all = part.copies.length;
    const its = part.copies.some(isNew)
      ? this.#classOfNew(part, false, all)
      : listedClass(measured(part), all, () => this.#codeOf(part, false), this.#include);
    return its === undefined;
  }

  #classOfNew(family: LocatedFamily, areIdentical: boolean, places: number): CodeClass | undefined {
    return findingClass(
      measured(family),
      places,
      () => this.#codeOf(family, areIdentical),
      () => protocolNodes(this.#rangesOf(family), (path) => this.#codeOfFile(path)),
      this.#include,
    );
  }

  #areLittleTests(family: LocatedFamily, fresh: readonly LocatedCopy[]): boolean {
    const isTest = ({ path, name }: LocatedCopy) =>
      this.#files.get(path)?.isTest || (family.isOfCallbacks === true && isTestCallback(name));
    if (fresh.length === 0 || !fresh.every(isTest)) return false;
    const [first] = family.copies;
    // All are compared with the first copy.
    const compared = first !== undefined && fresh.includes(first) ? family.copies : fresh;
    return areLittleTests(
      measured(family),
      compared.filter((it) => it !== first).map(({ similarity }) => similarity),
      family.isOfCallbacks === true,
    );
  }

  #codeOf(family: LocatedFamily, areIdentical: boolean): GroupCode | undefined {
    return groupCode(this.#rangesOf(family), (path) => this.#codeOfFile(path), areIdentical);
  }

  #rangesOf({ kind, copies, isOfCallbacks }: LocatedFamily): Occurrence[] {
    const isOfBlocks = kind === 'block' || kind === 'block-shape' || isOfCallbacks;
    return copies.map(({ declaration, ...range }): Occurrence => {
      if (isOfBlocks) return { ...range, around: declaration };
      const around = this.#files.get(range.path)?.facts.declarations[declaration]?.within ?? -1;
      return { ...range, own: declaration, around };
    });
  }

  #codeOfFile(path: string): FileCode | undefined {
    const file = this.#files.get(path);
    if (file === undefined) return undefined;
    file.code ??= new FileCode(file.facts);
    return file.code;
  }
}

function measured({ kind, nodes, copies }: LocatedFamily): Measured {
  if (kind !== 'near') return { kind, nodes };
  return { kind, nodes, similarity: copies.map(({ similarity = WHOLE }) => similarity) };
}

/** Whether all copies of similar declarations are identical up to renaming. */
export function areWhole({ kind, copies }: LocatedFamily): boolean {
  return kind === 'near' && copies.every(({ similarity = WHOLE }) => similarity >= WHOLE);
}
