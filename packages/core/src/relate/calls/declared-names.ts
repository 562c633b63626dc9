import type { DeclarationFacts, DeclarationKind } from '#parse/facts.ts';
import type { CallVia } from '../model.ts';
import { callReasons } from '../reasons.ts';
import { firstPartOf } from './dotted.ts';
import type { CallRules } from './language-rules.ts';
import { mostCandidates } from './most-candidates.ts';

/** The scope that is the file itself. */
export const fileScope = -1;

/**
 * Exported declarations of blocks and functions at file level that are not declarations themselves, such as a module wrapper.
 * It differs from the scopes of `ScopedCall`.
 */
const exportedScope = -4;

/** Declarations by index, or why a bound name has none. */
export type Hit = { indices: readonly number[]; via: CallVia } | { miss: string; inherited?: Inherited };

/** Classes that do not declare a member themselves. */
export interface Inherited {
  classes: readonly number[];
  member: string;
}

/** What a name is looked up as: something to call, the value after `extends`, a type to inherit from, a trait, a value, or a type. */
export type NameTable = 'calls' | 'classes' | 'types' | 'traits' | 'values' | 'names';

const KINDS: Readonly<Record<NameTable, ReadonlySet<DeclarationKind>>> = {
  calls: new Set(['function', 'class', 'trait']),
  classes: new Set(['function', 'class']),
  types: new Set(['class', 'interface', 'type']),
  traits: new Set(['trait']),
  values: new Set(['function', 'class', 'enum', 'trait']),
  names: new Set(['class', 'interface', 'type', 'enum', 'trait']),
};

const memberKinds = new Set<DeclarationKind>(['class', 'interface', 'enum', 'type', 'trait']);

/** The declarations of one file by scope and name. */
export class DeclaredNames {
  readonly #declarations: readonly DeclarationFacts[];
  readonly #rules: CallRules;
  readonly #names: readonly string[];
  /** Undefined until there is one: most files of some large projects declare nothing. */
  #scopes: Map<number, Map<string, Namesakes>> | undefined;

  constructor(declarations: readonly DeclarationFacts[], rules: CallRules) {
    this.#declarations = declarations;
    this.#rules = rules;
    this.#names = declarations.map((it) => {
      return rules.flat ? it.name : this.fold(nameInside(it, declarations[it.within]));
    });
    for (let index = 0; index < declarations.length; index++) {
      const { within = fileScope, scope = within, exported = false } = declarations[index] ?? {};
      this.#add(rules.flat ? fileScope : scope, this.nameInScope(index), index);
      if (exported && within === fileScope && scope !== fileScope) {
        this.#add(exportedScope, this.nameInScope(index), index);
      }
    }
  }

  /** Whether a declaration has members that its code does not see as names. */
  isClass(index: number): boolean {
    const kind = this.#declarations[index]?.kind;
    return kind !== undefined && memberKinds.has(kind);
  }

  /** Folds the case of a name in a case-insensitive language; `$` starts a variable, whose case counts. */
  fold(name: string): string {
    if (!this.#rules.ignoresCase) return name;
    const variable = name.startsWith('$') ? firstPartOf(name) : '';
    return variable + foldAscii(name.slice(variable.length));
  }

  /** The names at file level. */
  names(): Iterable<string> {
    return this.#scopes?.get(fileScope)?.keys() ?? [];
  }

  /** The qualified name relative to the enclosing declaration: `m`, or `object.m` for a member of a literal. */
  nameInScope(index: number): string {
    return this.#names[index] ?? '';
  }

  /**
   * Looks a dotted name up in one scope: as a declaration, or as a member of the class that its first part names.
   *
   * @param scope index of a declaration, or `fileScope`
   * @returns undefined when the scope does not bind the first part
   */
  find(scope: number, dotted: string, table: NameTable = 'calls'): Hit | undefined {
    const names = this.#scopes?.get(scope);
    if (names === undefined) return undefined;
    const dot = this.#rules.flat ? -1 : dotted.indexOf('.');
    const same = names.get(dotted);
    const exact = same === undefined ? [] : this.#fitting(same, table, dot < 0 && !this.isClass(scope));
    if (exact.length > 0) return { indices: exact, via: dot < 0 ? 'local' : 'member' };
    const first = dot < 0 ? undefined : names.get(dotted.slice(0, dot));
    return first === undefined ? undefined : this.#findMember(first, dotted.slice(dot + 1), table);
  }

  /** The same for a name that another file looks up in this file. */
  findExported(dotted: string, table: NameTable): Hit | undefined {
    return this.find(fileScope, dotted, table) ?? this.find(exportedScope, dotted, table);
  }

  #findMember(owner: Namesakes, member: string, table: NameTable): Hit {
    const classes = this.#classes(owner);
    if (classes.length === 0) return { miss: callReasons.receiver };
    if (classes.length > mostCandidates) return { miss: callReasons.many };
    const hits = classes.map((it) => this.find(it, member, table));
    const indices = hits.flatMap((hit) => (hit !== undefined && 'indices' in hit ? hit.indices : []));
    if (indices.length > 0) return { indices, via: 'member' };
    if (!member.includes('.')) return { miss: callReasons.no_member, inherited: { classes, member } };
    return hits.find((hit) => hit !== undefined) ?? { miss: callReasons.receiver };
  }

  #classes(same: Namesakes): readonly number[] {
    if (typeof same === 'number') return this.isClass(same) ? [same] : [];
    same.classes ??= same.indices.filter((it) => this.isClass(it));
    return same.classes;
  }

  /** Declarations of a table; methods only with a receiver, overloads only if they have a body. */
  #fitting(same: Namesakes, table: NameTable, bare: boolean): readonly number[] {
    if (typeof same === 'number') return this.#fits(same, table, bare) ? [same] : [];
    let fitting = same.fitting[table];
    if (fitting === undefined) {
      const found = same.indices.filter((it) => this.#fits(it, table, bare));
      const withBody = found.length < 2 ? found : found.filter((it) => this.#hasBody(it));
      fitting = withBody.length === 1 ? withBody : found;
      same.fitting[table] = fitting;
    }
    return fitting;
  }

  #fits(index: number, table: NameTable, bare: boolean): boolean {
    const kind = this.#declarations[index]?.kind;
    if (this.#rules.flat && this.#isUnnamed(index)) return false;
    return kind !== undefined && (KINDS[table].has(kind) || (kind === 'method' && hasMethods(table) && !bare));
  }

  /** Whether no code can call it: a test of bats, which the file does not export. */
  #isUnnamed(index: number): boolean {
    const declaration = this.#declarations[index];
    return declaration?.within === fileScope && declaration.exported === false;
  }

  #hasBody(index: number): boolean {
    const declaration = this.#declarations[index];
    return declaration?.kind === 'class' || declaration?.kind === 'trait' || declaration?.function_body !== undefined;
  }

  #add(scope: number, name: string, index: number): void {
    this.#scopes ??= new Map();
    let names = this.#scopes.get(scope);
    if (names === undefined) {
      names = new Map();
      this.#scopes.set(scope, names);
    }
    const same = names.get(name);
    if (same === undefined) names.set(name, index);
    else if (typeof same === 'number') names.set(name, { indices: [same, index], fitting: {} });
    else same.indices.push(index);
  }
}

/**
 * The declarations of one name in one scope: nearly always a single index, else several. They are evaluated once, so
 * that many declarations of one name cost no more than as many different names.
 */
type Namesakes =
  | number
  | { indices: number[]; fitting: Partial<Record<NameTable, readonly number[]>>; classes?: readonly number[] };

function nameInside({ name, qualified_name }: DeclarationFacts, outer: DeclarationFacts | undefined): string {
  if (outer === undefined) return qualified_name;
  const { length } = outer.qualified_name;
  // An equal string that is allocated already.
  const isJoined = qualified_name.length === length + 1 + name.length && qualified_name.endsWith(name);
  if (isJoined && qualified_name[length] === '.' && qualified_name.startsWith(outer.qualified_name)) return name;
  const isInside = qualified_name[length] === '.' && qualified_name.startsWith(outer.qualified_name);
  return isInside ? qualified_name.slice(length + 1) : qualified_name;
}

function hasMethods(table: NameTable): boolean {
  return table === 'calls' || table === 'values';
}

function foldAscii(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}
