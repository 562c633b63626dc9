import type { DeclarationFacts, DeclarationKind } from '#parse/facts.ts';
import type { CallVia } from '#scan/model.ts';
import { callReasons } from '../reasons.ts';
import { headOf } from './dotted.ts';
import type { CallRules } from './language-rules.ts';

/** The scope that is the file itself. */
export const fileScope = -1;

/** Declarations by index, or why a name that is there leads to none. */
export type Hit = { indices: number[]; via: CallVia } | { miss: string };

const callable = new Set<DeclarationKind>(['function', 'method', 'class']);
const holdsMembers = new Set<DeclarationKind>(['class', 'interface', 'enum', 'type', 'trait']);

/** The declarations of one file by the scope they stand in and the name they have there. */
export class DeclaredNames {
  readonly #declarations: readonly DeclarationFacts[];
  readonly #rules: CallRules;
  readonly #top = new Map<string, number[]>();
  readonly #nested = new Map<number, Map<string, number[]>>();

  constructor(declarations: readonly DeclarationFacts[], rules: CallRules) {
    this.#declarations = declarations;
    this.#rules = rules;
    for (const [index, declaration] of declarations.entries()) {
      const names = this.#namesToFill(rules.flat ? fileScope : declaration.within);
      const name = rules.flat ? declaration.name : this.nameInScope(index);
      const same = names.get(name);
      if (same === undefined) names.set(name, [index]);
      else same.push(index);
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
    const names = scope === fileScope ? this.#top : this.#nested.get(scope);
    if (names === undefined) return undefined;
    const dot = dotted.indexOf('.');
    const exact = this.#implementations(names.get(dotted));
    if (exact.length > 0) return { indices: exact, via: dot < 0 ? 'local' : 'member' };
    const heads = dot < 0 ? undefined : names.get(dotted.slice(0, dot));
    if (heads === undefined) return undefined;

    const classes = heads.filter((it) => this.isClass(it));
    if (classes.length === 0) return { miss: callReasons.receiver };
    const indices: number[] = [];
    for (const it of classes) {
      const hit = this.find(it, dotted.slice(dot + 1));
      if (hit !== undefined && 'indices' in hit) indices.push(...hit.indices);
    }
    return indices.length > 0 ? { indices, via: 'member' } : { miss: callReasons.inherited };
  }

  /** What can be called; of overloads only the one that has a body. */
  #implementations(indices: readonly number[] | undefined): number[] {
    const found = (indices ?? []).filter((it) => callable.has(this.#declarations[it]?.kind ?? 'type'));
    if (found.length < 2) return found;
    const withBody = found.filter((it) => {
      const declaration = this.#declarations[it];
      return declaration?.kind === 'class' || declaration?.function_body !== undefined;
    });
    return withBody.length === 1 ? withBody : found;
  }

  #namesToFill(scope: number): Map<string, number[]> {
    if (scope === fileScope) return this.#top;
    let names = this.#nested.get(scope);
    if (names === undefined) {
      names = new Map();
      this.#nested.set(scope, names);
    }
    return names;
  }
}

function foldAscii(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}
