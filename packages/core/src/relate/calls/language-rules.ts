/** How the names of a language's calls find their declarations; the rest is the same for all. */
export interface CallRules {
  /** Receivers that stand for the class around the call. */
  self: readonly string[];
  /** Names that, called, make an object of that class. */
  selfClass: readonly string[];
  /** Receivers that stand for its parent class. */
  parent: readonly string[];
  /** Code that stands in a class body sees the class's own names. */
  seesClassBody: boolean;
  /** An unbound import of all names (`from m import *`) binds them in the importing file. */
  bindsStars: boolean;
  /** `import a.b` without names binds `a`. */
  bindsModules: boolean;
  /** Calling an imported module calls what it exports as `default`. */
  callsDefault: boolean;
  /** Names of functions and classes are found whatever the case of their ASCII letters. */
  ignoresCase: boolean;
  /** An include makes everything of the included file visible. */
  includes: boolean;
  /** Every function is visible in the whole file under its bare name, and dots are part of names. */
  flat: boolean;
}

const plain: CallRules = {
  self: [],
  selfClass: [],
  parent: [],
  seesClassBody: false,
  bindsStars: false,
  bindsModules: false,
  callsDefault: false,
  ignoresCase: false,
  includes: false,
  flat: false,
};

const python: CallRules = {
  ...plain,
  self: ['self', 'cls'],
  selfClass: ['cls'],
  parent: ['super'],
  seesClassBody: true,
  bindsStars: true,
  bindsModules: true,
};

const javascript: CallRules = { ...plain, self: ['this'], parent: ['super'], callsDefault: true };

const php: CallRules = {
  ...plain,
  self: ['$this', 'self', 'static'],
  selfClass: ['self', 'static'],
  parent: ['parent'],
  ignoresCase: true,
  includes: true,
};

const bash: CallRules = { ...plain, includes: true, flat: true };

const byLanguage = new Map([
  ['python', python],
  ['javascript', javascript],
  ['typescript', javascript],
  ['php', php],
  ['bash', bash],
]);

/** A language without an entry has no receivers and sees its own file's names and its imports. */
export function callRules(language: string | undefined): CallRules {
  return byLanguage.get(language ?? '') ?? plain;
}
