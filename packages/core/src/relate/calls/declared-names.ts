import type { DeclarationFacts, DeclarationKind } from '#parse/facts.ts';
import type { CallVia } from '#scan/model.ts';
import { callReasons } from '../reasons.ts';
import { headOf } from './dotted.ts';
import type { CallRules } from './language-rules.ts';
import { mostCandidates } from './outcome.ts';

/** The scope that is the file itself. */
export const fileScope = -1;

/** Declarations by index, or why a name that is there leads to none. */
export type Hit = { indices: readonly number[]; via: CallVia } | { miss: string };

const callable = new Set<DeclarationKind>(['function', 'method', 'class']);
const holdsMembers = new Set<DeclarationKind>(['class', 'interface', 'enum', 'type', 'trait']);

/** The declarations that bear one name in one scope. */
interface Named {
  /** What can be called; of overloads only the one that has a body. */
  callable: readonly number[];
  /** What holds members. */
  classes: readonly number[];
}

/** The declarations of one file by the scope they stand in and the name they have there. */
export class DeclaredNames {
  readonly #declarations: readonly DeclarationFacts[];
  readonly #rules: CallRules;
  readonly #scopes = new Map<number, ReadonlyMap<string, Named>>();

  constructor(declarations: readonly DeclarationFacts[], rules: CallRules) {
    this.#declarations = declarations;
    this.#rules = rules;
    const scopes = new Map<number, Map<string, number[]>>();
    for (const [index, { within, name }] of declarations.entries()) {
      const scope = entry(scopes, rules.flat ? fileScope : within, () => new Map<string, number[]>());
      entry(scope, rules.flat ? name : this.nameInScope(index), () => []).push(index);
    }
    for (const [scope, names] of scopes) {
      this.#scopes.set(scope, new Map([...names].map(([name, indices]) => [name, this.#named(indices)])));
    }
  }

  /** Whether a declaration holds members that are no names of the code in it. */
  isClass(index: number): boolean {
    const kind = this.#declarations[index]?.kind;
    return kind !== undefined && holdsMembers.has(kind);
  }

  /** The one spelling of a name in a language that ignores case; `$` begins a variable, whose case counts. */
  fold(name: string): string {
    if (!this.#rules.ignoresCase) return name;
    const variable = name.startsWith('$') ? headOf(name) : '';
    return variable + foldAscii(name.slice(variable.length));
  }

  /** Its qualified name without that of the declaration around it: `m`, or `object.m` for a member of a literal. */
  nameInScope(index: number): string {
    const declaration = this.#declarations[index];
    if (declaration === undefined) return '';
    const outer = this.#declarations[declaration.within]?.qualified_name;
    const { qualified_name } = declaration;
    const inside = outer !== undefined && qualified_name.startsWith(`${outer}.`);
    return this.fold(inside ? qualified_name.slice(outer.length + 1) : qualified_name);
  }

  /**
   * Looks a dotted name up in one scope: as such, or as members of the class its first part names.
   *
   * @param scope index of a declaration, or `fileScope`
   * @returns undefined when the scope does not know the first part
   */
  find(scope: number, dotted: string): Hit | undefined {
    const names = this.#scopes.get(scope);
    if (names === undefined) return undefined;
    const dot = this.#rules.flat ? -1 : dotted.indexOf('.');
    const exact = names.get(dotted)?.callable ?? [];
    if (exact.length > 0) return { indices: exact, via: dot < 0 ? 'local' : 'member' };
    const head = dot < 0 ? undefined : names.get(dotted.slice(0, dot));
    return head === undefined ? undefined : this.#findMember(head, dotted.slice(dot + 1));
  }

  #findMember({ classes }: Named, member: string): Hit {
    if (classes.length === 0) return { miss: callReasons.receiver };
    if (classes.length > mostCandidates) return { miss: callReasons.many };
    const hits = classes.map((it) => this.find(it, member)).filter((hit) => hit !== undefined && 'indices' in hit);
    const indices = hits.flatMap((hit) => hit.indices);
    return indices.length > 0 ? { indices, via: 'member' } : { miss: callReasons.inherited };
  }

  #named(indices: readonly number[]): Named {
    const found = indices.filter((it) => callable.has(this.#declarations[it]?.kind ?? 'type'));
    const withBody = found.length < 2 ? found : found.filter((it) => this.#hasBody(it));
    return {
      callable: withBody.length === 1 ? withBody : found,
      classes: indices.filter((it) => this.isClass(it)),
    };
  }

  #hasBody(index: number): boolean {
    const declaration = this.#declarations[index];
    return declaration?.kind === 'class' || declaration?.function_body !== undefined;
  }
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

function foldAscii(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}
