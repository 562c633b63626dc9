import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';
import { firstPartOf } from './dotted.ts';

/** A scope that binds a name by a declaration or a parameter, encoded as a number to save memory. */
export type KnownIn = number;

const knownIn = (scope: number, parameter: boolean): KnownIn => scope * 2 + (parameter ? 1 : 0);
export const scopeOf = (known: KnownIn): number => known >> 1;
export const isParameter = (known: KnownIn): boolean => (known & 1) === 1;

/**
 * The names visible below file level at one declaration, as a scoped symbol table: each name has a stack of the scopes
 * that bind it, innermost last, so that the cost of a look-up does not depend on the nesting depth. Names declared in a
 * class are members, not names visible to its code.
 *
 * A. Aho, M. Lam, R. Sethi, J. Ullman: Compilers, 2nd ed., 2.7 (symbol table per scope)
 */
export class LexicalScopes {
  readonly #file: CallFile;
  readonly #inside = new Map<number, string[]>();
  readonly #stacks = new Map<string, KnownIn[]>();
  readonly #open: number[] = [];

  constructor(file: CallFile) {
    this.#file = file;
    const { declarations } = file.facts;
    for (let index = 0; index < declarations.length; index++) {
      const { within = fileScope, scope = within } = declarations[index] ?? {};
      this.#add(scope, firstPartOf(file.declared.nameInScope(index)));
    }
    for (const [scope, { bindings, modules }] of file.imported.inner) {
      for (const name of bindings.keys()) this.#add(scope, name);
      for (const name of modules.keys()) if (!name.includes('.')) this.#add(scope, name);
    }
  }

  /** Moves to a declaration. Declarations must come in the order of the file's facts; some may be skipped. */
  enter(declaration: number): void {
    const missing: number[] = [];
    for (let at = declaration; ; ) {
      const innermost = this.#open.at(-1) ?? fileScope;
      if (at === innermost) break;
      if (at < innermost) {
        this.#leave();
      } else {
        missing.push(at);
        const within = this.#file.declaration(at)?.within ?? fileScope;
        at = within < at ? Math.max(within, fileScope) : fileScope;
      }
    }
    for (let at = missing.pop(); at !== undefined; at = missing.pop()) {
      this.#open.push(at);
      for (const name of this.#file.declaration(at)?.bound ?? []) this.#push(name, knownIn(at, true));
      for (const name of this.#inside.get(at) ?? []) this.#push(name, knownIn(at, false));
    }
  }

  /** The scopes that bind a name, innermost last. */
  knownIn(name: string): readonly KnownIn[] | undefined {
    return this.#stacks.get(name);
  }

  #add(scope: number, name: string): void {
    if (scope < 0 || this.#file.declared.isClass(scope)) return;
    const names = this.#inside.get(scope);
    if (names === undefined) this.#inside.set(scope, [name]);
    else names.push(name);
  }

  #push(name: string, scope: KnownIn): void {
    const stack = this.#stacks.get(name);
    if (stack === undefined) this.#stacks.set(name, [scope]);
    else stack.push(scope);
  }

  #leave(): void {
    const declaration = this.#open.pop() ?? -1;
    for (const name of this.#file.declaration(declaration)?.bound ?? []) this.#stacks.get(name)?.pop();
    for (const name of this.#inside.get(declaration) ?? []) this.#stacks.get(name)?.pop();
  }
}
