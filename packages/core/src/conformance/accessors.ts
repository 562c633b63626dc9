import type { ConnectedFiles } from './connected-files.ts';
import { builtInType, parameterOf } from './declared-type.ts';
import { type AccessorRules, effectsOf, type OperatorRule, tableName } from './effects.ts';
import { lastOf } from './name-glob.ts';
import type { Body } from './observation.ts';
import type { CodeDeclaration, CodeFile, CodeProject } from './project.ts';

/** A method that runs when a property is read or written, or by an operator. */
interface Accessor {
  id: string;
  file: CodeFile;
  /** Of the property; undefined if it can be any. */
  property: string | undefined;
  /** Set if an operator runs it instead. */
  operator?: OperatorRule;
}

/** The accessors of a project, and which of them the code of a body can run by reading or writing properties and by operators. */
export class Accessors {
  readonly #connected: ConnectedFiles;
  readonly #byLanguage = new Map<string, Accessor[]>();
  /** By language, then by the files that are connected: the accessors that objects in them can have. */
  readonly #reachable = new Map<string, Map<readonly (CodeFile | Accessor)[], ReachableAccessors>>();
  readonly #read = new Map<CodeFile, Map<number, IdLists>>();

  constructor({ files }: Pick<CodeProject, 'files'>, connected: ConnectedFiles) {
    this.#connected = connected;
    for (const file of files.values()) {
      const rules = effectsOf(file.language)?.accessors;
      const found = rules === undefined ? [] : accessorsOf(file, rules);
      const family = tableName(file.language);
      const its = this.#byLanguage.get(family) ?? [];
      for (const accessor of found) its.push(accessor);
      if (found.length > 0) this.#byLanguage.set(family, its);
    }
  }

  /** The accessors that a body can run. Without its text, each one that an object in it can have. */
  readIn({ file, index }: Body): IdLists {
    const known = this.#read.get(file) ?? new Map<number, IdLists>();
    this.#read.set(file, known);
    const before = known.get(index);
    if (before !== undefined) return before;
    const found = this.#search({ file, index });
    known.set(index, found);
    return found;
  }

  #search({ file, index }: Body): IdLists {
    const all = this.#byLanguage.get(tableName(file.language)) ?? [];
    const rules = effectsOf(file.language)?.accessors;
    if (all.length === 0 || rules === undefined) return [];
    const text = textWithoutElements(file, index);
    const { ids, ofAny, byProperty, byOperator, others } = this.#reachableFrom(file, all, rules.isAutoloaded);
    if (text === undefined) return [ids, ...byOperator.values()];
    const ofOperators = [...byOperator].flatMap(([operator, its]) => (operator.text.test(text) ? [its] : []));
    if (!rules.reads.test(text)) return ofOperators;
    if (rules.computed.test(text)) return [ids, ...ofOperators];
    const words = [...new Set(text.match(WORD))].filter((word) => byProperty.has(word));
    const read = [...words, ...others].filter((property) => isRead(property, text));
    return [ofAny, ...ofOperators, ...read.map((property) => byProperty.get(property) ?? [])];
  }

  #reachableFrom(file: CodeFile, all: readonly Accessor[], isAutoloaded: boolean): ReachableAccessors {
    const ofLanguage =
      this.#reachable.get(tableName(file.language)) ?? new Map<readonly (CodeFile | Accessor)[], ReachableAccessors>();
    this.#reachable.set(tableName(file.language), ofLanguage);
    const around = isAutoloaded ? all : this.#connected.around(file);
    const known = ofLanguage.get(around);
    if (known !== undefined) return known;
    const files = new Set<CodeFile | Accessor>(around);
    const found = reachableAccessors(isAutoloaded ? all : all.filter((it) => files.has(it.file)));
    ofLanguage.set(around, found);
    return found;
  }
}

/** Types whose elements run no accessor when they are read. */
const HAS_ELEMENTS: ReadonlySet<string> = new Set([
  'array',
  'string',
  'Uint8Array',
  'list',
  'tuple',
  'str',
  'dict',
  'bytes',
]);

/** The text of a body without the elements of arrays and the like, which its functions declare as their parameters. */
function textWithoutElements({ source, declarations, language }: CodeFile, index: number): string | undefined {
  const [from, last] = index < 0 ? [0, declarations.length - 1] : [index, declarations[index]?.last ?? index];
  let text = source?.of(index);
  for (let at = from; source !== undefined && at <= last; at++) {
    const declaration = declarations[at];
    const own = source.of(at);
    const rest = withoutElements(own, declaration, language);
    if (rest !== own && rest !== undefined) text = text?.replace(own, () => rest);
  }
  return text;
}

/** The text of a function without the elements of its parameters that are declared as arrays and the like. */
function withoutElements(
  text: string | undefined,
  declaration: CodeDeclaration | undefined,
  language: string,
): string | undefined {
  if (text === undefined || declaration === undefined || declaration.parameters.length === 0) return text;
  let rest = text;
  for (const it of declaration.parameters) {
    const { name, type } = parameterOf(it, language) ?? {};
    if (name === undefined || type === undefined || !HAS_ELEMENTS.has(builtInType(type) ?? '')) continue;
    const own = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`;
    const isBoundAgain = new RegExp(
      `\\b(?:const|let|var|for|as|catch)\\b[^;\\n=]*${own}|\\bfunction\\s+${own}|${own}\\s*(?:=(?!=)|=>)`,
    ).test(text.replace(it, ''));
    if (!isBoundAgain) rest = rest.replaceAll(new RegExp(`${own}\\s*\\[`, 'g'), `${name} (`);
  }
  return rest;
}

/** Lists of ids of accessors; many bodies share each list. */
export type IdLists = readonly (readonly string[])[];

const WORD = /#?\w+/g;

interface ReachableAccessors {
  /** Those of properties. */
  ids: readonly string[];
  /** Those that run for any property. */
  ofAny: readonly string[];
  byProperty: ReadonlyMap<string, readonly string[]>;
  byOperator: ReadonlyMap<OperatorRule, readonly string[]>;
  /** The properties with another character than those of words. */
  others: readonly string[];
}

function reachableAccessors(all: readonly Accessor[]): ReachableAccessors {
  const ofAny: string[] = [];
  const byProperty = new Map<string, string[]>();
  const byOperator = new Map<OperatorRule, string[]>();
  for (const { id, property, operator } of all) {
    if (operator !== undefined) addTo(byOperator, operator, id);
    else if (property === undefined) ofAny.push(id);
    else addTo(byProperty, property, id);
  }
  const others = [...byProperty.keys()].filter((property) => !/^#?\w+$/.test(property));
  const ids = all.flatMap(({ id, operator }) => (operator === undefined ? [id] : []));
  return { ids, ofAny, byProperty, byOperator, others };
}

function addTo<Key>(lists: Map<Key, string[]>, key: Key, id: string): void {
  const its = lists.get(key) ?? [];
  its.push(id);
  lists.set(key, its);
}

function accessorsOf(file: CodeFile, rules: AccessorRules): Accessor[] {
  const found: Accessor[] = [];
  for (const [index, { id, kind, qualifiedName, parameters }] of file.declarations.entries()) {
    if (kind !== 'method' && kind !== 'function') continue;
    const last = lastNameOf(qualifiedName);
    const operator = rules.operators.find(({ methods }) => methods.has(last));
    // One that another rule has too runs by both.
    if (operator !== undefined) found.push({ id, file, property: undefined, operator });
    const named = rules.named.map((it) => it.exec(qualifiedName)?.[1]).find((it) => it !== undefined);
    if (named !== undefined) found.push({ id, file, property: named });
    else if (rules.any.has(last)) found.push({ id, file, property: undefined });
    else if (rules.decorators !== undefined && kind === 'method') {
      const decorators = file.source === undefined ? undefined : decoratorsIn(file.source.linesBefore(index));
      // Without a text, any method without further parameters can be one.
      const isOne = decorators?.some((it) => rules.decorators?.test(it)) ?? parameters.length === 1;
      if (isOne) found.push({ id, file, property: last });
    }
  }
  const makers = new Set(
    file.calls.flatMap(({ callee, within }) => (rules.makers.has(lastOf(callee)) ? [within] : [])),
  );
  for (const { id, kind, qualifiedName } of makers.size > 0 ? file.declarations : []) {
    // A plain function is a part of the call only if the code around names it.
    const isMember = kind === 'method' || qualifiedName.includes('.');
    if (isMember && rules.traps.has(lastOf(qualifiedName))) found.push({ id, file, property: undefined });
  }
  for (const { within, target } of file.uses)
    if (makers.has(within)) found.push({ id: target, file, property: undefined });
  return found;
}

/** The last name; that of `Box.[Symbol.iterator]` has a dot. */
function lastNameOf(qualifiedName: string): string {
  return /\[[^\]]*\]$/.exec(qualifiedName)?.[0] ?? lastOf(qualifiedName);
}

/** The names of the decorators in the lines before a declaration, the nearest first. */
function decoratorsIn(lines: Iterable<string>): string[] {
  const names: string[] = [];
  let isOwnLine = true;
  for (const line of lines) {
    const [, name] = /^\s*@\s*([\w.]+)/.exec(line) ?? [];
    if (isOwnLine) isOwnLine = false;
    else if (name !== undefined) names.push(name);
    else if (!/^\s*(?:#.*|[)\]}"',\w(][^:]*)?$/.test(line) || /^\s*$/.test(line)) break;
  }
  return names;
}

const patterns = new Map<string, readonly RegExp[]>();

function isRead(property: string, text: string): boolean {
  if (!text.includes(property)) return false;
  const known = patterns.get(property) ?? patternsOf(property.replace(/[^\w#]/g, '\\$&'));
  patterns.set(property, known);
  return known.some((it) => it.test(text));
}

/** A member, a string and a part of a pattern with this name. */
function patternsOf(name: string): RegExp[] {
  const sources = [`(?:\\.|->|::\\$?)\\s*${name}(?![\\w$])`, `['"\`]${name}['"\`]`, `[{,]\\s*${name}\\s*[,:=}]`];
  return sources.map((it) => new RegExp(it));
}
