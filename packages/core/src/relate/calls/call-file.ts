import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import { DeclaredNames, fileScope } from './declared-names.ts';
import { headOf } from './dotted.ts';
import type { ImportedNames } from './imported-names.ts';
import { type CallRules, callRules } from './language-rules.ts';
import type { Outcome } from './outcome.ts';

/** What the calls of one file, and those that lead into it, are resolved with. */
export class CallFile {
  readonly path: string;
  readonly rules: CallRules;
  readonly facts: FileFacts;
  readonly declared: DeclaredNames;
  readonly imported: ImportedNames;
  /** Outcomes already known of names at file level. */
  readonly outcomes = new Map<string, Outcome>();
  readonly #ids: readonly string[];
  readonly #exports: ReadonlyMap<string, string>;

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
    this.#exports = new Map(facts.exports?.map(({ name, local }) => [name, local]));
    this.declared = new DeclaredNames(facts.declarations, this.rules);
    this.imported = bind(this.rules, this.declared);
  }

  declaration(index: number): DeclarationFacts | undefined {
    return this.facts.declarations[index];
  }

  ids(indices: readonly number[]): string[] {
    return indices.map((it) => this.#ids[it] ?? '');
  }

  /** The name inside the file of a dotted name that another file asks it for. */
  inside(dotted: string): string {
    const head = headOf(dotted);
    const local = this.#exports.get(head);
    return local === undefined ? dotted : local + dotted.slice(head.length);
  }

  /** Whether the file itself says what a name is that another file asks it for, all-name re-exports aside. */
  offers(dotted: string): boolean {
    const name = this.inside(dotted);
    const head = headOf(name);
    const { bindings, modules } = this.imported;
    return this.declared.find(fileScope, name) !== undefined || bindings.has(head) || modules.has(head);
  }
}
