import type { DeclarationIn } from './base-classes.ts';
import type { CallFile } from './call-file.ts';
import { fileScope, type NameTable } from './declared-names.ts';
import { firstPartOf } from './dotted.ts';
import type { IncludedNames } from './included.ts';
import { phpNames, phpNamespaces } from './php-names.ts';
import type { NameTrace } from './trace.ts';

/** Maximum number of enclosing declarations in which a class is searched. */
const FARTHEST_SCOPE = 200;

/** Finds the classes that names refer to at any declaration. */
export class ClassNames {
  readonly #trace: NameTrace;
  readonly #included: IncludedNames;
  readonly #namespaces = new Map<CallFile, readonly string[]>();

  constructor(trace: NameTrace, included: IncludedNames) {
    this.#trace = trace;
    this.#included = included;
  }

  /**
   * @param scope the scope of the name, if it is known
   * @returns undefined unless the name leads to exactly one class of the project
   */
  find(file: CallFile, within: number, written: string, scope?: number): DeclarationIn | undefined {
    const found = this.#find(file, within, written, scope, 'calls');
    const kind = found?.file.declaration(found.index)?.kind;
    return kind === 'class' || kind === 'trait' ? found : undefined;
  }

  /** The same for the name of a type, which can also be an interface or an enum. */
  findType(file: CallFile, within: number, written: string, scope?: number): DeclarationIn | undefined {
    const found = this.#find(file, within, written, scope, 'names');
    const kind = found?.file.declaration(found.index)?.kind;
    return kind === 'type' ? undefined : found;
  }

  #find(
    file: CallFile,
    within: number,
    written: string,
    scope: number | undefined,
    table: NameTable,
  ): DeclarationIn | undefined {
    if (written.includes('…') || file.rules.flat) return undefined;
    const name = file.declared.fold(written);
    const found =
      scope === undefined
        ? (this.#below(file, within, name, table) ?? this.#atFileLevel(file, within, name, table))
        : this.#trace.declaration(file, name, table, scope);
    return found === 'bound' ? undefined : found;
  }

  /** `bound`: a scope below file level binds the name to something else. */
  #below(file: CallFile, within: number, name: string, table: NameTable): DeclarationIn | 'bound' | undefined {
    const first = firstPartOf(name);
    let scope = within;
    for (let count = 0; scope !== fileScope; count++) {
      const declaration = file.declaration(scope);
      if (declaration === undefined || count === FARTHEST_SCOPE) return 'bound';
      const isVisible = !file.declared.isClass(scope) || (file.rules.seesClassBody && scope === within);
      if (isVisible && declaration.bound.includes(first)) return 'bound';
      if (isVisible && file.importsIn(scope, first)) {
        return this.#trace.declaration(file, name, table, scope) ?? 'bound';
      }
      const hit = isVisible ? file.declared.find(scope, name, table) : undefined;
      if (hit !== undefined) {
        const [index, ...others] = 'indices' in hit ? hit.indices : [];
        return index === undefined || others.length > 0 ? 'bound' : { file, index };
      }
      scope = declaration.within;
    }
    return undefined;
  }

  #atFileLevel(file: CallFile, within: number, name: string, table: NameTable): DeclarationIn | undefined {
    if (!file.rules.includes) return this.#trace.declaration(file, name, table);
    return this.#included.declaration(file, phpNames(file, this.#namespaceAt(file, within), name, true), table);
  }

  #namespaceAt(file: CallFile, within: number): string {
    let namespaces = this.#namespaces.get(file);
    if (namespaces === undefined) {
      namespaces = phpNamespaces(file);
      this.#namespaces.set(file, namespaces);
    }
    return namespaces.at(within) ?? '';
  }
}
