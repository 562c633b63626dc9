import { compareBytes } from '@analyzer/contracts/order';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { ecosystemOf } from '../ecosystems.ts';
import { areCompatible } from '../languages.ts';
import type { BaseClass, Candidate, Copy, Home, LibraryFacts, Unit } from './model.ts';
import { ownerOf, shortName, subjectsOf } from './words.ts';

const { least_heirs_percent: MIN_HEIRS, least_overrides: MIN_OVERRIDES } = LIBRARY_RULES.base;
const CONSTRUCTORS: ReadonlySet<string> = new Set(LIBRARY_RULES.base.constructors);

/**
 * Chooses where the function of each family would be. Each choice adds the imports that it leads to, and no choice closes a
 * cycle of packages.
 */
export class Homes {
  readonly #imports: Map<Unit, Set<Unit>>;
  readonly #importers = new Map<Unit, number>();
  readonly #facts: LibraryFacts;

  constructor(facts: LibraryFacts) {
    this.#facts = facts;
    this.#imports = new Map([...facts.imports].map(([unit, its]) => [unit, new Set(its)]));
    for (const its of facts.imports.values())
      for (const unit of its) this.#importers.set(unit, (this.#importers.get(unit) ?? 0) + 1);
  }

  of(candidate: Candidate): Home {
    const units = [...new Set(candidate.copies.map(({ unit }) => unit))].sort(byLabel);
    const [first, ...others] = units;
    if (first !== undefined && others.length === 0)
      return (
        this.#baseOf(units, candidate) ??
        importedFile(candidate, first, this.#facts) ??
        onePackage(first, candidate.family.language)
      );
    const home =
      this.#baseOf(units, candidate) ??
      this.#imported(units, candidate.family.language) ??
      this.#named(units, candidate) ??
      this.#namedAfter(units, candidate.family.language) ??
      this.#importedByAll(units, candidate);
    for (const unit of units) if (home?.unit !== undefined && unit !== home.unit) this.#add(unit, home.unit);
    return (
      home ?? {
        kind: 'new',
        unit: undefined,
        reason: `no package that all of ${shown(units, candidate.family.language)} can import`,
      }
    );
  }

  #baseOf(units: readonly Unit[], candidate: Candidate): Home | undefined {
    const home = baseOf(candidate, this.#facts);
    if (home?.unit === undefined) return undefined;
    const others = units.filter((unit) => unit !== home.unit);
    return this.#leadsToNone(home.unit, others) ? home : undefined;
  }

  /** A package with copies that all others import. */
  #imported(units: readonly Unit[], language: string): Home | undefined {
    const homes = units.filter((home) => {
      const others = units.filter((unit) => unit !== home);
      return others.every((unit) => this.#imports.get(unit)?.has(home)) && this.#leadsToNone(home, others);
    });
    const [unit] = this.#mostSpecific(homes, units, language);
    if (unit === undefined) return undefined;
    const others = units.filter((one) => one !== unit);
    const verb = others.length === 1 ? 'imports' : 'import';
    return {
      kind: 'imported',
      unit,
      reason: `${shown(others, language)} already ${verb} ${labelOf(unit, language)}, which has a copy`,
    };
  }

  /** A package with a copy whose name is that of the function. */
  #named(units: readonly Unit[], { copies, family: { language } }: Candidate): Home | undefined {
    const words = new Set(copies.flatMap(({ name }) => subjectsOf(name)));
    const unit = units.find((home) => {
      const its = subjectsOf(shortName(labelOf(home, language)));
      const isNamed = its.length > 0 && its.length === words.size && its.every((word) => words.has(word));
      return (
        isNamed &&
        this.#leadsToNone(
          home,
          units.filter((one) => one !== home),
        )
      );
    });
    if (unit === undefined) return undefined;
    const reason = `${labelOf(unit, language)} has a copy and the name of the function`;
    return { kind: 'named', unit, isSubject: true, reason };
  }

  /** A package with a copy whose name the names of all others begin with: they extend it. */
  #namedAfter(units: readonly Unit[], language: string): Home | undefined {
    const unit = units.find((home) => {
      const label = labelOf(home, language);
      const others = units.filter((one) => one !== home);
      const isExtended = (one: Unit) => /^[-_./]/.test(afterStart(labelOf(one, language), label));
      return subjectsOf(shortName(label)).length > 0 && others.every(isExtended) && this.#leadsToNone(home, others);
    });
    if (unit === undefined) return undefined;
    const others = shown(
      units.filter((one) => one !== unit),
      language,
    );
    return {
      kind: 'named',
      unit,
      reason: `${labelOf(unit, language)} has a copy, and its name is the start of ${others}`,
    };
  }

  /** A package without copies that all import, not only for its types, that is not around one of them and imports what they use. */
  #importedByAll(units: readonly Unit[], { family: { language }, copies }: Candidate): Home | undefined {
    const [first, ...others] = units;
    const common = [...(first === undefined ? [] : (this.#imports.get(first) ?? []))].filter((home) => {
      const isCommon = others.every((unit) => this.#imports.get(unit)?.has(home));
      if (!isCommon || home.isExample || units.includes(home) || !isFor(home, language)) return false;
      return this.#facts.loaded.has(home) && !units.some((unit) => isAround(home, unit));
    });
    const [unit] = this.#mostSpecific(
      common.filter((home) => this.#leadsToNone(home, units) && this.#hasImportsOf(home, copies)),
      units,
      language,
    );
    if (unit === undefined) return undefined;
    return { kind: 'common_import', unit, reason: `${shown(units, language)} all import ${labelOf(unit, language)}` };
  }

  /** Those that have most words of their names in common with the packages; of these, the one with the fewest importers. */
  #mostSpecific(homes: readonly Unit[], units: readonly Unit[], language: string): Unit[] {
    const words = new Set(units.flatMap((unit) => subjectsOf(labelOf(unit, language))));
    const rank = (home: Unit) => subjectsOf(labelOf(home, language)).filter((word) => words.has(word)).length;
    const importers = (home: Unit) => this.#importers.get(home) ?? 0;
    return [...homes].sort((a, b) => rank(b) - rank(a) || importers(a) - importers(b) || byLabel(a, b));
  }

  #hasImportsOf(home: Unit, copies: readonly Copy[]): boolean {
    const its = this.#facts.externalsIn(home);
    return copies.every((copy) => [...this.#facts.externalsOf(copy)].every((name) => its.has(name)));
  }

  #leadsToNone(home: Unit, units: readonly Unit[]): boolean {
    const seen = new Set<Unit>([home]);
    for (const unit of seen) for (const next of this.#imports.get(unit) ?? []) seen.add(next);
    return !units.some((unit) => seen.has(unit));
  }

  #add(from: Unit, to: Unit): void {
    const its = this.#imports.get(from);
    if (its === undefined) this.#imports.set(from, new Set([to]));
    else its.add(to);
  }
}

/** A class from which the classes of all copies inherit, or all but its own copy. */
function baseOf({ copies }: Candidate, facts: Pick<LibraryFacts, 'unitOf'>): Home | undefined {
  if (copies.some(({ facts }) => facts.kind !== 'method')) return undefined;
  const base = copies
    .flatMap(({ facts }) => facts.bases)
    .find((one) => copies.every((copy) => isOrInherits(copy, one)) && concerns(one, copies));
  if (base === undefined) return undefined;
  const { name, path: file } = base;
  const isIn = (copy: Copy) => copy.path === file && copy.project === base.project;
  const has = copies.some((copy) => isOf(copy, base));
  const reason = has
    ? `${name} has a copy, and all other classes with one inherit from it`
    : `all classes with a copy inherit from ${name}`;
  return !has && copies.some(isIn) ? undefined : { kind: 'base', unit: facts.unitOf(base), file, base: name, reason };
}

/**
 * Whether enough of the classes that inherit from a base class have a copy. If it has a function of this name, that is a
 * copy itself or that some override, fewer are enough.
 */
function concerns(base: BaseClass, copies: readonly Copy[]): boolean {
  const owners = new Set(copies.map((copy) => `${copy.project}\0${copy.path}\0${ownerOf(copy)}`)).size;
  const isOverridden = copies.some(({ name }) => base.methods.has(name) && !CONSTRUCTORS.has(name));
  const has = copies.some((copy) => isOf(copy, base));
  if (isOverridden && (has || owners >= MIN_OVERRIDES)) return true;
  return !base.isTrait && owners * 100 >= base.heirs * MIN_HEIRS;
}

type Place = Pick<BaseClass, 'project' | 'path' | 'name'>;

/** Whether a copy is in a class itself. */
export function isOf(copy: Copy, { project, path, name }: Place): boolean {
  return copy.project === project && copy.path === path && ownerOf(copy) === name;
}

function isOrInherits(copy: Copy, place: Place): boolean {
  const { project, path, name } = place;
  const isPlace = (base: BaseClass) => base.project === project && base.path === path && base.name === name;
  return isOf(copy, place) || copy.facts.bases.some(isPlace);
}

/** A file with a copy that all other files with copies import, so that no import is new. */
function importedFile({ copies }: Candidate, unit: Unit, facts: Pick<LibraryFacts, 'importsOf'>): Home | undefined {
  const files = [...new Set(copies.map(({ path }) => path))].sort(compareBytes);
  const imports = (path: string) => facts.importsOf({ project: unit.project, path });
  const file = files.find((home) => {
    const others = files.filter((one) => one !== home);
    return others.every((one) => imports(one).has(home) && !imports(home).has(one));
  });
  if (file === undefined) return undefined;
  const others = files.filter((one) => one !== file);
  const verb = others.length === 1 ? 'imports' : 'import';
  const names = others.slice(0, MAX_SHOWN).join(', ');
  return { kind: 'imported', unit, file, reason: `${names} already ${verb} ${file}, which has a copy` };
}

function onePackage(unit: Unit, language: string): Home {
  return { kind: 'one_package', unit, reason: `all copies are in ${labelOf(unit, language)}` };
}

/** Whether a package has the folder of another, as the root of a workspace has. */
function isAround({ project, folder }: Unit, other: Unit): boolean {
  return project === other.project && (folder === '' || other.folder.startsWith(`${folder}/`));
}

function isFor({ names }: Unit, language: string): boolean {
  return names.size === 0 || names.has('npm') === areCompatible(language, 'typescript');
}

/** The name of a package for people: that of the language, else of its folder. */
export function labelOf({ project, folder, names }: Unit, language: string): string {
  const name = names.get(ecosystemOf(language)) ?? '';
  return name === '' ? shortName(folder === '' ? project : folder) : name;
}

/** What a name has after another one at its start; empty if it begins otherwise. */
function afterStart(name: string, start: string): string {
  return name.startsWith(start) ? name.slice(start.length) : '';
}

const MAX_SHOWN = 4;

function shown(units: readonly Unit[], language: string): string {
  const names = units.slice(0, MAX_SHOWN).map((unit) => labelOf(unit, language));
  return names.join(', ') + (units.length > MAX_SHOWN ? ` and ${units.length - MAX_SHOWN} more` : '');
}

function byLabel(a: Unit, b: Unit): number {
  return compareBytes(a.project, b.project) || compareBytes(a.folder, b.folder);
}
