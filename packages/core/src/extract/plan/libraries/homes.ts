import { compareBytes } from '@analyzer/contracts/order';
import { areCompatible } from '../languages.ts';
import type { Candidate, Copy, Home, LibraryFacts, Unit } from './model.ts';
import { ownerOf, subjectsOf } from './words.ts';

/**
 * Chooses where the function of each family would be. Each choice adds the imports that it leads to, and no choice closes a
 * cycle of packages.
 */
export class Homes {
  readonly #imports: Map<Unit, Set<Unit>>;
  readonly #importers = new Map<Unit, number>();
  readonly #facts: Pick<LibraryFacts, 'importsOf' | 'loaded'>;

  constructor({ imports, importsOf, loaded }: Pick<LibraryFacts, 'imports' | 'importsOf' | 'loaded'>) {
    this.#facts = { importsOf, loaded };
    this.#imports = new Map([...imports].map(([unit, its]) => [unit, new Set(its)]));
    for (const its of imports.values())
      for (const unit of its) this.#importers.set(unit, (this.#importers.get(unit) ?? 0) + 1);
  }

  of(candidate: Candidate): Home {
    const units = [...new Set(candidate.copies.map(({ unit }) => unit))].sort(byLabel);
    const [first, ...others] = units;
    if (first !== undefined && others.length === 0)
      return baseOf(candidate, first) ?? importedFile(candidate, first, this.#facts) ?? onePackage(first);
    const home =
      this.#imported(units) ?? this.#named(units, candidate) ?? this.#importedByAll(units, candidate.family.language);
    for (const unit of units) if (home?.unit !== undefined && unit !== home.unit) this.#add(unit, home.unit);
    return home ?? { kind: 'new', unit: undefined, reason: `no package that all of ${shown(units)} can import` };
  }

  /** A package with copies that all others import. */
  #imported(units: readonly Unit[]): Home | undefined {
    const homes = units.filter((home) => {
      const others = units.filter((unit) => unit !== home);
      return others.every((unit) => this.#imports.get(unit)?.has(home)) && this.#leadsToNone(home, others);
    });
    const [unit] = this.#mostSpecific(homes, units);
    if (unit === undefined) return undefined;
    const others = units.filter((one) => one !== unit);
    const verb = others.length === 1 ? 'imports' : 'import';
    return { kind: 'imported', unit, reason: `${shown(others)} already ${verb} ${labelOf(unit)}, which has a copy` };
  }

  /** A package with a copy whose name is that of the function. */
  #named(units: readonly Unit[], { copies }: Candidate): Home | undefined {
    const words = new Set(copies.flatMap(({ name }) => subjectsOf(name)));
    const unit = units.find((home) => {
      const its = subjectsOf(labelOf(home).replace(/^@[^/]*\//, ''));
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
    return { kind: 'named', unit, reason: `${labelOf(unit)} has a copy and the name of the function` };
  }

  /** A package without copies that all import, not only for its types, and that is not around one of them. */
  #importedByAll(units: readonly Unit[], language: string): Home | undefined {
    const [first, ...others] = units;
    const common = [...(first === undefined ? [] : (this.#imports.get(first) ?? []))].filter((home) => {
      const isCommon = others.every((unit) => this.#imports.get(unit)?.has(home));
      if (!isCommon || home.isExample || units.includes(home) || !isFor(home, language)) return false;
      return this.#facts.loaded.has(home) && !units.some((unit) => isAround(home, unit));
    });
    const [unit] = this.#mostSpecific(
      common.filter((home) => this.#leadsToNone(home, units)),
      units,
    );
    if (unit === undefined) return undefined;
    return { kind: 'common_import', unit, reason: `${shown(units)} all import ${labelOf(unit)}` };
  }

  /** Those that have most words of their names in common with the packages; of these, the one with the fewest importers. */
  #mostSpecific(homes: readonly Unit[], units: readonly Unit[]): Unit[] {
    const words = new Set(units.flatMap((unit) => subjectsOf(labelOf(unit))));
    const rank = (home: Unit) => subjectsOf(labelOf(home)).filter((word) => words.has(word)).length;
    const importers = (home: Unit) => this.#importers.get(home) ?? 0;
    return [...homes].sort((a, b) => rank(b) - rank(a) || importers(a) - importers(b) || byLabel(a, b));
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

/** A class of the package from which the classes of all copies inherit, or all but its own copy. */
function baseOf({ copies }: Candidate, unit: Unit): Home | undefined {
  if (copies.some(({ facts }) => facts.kind !== 'method')) return undefined;
  const base = copies
    .flatMap(({ facts }) => facts.bases)
    .find((one) => copies.every((copy) => isOrInherits(copy, one)));
  if (base === undefined) return undefined;
  const { name, path: file } = base;
  const has = copies.some((copy) => copy.path === file && ownerOf(copy) === name);
  const reason = has
    ? `${name} has a copy, and all other classes with one inherit from it`
    : `all classes with a copy inherit from ${name}`;
  return !has && copies.some(({ path }) => path === file)
    ? undefined
    : { kind: 'base', unit, file, base: name, reason };
}

function isOrInherits(copy: Copy, { name, path }: { name: string; path: string }): boolean {
  if (copy.path === path && ownerOf(copy) === name) return true;
  return copy.facts.bases.some((base) => base.path === path && base.name === name);
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

function onePackage(unit: Unit): Home {
  return { kind: 'one_package', unit, reason: `all copies are in ${labelOf(unit)}` };
}

/** Whether a package has the folder of another, as the root of a workspace has. */
function isAround({ project, folder }: Unit, other: Unit): boolean {
  return project === other.project && (folder === '' || other.folder.startsWith(`${folder}/`));
}

function isFor({ names }: Unit, language: string): boolean {
  return names.size === 0 || names.has('npm') === areCompatible(language, 'typescript');
}

/** The name of a package for people. */
export function labelOf({ project, folder, names }: Unit): string {
  const [name] = [...names.values()].filter((its) => its !== '');
  return name ?? (folder === '' ? project : `${project}/${folder}`).replace(/^.*\//s, '');
}

const MAX_SHOWN = 4;

function shown(units: readonly Unit[]): string {
  const names = units.slice(0, MAX_SHOWN).map(labelOf);
  return names.join(', ') + (units.length > MAX_SHOWN ? ` and ${units.length - MAX_SHOWN} more` : '');
}

function byLabel(a: Unit, b: Unit): number {
  return compareBytes(a.project, b.project) || compareBytes(a.folder, b.folder);
}
