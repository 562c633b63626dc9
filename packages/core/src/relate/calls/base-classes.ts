import { type BaseFacts, VARIABLE } from '#parse/facts.ts';
import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { fileScope, type NameTable } from './declared-names.ts';

/** A declaration of a file, by its index. */
export interface DeclarationIn {
  file: CallFile;
  index: number;
}

/** Declarations of one member; `doubt` is the reason why another declaration may come first. */
export type FoundMember = { found: DeclarationIn[]; doubt: string | undefined } | { miss: string };

/** Finds the class that a name refers to at a declaration of a file; undefined unless it is exactly one of the project. */
export interface FindClass {
  find(file: CallFile, within: number, name: string, scope: number | undefined): DeclarationIn | undefined;
  /** The same for a name that can also be that of an interface. */
  findType(file: CallFile, within: number, name: string, scope: number | undefined): DeclarationIn | undefined;
}

/** Maximum number of classes that a member is searched in. */
const MAX_CLASSES = 128;

/**
 * Members of base classes. The classes are searched depth first, from left to right; in Python one that is reached
 * several times comes after all classes derived from it.
 *
 * https://docs.python.org/3/howto/mro.html
 */
export class BaseClasses {
  readonly #find: FindClass;
  /** The direct base classes of each class; undefined for one that is not known. */
  readonly #direct = new Map<CallFile, Map<number, readonly (DeclarationIn | undefined)[]>>();

  constructor(find: FindClass) {
    this.#find = find;
  }

  /** A member that the class or a base class declares. */
  member(of: DeclarationIn, name: string): FoundMember {
    const own = declaredIn(of, name, 'calls');
    return own.length > 0 ? { found: own, doubt: undefined } : this.inherited(of, name);
  }

  /** A member that a base class declares. */
  inherited(of: DeclarationIn, name: string, table: NameTable = 'calls'): FoundMember {
    if (name.includes('.')) return { miss: callReasons.receiver };
    const { classes, complete } = this.#search(of);
    let doubt: string | undefined;
    for (let at = 1; at < classes.length; at++) {
      const base = classes[at];
      if (base === undefined) doubt ??= callReasons.unknown_base;
      else {
        const found = declaredIn(base, name, table);
        if (found.length > 0) return { found: [...found, ...inOtherTraits(classes, at, name, table)], doubt };
      }
    }
    if (doubt !== undefined || !complete) return { miss: doubt ?? callReasons.too_many_bases };
    const hasInterface = classes.some((it) => it?.file.isInterface(it.index) === true);
    return { miss: hasInterface ? callReasons.interface_member : callReasons.no_member };
  }

  /** The only direct base class. */
  parent(of: DeclarationIn): DeclarationIn | undefined {
    const classes = this.#directOf(of).filter((it) => it === undefined || !isTrait(it));
    return classes.length === 1 ? classes[0] : undefined;
  }

  /** The class and its base classes in the order of the search, the class first. */
  #search(start: DeclarationIn): { classes: (DeclarationIn | undefined)[]; complete: boolean } {
    const order: (DeclarationIn | undefined)[] = [];
    const pending: (DeclarationIn | undefined)[] = [start];
    while (pending.length > 0 && order.length < MAX_CLASSES) {
      const next = pending.pop();
      order.push(next);
      if (next !== undefined) for (const base of this.#directOf(next).toReversed()) pending.push(base);
    }
    const sharedLast = start.file.rules.sharedBasesLast;
    if (sharedLast) order.reverse();
    const seen = new Map<CallFile, Set<number>>();
    const classes = order.filter((it) => it === undefined || isNew(seen, it));
    if (sharedLast) classes.reverse();
    return { classes, complete: pending.length === 0 };
  }

  #directOf({ file, index }: DeclarationIn): readonly (DeclarationIn | undefined)[] {
    let ofFile = this.#direct.get(file);
    if (ofFile === undefined) {
      ofFile = new Map();
      this.#direct.set(file, ofFile);
    }
    let direct = ofFile.get(index);
    if (direct === undefined) {
      const isInterface = file.declaration(index)?.kind === 'interface';
      direct = searchedBases(file, index).map(({ name, within, scope }) => {
        if (scope === VARIABLE) return undefined;
        return this.#find[isInterface ? 'findType' : 'find'](file, within, name, scope);
      });
      ofFile.set(index, direct);
    }
    return direct;
  }
}

/** Base classes and traits, of an interface its base interfaces. The members of the interfaces of a class have no code. */
function searchedBases(file: CallFile, index: number): (BaseFacts & { within: number })[] {
  const { bases = [], within = fileScope } = file.declaration(index) ?? {};
  return bases.filter((base) => base.kind !== 'implements').map((base) => ({ ...base, within }));
}

function declaredIn({ file, index }: DeclarationIn, name: string, table: NameTable): DeclarationIn[] {
  const hit = file.declared.find(index, name, table);
  return hit !== undefined && 'indices' in hit ? hit.indices.map((at) => ({ file, index: at })) : [];
}

/** Traits that follow a trait with the member: which one applies is decided by rules that are not read (`insteadof`). */
function inOtherTraits(
  classes: readonly (DeclarationIn | undefined)[],
  first: number,
  name: string,
  table: NameTable,
): DeclarationIn[] {
  const found: DeclarationIn[] = [];
  for (let at = first; at < classes.length; at++) {
    const base = classes[at];
    if (base === undefined || !isTrait(base)) break;
    if (at > first) found.push(...declaredIn(base, name, table));
  }
  return found;
}

function isTrait({ file, index }: DeclarationIn): boolean {
  return file.declaration(index)?.kind === 'trait';
}

function isNew(seen: Map<CallFile, Set<number>>, { file, index }: DeclarationIn): boolean {
  const known = seen.get(file);
  if (known?.has(index)) return false;
  if (known === undefined) seen.set(file, new Set([index]));
  else known.add(index);
  return true;
}
