import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import { DeclaredNames, fileScope, type NameTable } from './declared-names.ts';
import { firstPartOf } from './dotted.ts';
import type { ImportedNames, ScopeImports } from './imported-names.ts';
import { type CallRules, callRules } from './language-rules.ts';

const none: ReadonlyMap<string, string> = new Map();

/** The names of one file, for resolving its own calls and calls from other files. */
export class CallFile {
  readonly path: string;
  readonly rules: CallRules;
  readonly facts: FileFacts;
  readonly declared: DeclaredNames;
  readonly imported: ImportedNames;
  readonly #ids: readonly string[];
  #known: ReadonlySet<string> | undefined;
  readonly #exports: ReadonlyMap<string, string>;
  #interfaces: ReadonlySet<string> | undefined;

  constructor(
    path: string,
    language: string | undefined,
    facts: FileFacts,
    ids: readonly string[],
    bind: (rules: CallRules, declared: DeclaredNames) => ImportedNames,
  ) {
    this.path = path;
    this.rules = callRules(language);
    this.facts = facts;
    this.#ids = ids;
    this.#exports = facts.exports === undefined ? none : new Map(facts.exports.map(({ name, local }) => [name, local]));
    this.declared = new DeclaredNames(facts.declarations, this.rules);
    this.imported = bind(this.rules, this.declared);
  }

  declaration(index: number): DeclarationFacts | undefined {
    return this.facts.declarations[index];
  }

  /**
   * Whether an interface of the file has a declaration's name at the same place: in TypeScript its members, which are not
   * declarations, are members of a class with this name too.
   */
  isInterface(index: number): boolean {
    const its = this.declaration(index);
    this.#interfaces ??= new Set(this.facts.declarations.filter((it) => it.kind === 'interface').map(placeOf));
    return its !== undefined && this.#interfaces.has(placeOf(its));
  }

  in(indices: readonly number[]): { file: CallFile; index: number }[] {
    return indices.map((index) => ({ file: this, index }));
  }

  ids(indices: readonly number[]): string[] {
    return indices.map((it) => this.#ids[it] ?? '');
  }

  /** Whether an id is that of one of its declarations. */
  has(id: string): boolean {
    this.#known ??= new Set(this.#ids);
    return this.#known.has(id);
  }

  /** The local spelling of a dotted name that another file looks up in this file. */
  inside(dotted: string): string {
    const first = firstPartOf(dotted);
    const local = this.#exports.get(first);
    return local === undefined ? dotted : local + dotted.slice(first.length);
  }

  /** Whether wildcard imports bind names in the file itself. */
  get bindsStars(): boolean {
    const { files, open } = this.imported.stars;
    return this.rules.bindsStars && (open || files.size > 0);
  }

  /** The names that imports bind in a scope. */
  importedIn(scope: number): ScopeImports | undefined {
    return scope === fileScope ? this.imported : this.imported.inner.get(scope);
  }

  /** Whether an import binds a name in a scope below file level. */
  importsIn(scope: number, first: string): boolean {
    const its = this.imported.inner.get(scope);
    return its !== undefined && (its.bindings.has(first) || its.modules.has(first));
  }

  /** Whether one of the declarations has a variable that also gets other values. */
  isReassigned(indices: readonly number[]): boolean {
    return indices.some((it) => this.declaration(it)?.reassigned === true);
  }

  /** Whether another file that looks a name up in this file sees declarations with that name. */
  shows(dotted: string, indices: readonly number[]): boolean {
    if (!this.rules.exportsListed || this.#exports.has(firstPartOf(dotted))) return true;
    return indices.some((it) => this.#isExported(it));
  }

  /** Whether a declaration or an import of the file has a name, or the first part of a dotted one. */
  knows(dotted: string, table: NameTable): boolean {
    const first = firstPartOf(dotted);
    const { bindings, modules } = this.imported;
    return bindings.has(first) || modules.has(first) || this.declared.find(fileScope, dotted, table) !== undefined;
  }

  /** Whether the file itself binds a name that another file gets from it with a wildcard import. */
  offers(dotted: string, table: NameTable): boolean {
    const name = this.inside(dotted);
    const first = firstPartOf(name);
    const hit = this.declared.findExported(name, table);
    if (hit !== undefined) return name !== dotted || 'miss' in hit || hit.indices.some((it) => this.#isExported(it));
    const { bindings, modules } = this.imported;
    if (this.rules.bindsStars) return !first.startsWith('_') && (bindings.has(first) || modules.has(first));
    const its = bindings.get(first);
    return its !== undefined && (its.some(({ reexport }) => reexport) || this.#exports.has(firstPartOf(dotted)));
  }

  #isExported(index: number): boolean {
    return this.declaration(index)?.exported === true;
  }
}

function placeOf({ within, qualified_name }: DeclarationFacts): string {
  return `${within} ${qualified_name}`;
}
