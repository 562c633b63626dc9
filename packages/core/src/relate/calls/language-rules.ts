import { builtinClasses } from '#languages/builtin-modules.ts';
import { PARSED } from '#languages/parsed.ts';

/** How calls of a language are resolved, where languages differ. */
export interface CallRules {
  /** Receivers that refer to the enclosing class. */
  self: readonly string[];
  /** Callees that create an object of the enclosing class. */
  selfClass: readonly string[];
  /** Receivers that refer to its base classes. */
  parent: readonly string[];
  /** Calling such a receiver itself calls the constructor of the base class. */
  parentIsClass: boolean;
  /** The name of that constructor. */
  parentConstructor: string | undefined;
  /** Other files see only declarations that are exported. */
  exportsListed: boolean;
  /** A class that is reached through several base classes is searched after all of them. */
  sharedBasesLast: boolean;
  /** Code directly in a class body sees the names of the class. */
  seesClassBody: boolean;
  /** A wildcard import (`from m import *`) binds the names in the importing file. */
  bindsStars: boolean;
  /** `import a.b` without names binds `a`. */
  bindsModules: boolean;
  /** Calling an imported module calls its `default` export. */
  callsDefault: boolean;
  /** Names of functions and classes ignore the case of ASCII letters. */
  ignoresCase: boolean;
  /** An include makes all declarations of the included file visible. */
  includes: boolean;
  /** Using a class by its full name makes its file visible. */
  autoloads: boolean;
  /** Every function is visible in the complete file under its bare name, and dots are part of names. */
  flat: boolean;
  /** Classes and types that are there without an import. */
  builtinClasses: ReadonlySet<string>;
}

/** As in the language data; a rule that is not there does not hold. */
interface Scopes {
  self?: string[];
  self_class?: string[];
  parent?: string[];
  parent_is_class?: boolean;
  parent_constructor?: string;
  exports_listed?: boolean;
  shared_bases_last?: boolean;
  sees_class_body?: boolean;
  binds_stars?: boolean;
  binds_modules?: boolean;
  calls_default?: boolean;
  ignores_case?: boolean;
  includes?: boolean;
  autoloads?: boolean;
  flat?: boolean;
  builtin_classes?: string;
}

const compiled = (scopes: Scopes): CallRules => ({
  self: scopes.self ?? [],
  selfClass: scopes.self_class ?? [],
  parent: scopes.parent ?? [],
  parentIsClass: scopes.parent_is_class ?? false,
  parentConstructor: scopes.parent_constructor,
  exportsListed: scopes.exports_listed ?? false,
  sharedBasesLast: scopes.shared_bases_last ?? false,
  seesClassBody: scopes.sees_class_body ?? false,
  bindsStars: scopes.binds_stars ?? false,
  bindsModules: scopes.binds_modules ?? false,
  callsDefault: scopes.calls_default ?? false,
  ignoresCase: scopes.ignores_case ?? false,
  includes: scopes.includes ?? false,
  autoloads: scopes.autoloads ?? false,
  flat: scopes.flat ?? false,
  builtinClasses: builtinClasses(scopes.builtin_classes),
});

const plain = compiled({});
const byLanguage = new Map(PARSED.map(({ id, scopes }) => [String(id), compiled(scopes)]));

/** Rules of other languages: no receivers; calls see the names and the imports of their file. */
export function callRules(language: string | undefined): CallRules {
  return byLanguage.get(language ?? '') ?? plain;
}
