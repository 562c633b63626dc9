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
}

const plain: CallRules = {
  self: [],
  selfClass: [],
  parent: [],
  parentIsClass: false,
  sharedBasesLast: false,
  seesClassBody: false,
  bindsStars: false,
  bindsModules: false,
  callsDefault: false,
  ignoresCase: false,
  includes: false,
  autoloads: false,
  flat: false,
};

const python: CallRules = {
  ...plain,
  self: ['self', 'cls'],
  selfClass: ['cls'],
  parent: ['super'],
  sharedBasesLast: true,
  seesClassBody: true,
  bindsStars: true,
  bindsModules: true,
};

const javascript: CallRules = {
  ...plain,
  self: ['this'],
  parent: ['super'],
  parentIsClass: true,
  callsDefault: true,
};

const php: CallRules = {
  ...plain,
  self: ['$this', 'self', 'static'],
  selfClass: ['self', 'static'],
  parent: ['parent'],
  parentIsClass: true,
  ignoresCase: true,
  includes: true,
  autoloads: true,
};

const bash: CallRules = { ...plain, includes: true, flat: true };

const byLanguage = new Map([
  ['python', python],
  ['javascript', javascript],
  ['typescript', javascript],
  ['php', php],
  ['bash', bash],
]);

/** Rules of other languages: no receivers; calls see the names and the imports of their file. */
export function callRules(language: string | undefined): CallRules {
  return byLanguage.get(language ?? '') ?? plain;
}
