import names from '../../../../languages/effect-names.json' with { type: 'json' };
import data from '../../../../languages/effects.json' with { type: 'json' };
import { lastOf, NameGlobs } from './name-glob.ts';

/** Names in a language's standard library and common packages that have one effect. */
export interface Effect {
  imports: NameGlobs;
  calls: NameGlobs;
  /** Calls that have the effect depending on their arguments. */
  maybe: NameGlobs;
  /** Names whose use has the effect, also without a call. */
  values: NameGlobs;
  /** Methods that have the effect when the receiver is unknown. */
  members: ReadonlySet<string>;
  /** The most arguments of such a method, by its name: with more it is another method. */
  most: ReadonlyMap<string, number>;
  /** Last names of functions and classes with the effect: an object can hold their module. */
  lastNames: ReadonlySet<string>;
  /** How the effect can be present without a call or import. */
  unseen: UnseenEffect | undefined;
  /** Modules and names below `imports` that do not have it, such as errors. */
  without: NameGlobs;
  /** Names that have the effect without a call once they are imported or named. */
  maybeImports: NameGlobs;
  /** First names of globals that have the effect, or members with it. */
  names: readonly string[];
  /** Modules with members that have it, joined by `/`. */
  modules: ReadonlySet<string>;
}

/** An effect that needs no call. */
export interface UnseenEffect {
  reason: string;
  /** Text without it does not have the effect; absent if any text can have it. */
  pattern: RegExp | undefined;
  /** Code with it has the effect. */
  certain: RegExp | undefined;
  /** Text that is removed before the search for `pattern`. */
  harmless: RegExp | undefined;
}

/** Which methods run when a property is read or written. */
export interface AccessorRules {
  /** Qualified names, with the name of the property as group. */
  named: readonly RegExp[];
  /** Last names of methods that run for any property. */
  any: ReadonlySet<string>;
  /** Names of decorators that make a method one. */
  decorators: RegExp | undefined;
  /** Methods that run without a call or the name of a property, as those of operators do. */
  operators: readonly OperatorRule[];
  /** Objects come without an import that runs. */
  isAutoloaded: boolean;
  /** Last names of calls that make properties of functions. */
  makers: ReadonlySet<string>;
  /** Names of functions that such calls make properties of. */
  traps: ReadonlySet<string>;
  /** Text without it reads and writes no property. */
  reads: RegExp;
  /** Text with it can read or write any property. */
  computed: RegExp;
}

/** Methods that an operator or a statement runs. */
export interface OperatorRule {
  /** Last names. */
  methods: ReadonlySet<string>;
  /** Text without it runs none of them. */
  text: RegExp;
}

export interface LanguageEffects {
  byName: ReadonlyMap<string, Effect>;
  /** Names of functions of the language and common packages, without those with wildcards. */
  callNames: readonly string[];
  /** Names that have only the effects that list them. */
  known: NameGlobs;
  knownModules: NameGlobs;
  /** Methods of built-in types that take no function. */
  methods: ReadonlySet<string>;
  /** Functions that import a module whose name they receive, and those that run code from text. */
  loads: NameGlobs;
  /** Functions that run a function or command that they receive. */
  runs: NameGlobs;
  /** Last names of functions and methods that run a function they receive, as its name or as an expression. */
  takes: ReadonlySet<string>;
  /** Those of `takes` that take it only as the argument `key`. */
  keyed: ReadonlySet<string>;
  /** Methods of built-in types that have no effect and take no function, by the name of the type. */
  types: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those of `types` that classes of the project can implement. */
  abstract: ReadonlySet<string>;
  /** First names of functions that code can name without an import. */
  globals: ReadonlySet<string>;
  /** Objects and functions through which code reaches all globals. */
  holdGlobals: ReadonlySet<string>;
  /** A use of such an object through which nothing reaches a global. */
  heldSafely: RegExp | undefined;
  /** Modules with globals of the language. */
  globalModules: ReadonlySet<string>;
  /** Functions that return their output if the argument at a position is true. */
  returning: ReadonlyMap<string, number>;
  /** Names of texts about a package, by convention: they hold no function. */
  texts: ReadonlySet<string>;
  /** The object with all globals as members, as code writes it. */
  globalObject: string | undefined;
  /** Variables are called with the same syntax as functions. */
  callableVariables: boolean;
  /** What looks like a call but is a construct of the language, which facts do not list as one. */
  constructs: readonly string[];
  /** Constructs with the form of a function, which no variable holds. */
  statements: ReadonlySet<string>;
  accessors: AccessorRules | undefined;
}

interface UnseenData {
  reason: string;
  pattern?: string;
  certain?: string;
  harmless?: string;
}

interface AccessorData {
  named?: string[];
  any?: string[];
  decorators?: string;
  autoloaded?: boolean;
  operators?: { methods: string[]; text: string }[];
  makers: string[];
  traps: string[];
  reads: string;
  computed: string;
}

interface EffectData {
  imports: string[];
  calls: string[];
  maybe?: string[];
  values?: string[];
  members: string[];
  most?: Readonly<Record<string, number>>;
  unseen?: UnseenData;
  maybe_imports?: string[];
  without?: string[];
}

interface LanguageData {
  effects: Readonly<Record<string, EffectData>>;
  pure: { globals: string[]; methods: string[]; modules?: string[] };
  runs: string[];
  loads: string[];
  takes: string[];
  keyed?: string[];
  types?: Readonly<Record<string, string[]>>;
  abstract?: string[];
  hold_globals?: string[];
  held_safely?: string;
  returning?: Readonly<Record<string, number>>;
  texts?: string[];
  global_object?: string;
  constructs?: string[];
  statements?: string[];
  global_modules?: string[];
  callable_variables?: boolean;
  accessors?: AccessorData;
}

const LANGUAGES: Readonly<Record<string, LanguageData>> = data.languages;
const SAME_AS: Readonly<Record<string, string>> = data.same_as;
const BY_ALIAS = new Map<string, string>(
  Object.entries(names).flatMap(([name, synonyms]) => [name, ...synonyms].map((alias) => [alias, name] as const)),
);

export const EFFECTS: readonly string[] = Object.keys(names);

/** The effect with a name or alias. */
export function effectNamed(text: string): string | undefined {
  return BY_ALIAS.get(text.trim().toLowerCase().replaceAll(' ', '-'));
}

const compiled = new Map<string, LanguageEffects>();

/** The language whose table another one has: code of both can call each other. */
export function tableName(language: string): string {
  return SAME_AS[language] ?? language;
}

/** @returns undefined for a language without a table */
export function effectsOf(language: string): LanguageEffects | undefined {
  const name = tableName(language);
  const table = LANGUAGES[name];
  if (table === undefined) return undefined;
  const before = compiled.get(name);
  if (before !== undefined) return before;
  const all = Object.values(table.effects);
  const effects: LanguageEffects = {
    byName: new Map(Object.entries(table.effects).map(([effect, it]) => [effect, compile(it)])),
    callNames: callNamesOf(table),
    known: new NameGlobs([...table.pure.globals, ...all.flatMap(({ calls }) => calls)]),
    knownModules: new NameGlobs([...all.flatMap(({ imports }) => imports), ...(table.pure.modules ?? [])]),
    methods: new Set(table.pure.methods),
    loads: new NameGlobs([...table.loads, ...(table.effects.eval?.calls ?? [])]),
    runs: new NameGlobs(table.runs),
    takes: new Set(table.takes),
    keyed: new Set(table.keyed),
    types: new Map(Object.entries(table.types ?? {}).map(([type, methods]) => [type, new Set(methods)])),
    abstract: new Set(table.abstract),
    globals: new Set([...table.pure.globals, ...all.flatMap(({ calls }) => calls)].map(firstOf)),
    holdGlobals: new Set(table.hold_globals),
    heldSafely: table.held_safely === undefined ? undefined : new RegExp(table.held_safely, 'g'),
    globalModules: new Set(table.global_modules),
    returning: new Map(Object.entries(table.returning ?? {})),
    texts: new Set(table.texts),
    globalObject: table.global_object,
    callableVariables: table.callable_variables ?? false,
    constructs: table.constructs ?? [],
    statements: new Set(table.statements),
    accessors: table.accessors && accessorRules(table.accessors),
  };
  compiled.set(name, effects);
  return effects;
}

function callNamesOf({ pure, effects, loads, runs, takes }: LanguageData): string[] {
  const ofEffects = Object.values(effects).flatMap(({ calls, maybe = [] }) => [...calls, ...maybe]);
  const names = new Set([...ofEffects, ...pure.globals, ...pure.methods, ...loads, ...runs, ...takes]);
  return [...names].filter((name) => !/[*?[{]/.test(name));
}

function compile({
  imports,
  calls,
  maybe = [],
  values = [],
  members,
  most = {},
  unseen,
  maybe_imports = [],
  without = [],
}: EffectData): Effect {
  return {
    imports: new NameGlobs(imports),
    calls: new NameGlobs(calls),
    maybe: new NameGlobs(maybe),
    values: new NameGlobs(values),
    members: new Set(members),
    most: new Map(Object.entries(most)),
    lastNames: new Set([...calls, ...maybe].map((it) => lastOf(it.replaceAll('/', '.')))),
    unseen: unseen && unseenEffect(unseen),
    without: new NameGlobs(without),
    maybeImports: new NameGlobs(maybe_imports),
    names: [...new Set([...calls, ...maybe].map(firstOf))],
    modules: new Set([...calls, ...maybe].flatMap(modulesOf)),
  };
}

function unseenEffect({ reason, pattern, certain, harmless }: UnseenData): UnseenEffect {
  return {
    reason,
    pattern: regExp(pattern),
    certain: regExp(certain),
    harmless: harmless === undefined ? undefined : new RegExp(harmless, 'g'),
  };
}

function accessorRules({
  named = [],
  any,
  decorators,
  operators = [],
  autoloaded = false,
  makers,
  traps,
  reads,
  computed,
}: AccessorData): AccessorRules {
  return {
    named: named.map((it) => new RegExp(it)),
    any: new Set(any),
    decorators: regExp(decorators),
    operators: operators.map(({ methods, text }) => ({ methods: new Set(methods), text: new RegExp(text) })),
    isAutoloaded: autoloaded,
    makers: new Set(makers),
    traps: new Set(traps),
    reads: new RegExp(reads),
    computed: new RegExp(computed),
  };
}

function regExp(source: string | undefined): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source);
}

function firstOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/** `os.path.exists` is in the modules `os` and `os/path`. */
function modulesOf(name: string): string[] {
  const parts = name
    .replace(/^node:/, '')
    .split(/[./]/)
    .slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
