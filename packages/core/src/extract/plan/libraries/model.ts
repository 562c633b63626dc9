import type { NodeKind } from '#index/codes.ts';
import type { Family, FamilyOccurrence, PlanLibrary } from '../model.ts';

/** A package of a project, or a project without one. */
export interface Unit {
  project: string;
  /** Relative to the project; empty for its root. */
  folder: string;
  /** By the kind of package manager: npm, composer, python. Empty if it has no name. */
  names: ReadonlyMap<string, string>;
  /** Whether it only shows how others are used. */
  isExample: boolean;
  /** First folder of most of its files, such as `src`; empty for its own folder. */
  sources: string;
}

/** A class from which others inherit. */
export interface BaseClass {
  project: string;
  path: string;
  name: string;
  isTrait: boolean;
  /** The names of its functions. */
  methods: ReadonlySet<string>;
  /** Number of classes that inherit from it directly. */
  heirs: number;
}

/** What an index knows about a copy. */
export interface CopyFacts {
  kind: NodeKind;
  /** Number of its syntax nodes. */
  nodes: number;
  /** Whether its file is an example, a benchmark or configuration. */
  isExample: boolean;
  /** Whether it is a class without functions, such as a table of constants. */
  isData: boolean;
  /** Classes that it, or the class around it, inherits from directly. */
  bases: readonly BaseClass[];
  /** Whether it is a method. */
  hasOwner: boolean;
  /** What it calls in its own project, without declarations in itself. */
  calls: readonly { node: number; name: string; project: string; path: string }[];
}

/** What an index knows about the copies of families, and about the packages that they are in. */
export interface LibraryFacts {
  unitOf(file: { project: string; path: string }): Unit;
  /** Units of which product files import files of another, each by its importers. */
  imports: ReadonlyMap<Unit, ReadonlySet<Unit>>;
  /** Units that another one imports for more than their types. */
  loaded: ReadonlySet<Unit>;
  /** Paths of the files of its project that a file imports. */
  importsOf(file: { project: string; path: string }): ReadonlySet<string>;
  copyOf(node: number): CopyFacts | undefined;
  /** Number of names and literals that differ between copies of equal structure. */
  differencesOf(copies: readonly Copy[]): number;
  /** Number of classes and files of its project, outside of tests, that have a function of its name. */
  namesakes(copy: Copy): number;
  /** Whether its code awaits. */
  awaits(copy: Copy): boolean;
  /** Packages that a copy uses, without those of the index and of the language. */
  externalsOf(copy: Copy): ReadonlySet<string>;
  /** Those that the files of a unit import. */
  externalsIn(unit: Unit): ReadonlySet<string>;
  /** All packages of the index. */
  units: readonly Unit[];
  /** The names of the files that are directly in a folder. */
  filesIn(project: string, folder: string): readonly string[];
  /** Number of lines of a language in each project. */
  linesOf(language: string): ReadonlyMap<string, number>;
}

export interface Copy extends FamilyOccurrence {
  unit: Unit;
  facts: CopyFacts;
}

/** A family that can be part of a library. */
export interface Candidate {
  family: Family;
  copies: readonly Copy[];
  isType: boolean;
  /** Lines that go. */
  lines: number;
}

/** Where the function of a family would be. */
export interface Home {
  kind: PlanLibrary['home'];
  /** Undefined for a new package. */
  unit: Unit | undefined;
  /** The file that gets the functions, if it exists: of a base class, or one that all others import. */
  file?: string;
  /** The name of the base class. */
  base?: string;
  /** Whether the unit has the name of the function. */
  isSubject?: true;
  /** Why, as a sentence. */
  reason: string;
}

export interface Placed extends Candidate {
  home: Home;
  /** In percent. */
  ease: number;
  obstacles: readonly { percent: number; text: string }[];
}
