import {
  CLASSES,
  type ImportFacts,
  type ObjectFacts,
  type ReferenceFacts,
  type ScopedCall,
  VARIABLE,
} from '../../facts.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { Declaration } from './declarations.ts';
import { type DeclaredObject, declaredObjects } from './declared-objects.ts';
import { firstPart } from './dotted-names.ts';
import type { KnownNames } from './known-names.ts';
import { actual, type Lookup, lookUp } from './name-lookups.ts';
import { type BoundName, type NameScope, NameScopes } from './name-scopes.ts';
import type { NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { CreatedObject } from './object-variables.ts';
import type { NamedReference } from './references.ts';
import { objectOf } from './scope.ts';

/** The facts of a file whose names are looked up. */
export interface NamedFacts {
  /** In order. */
  declarations: readonly Declaration[];
  imports: readonly ImportFacts[];
  /** The node of each import, and the first name that it binds in the file. */
  importNodes: readonly number[];
  importedNames: readonly (string | undefined)[];
  callees: readonly string[];
  callNodes: readonly number[];
  /** The declaration of each call. */
  callWithin: readonly number[];
  objects: readonly CreatedObject[];
  known: KnownNames;
  references: readonly NamedReference[];
}

/**
 * Finds the scopes that bind names of declarations, imports and calls: adds `scope` and `reassigned` to declarations and
 * imports, and returns the calls whose first name is a variable, or a declaration or import of a scope without one, and the
 * references that are not variables.
 */
export function scopeNames(
  nodes: Nodes,
  names: NameReader,
  language: CompiledFacts,
  facts: NamedFacts,
): { calls: ScopedCall[]; objects: ObjectFacts[]; references: ReferenceFacts[] } {
  const reader = new ScopedNames(nodes, names, language, facts);
  reader.read();
  return { calls: reader.calls, objects: reader.objects(), references: reader.references };
}

class ScopedNames {
  readonly calls: ScopedCall[] = [];
  readonly references: ReferenceFacts[] = [];
  readonly #facts: NamedFacts;
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #language: CompiledFacts;
  readonly #scopes: NameScopes;
  readonly #lookups: Lookup[] = [];
  #counts: Map<string, number> | undefined;
  #inner: ReadonlySet<string> | undefined;
  readonly #declaredObjects: ObjectFacts[] = [];
  /** Index of the declaration of a scope, by its node. */
  readonly #declared = new Map<number, number>();
  /** Numbers of scopes without a declaration by their nodes, from the number of declarations on. */
  readonly #numbers = new Map<number, number>();

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts, facts: NamedFacts) {
    this.#facts = facts;
    this.#nodes = nodes;
    this.#names = names;
    this.#language = language;
    const roots = new Set(facts.declarations.map(({ root }) => root));
    this.#scopes = new NameScopes(nodes, names, language, roots);
    for (const [index, { node }] of facts.declarations.entries()) this.#declared.set(node, index);
  }

  read(): void {
    const { declarations, imports, importNodes, importedNames, callees, callNodes, references } = this.#facts;
    const assigned = new Map(
      this.#scopes.assignments.map((it) => [it.node, { ...it, lookup: this.#lookUp(it.node, it.name) }]),
    );
    const roots = declarations.map(({ root }) => {
      const isUse = root >= 0 && this.#scopes.boundAt(root) === undefined && !assigned.has(root);
      const name = isUse ? this.#names.simple(root) : undefined;
      return name === undefined ? undefined : this.#lookUp(root, name);
    });
    const bases = declarations.map(({ node, facts: { bases = [] } }) => {
      return bases.map(({ name }) => this.#lookUp(node, firstPart(name)));
    });
    const imported = importedNames.map((name, index) => {
      return name === undefined ? undefined : this.#lookUp(importNodes[index] ?? 0, name);
    });
    const called = callees.map((callee, call) => this.#candidate(callNodes[call] ?? 0, callee));
    const used = references.map(({ node, name }) => this.#candidate(node, name));
    const typed = this.#typed();
    const classes = typed.map((it) => this.#candidate(it.node, it.class));
    lookUp(this.#scopes, this.#lookups);

    for (const { lookup, givesValue } of assigned.values()) {
      if (givesValue && isBound(lookup.found)) lookup.found.values++;
    }
    for (const lookup of imported) if (isBound(lookup?.found)) lookup.found.imports++;
    const bound = declarations.map(({ root }, index) => {
      const own = root < 0 ? undefined : this.#scopes.boundAt(root);
      const found = own === undefined ? (assigned.get(root)?.lookup ?? roots[index])?.found : actual(own);
      return isBound(found) ? found : undefined;
    });
    for (const [index, { isMember }] of declarations.entries()) {
      const its = bound[index];
      if (its !== undefined) its[isMember ? 'members' : 'declared']++;
    }
    for (const [index, its] of bound.entries()) this.#scopeDeclaration(index, its, roots[index] !== undefined);
    for (const [index, lookups] of bases.entries()) this.#scopeBases(index, lookups);
    for (const [index, lookup] of imported.entries()) this.#scopeImport(imports[index], lookup?.found);
    for (const [call, lookup] of called.entries()) this.#scopeCall(call, callees[call] ?? '', lookup?.found);
    for (const [at, reference] of references.entries()) this.#scopeReference(reference, used[at]?.found);
    for (const [at, object] of typed.entries()) this.#scopeObject(object, classes[at]?.found);
  }

  #typed(): DeclaredObject[] {
    const { declarations, callees, callNodes, callWithin, objects } = this.#facts;
    const calls = { callees, nodes: callNodes, within: callWithin };
    const known = new Set(objects.map(({ call }) => call));
    return declaredObjects(
      this.#nodes,
      this.#names,
      this.#language,
      declarations,
      calls,
      this.#scopes.bindings,
      (it) => known.has(it),
      (name) => this.#language.classesApart || this.#facts.known.has(name),
    );
  }

  /** Without objects of a class that is a variable. */
  objects(): ObjectFacts[] {
    const scopes = new Map(this.calls.flatMap(({ call, scope }) => (scope === CLASSES ? [] : [[call, scope]])));
    const created = this.#facts.objects.flatMap(({ created, ...object }): ObjectFacts[] => {
      const scope = scopes.get(created);
      if (scope === VARIABLE) return [];
      return [scope === undefined ? object : { ...object, scope }];
    });
    const all = [...created, ...this.#declaredObjects];
    return this.#declaredObjects.length === 0 ? created : all.sort((a, b) => a.call - b.call);
  }

  /** Without an object of a class that is a variable. */
  #scopeObject({ call, class: name, declared }: DeclaredObject, found: Lookup['found']): void {
    const scope = found === undefined ? undefined : found === 'hidden' ? VARIABLE : this.#scopeOf(found, name);
    if (scope === VARIABLE) return;
    this.#declaredObjects.push({
      call,
      class: name,
      ...(scope === undefined ? {} : { scope }),
      ...(declared ? { declared: true } : {}),
    });
  }

  #lookUp(node: number, name: string): Lookup {
    const lookup: Lookup = { node, name, found: undefined };
    this.#lookups.push(lookup);
    return lookup;
  }

  /** Only names that a scope below file level binds, or that a scope can hide. */
  #candidate(node: number, dotted: string): Lookup | undefined {
    const name = firstPart(dotted);
    const isPossible =
      this.#scopes.inner.has(name) || (this.#language.variables.hasClosed && this.#scopes.file.names.has(name));
    return isPossible ? this.#lookUp(node, name) : undefined;
  }

  #scopeDeclaration(index: number, bound: BoundName | undefined, isUse: boolean): void {
    const declaration = this.#facts.declarations[index];
    if (declaration === undefined) return;
    const { facts, root, isMember } = declaration;
    const object = objectOf(root);
    if (object !== undefined) facts.scope = this.#numberAt(object);
    if (bound === undefined) return;
    const others = bound.values - bound.declared - bound.imports;
    // A type can have the name of a variable.
    const isType = facts.kind === 'type' || facts.kind === 'interface';
    if (others > (isMember ? 1 : 0) && !isType) facts.reassigned = true;
    // The names of a namespace are known as its members. A member that a function adds to an object of another function is
    // found in the function that adds it.
    const isKnown = bound.scope.outer === undefined || this.#declared.has(bound.scope.node);
    if (bound.scope.kind === 'namespace' || (isUse && isKnown)) return;
    const scope = this.#numberOf(bound.scope);
    if (scope !== facts.within) facts.scope = scope;
  }

  #scopeBases(index: number, lookups: readonly Lookup[]): void {
    for (const [at, base] of (this.#facts.declarations[index]?.facts.bases ?? []).entries()) {
      const found = lookups[at]?.found;
      if (found === undefined) continue;
      const isVariable = found === 'hidden' || this.#isVariable(found, firstPart(base.name));
      const scope = isVariable ? VARIABLE : this.#scopeOf(found, base.name);
      if (scope !== undefined) base.scope = scope;
    }
  }

  /** Whether a name of the file gets a value that is neither a declaration nor an import. */
  #isVariable({ scope, values, declared, members }: BoundName, name: string): boolean {
    if (scope.outer !== undefined || declared + members > 0) return false;
    const { importedValues } = this.#language.variables;
    return values > (importedValues ? (this.#importCounts().get(name) ?? 0) : 0);
  }

  /** How many imports bind a name. */
  #importCounts(): ReadonlyMap<string, number> {
    if (this.#counts === undefined) {
      this.#counts = new Map();
      for (const { names } of this.#facts.imports) {
        for (const { name, alias = name } of names) this.#counts.set(alias, (this.#counts.get(alias) ?? 0) + 1);
      }
    }
    return this.#counts;
  }

  #scopeImport(facts: ImportFacts | undefined, found: Lookup['found']): void {
    if (facts === undefined || !isBound(found)) return;
    const scope = this.#numberOf(found.scope);
    if (scope >= 0) facts.scope = scope;
  }

  #scopeCall(call: number, callee: string, found: Lookup['found']): void {
    if (this.#createsObject(call, callee)) this.calls.push({ call, scope: CLASSES });
    if (found === undefined) return;
    const scope = found === 'hidden' ? VARIABLE : this.#scopeOf(found, callee);
    // The receiver is not known either way, unless something else has its name.
    const isNeeded = scope !== VARIABLE || !callee.includes('.') || this.#facts.known.has(firstPart(callee));
    if (scope !== undefined && isNeeded) this.calls.push({ call, scope });
  }

  #scopeReference({ node: _, ...facts }: NamedReference, found: Lookup['found']): void {
    const scope = found === undefined ? undefined : this.#scopeOfUse(facts, found);
    if (facts.kind === 'reexport' && !this.#scopes.file.names.has(facts.name)) return;
    // A type can have the name of a variable.
    if (scope === VARIABLE && facts.kind !== 'type') return;
    this.references.push(scope === undefined || scope === VARIABLE ? facts : { ...facts, scope });
  }

  #scopeOfUse({ name }: { name: string }, found: BoundName | 'hidden'): number | undefined {
    if (found === 'hidden') return VARIABLE;
    if (found.scope.outer === undefined) return undefined;
    const isMember = found.members > 0 && name.includes('.');
    if (isMember || found.declared > 0) return this.#scopeOf(found, name);
    const number = this.#numberOf(found.scope);
    if (!this.#innerImports().has(`${number} ${firstPart(name)}`)) return VARIABLE;
    return this.#declared.has(found.scope.node) ? undefined : number;
  }

  /** The names that imports below file level bind, each after the number of its scope. */
  #innerImports(): ReadonlySet<string> {
    this.#inner ??= new Set(
      this.#facts.imports.flatMap(({ names, scope = -1 }, index) => {
        const bound = this.#facts.importedNames[index];
        const all = names.map(({ name, alias = name }) => alias);
        return scope < 0 ? [] : [...all, ...(bound === undefined ? [] : [bound])].map((name) => `${scope} ${name}`);
      }),
    );
    return this.#inner;
  }

  /** The scope of a name; undefined if the enclosing declarations and the file show it. */
  #scopeOf(bound: BoundName, dotted: string): number | undefined {
    if (bound.scope.outer === undefined) return undefined;
    const declaration = this.#declared.get(bound.scope.node);
    if (bound.declared + bound.imports > 0) return declaration === undefined ? this.#numberOf(bound.scope) : undefined;
    const name = firstPart(dotted);
    if (bound.members > 0 && name !== dotted) return this.#numberOf(bound.scope);
    const parameters = this.#facts.declarations[declaration ?? -1]?.facts.bound;
    return parameters?.includes(name) ? undefined : VARIABLE;
  }

  /** Whether a call names a class where functions have names of their own; variables start with `$`. */
  #createsObject(call: number, callee: string): boolean {
    if (!this.#language.classesApart || callee.startsWith('$') || callee.includes('.')) return false;
    const kind = this.#nodes.tree.kind[this.#facts.callNodes[call] ?? 0] ?? 0;
    return this.#language.rules(kind)?.creates === true;
  }

  #numberOf(scope: NameScope): number {
    return scope.outer === undefined ? -1 : this.#numberAt(scope.node);
  }

  #numberAt(node: number): number {
    const number = this.#declared.get(node) ?? this.#numbers.get(node);
    if (number !== undefined) return number;
    const next = this.#facts.declarations.length + this.#numbers.size;
    this.#numbers.set(node, next);
    return next;
  }
}

function isBound(found: Lookup['found']): found is BoundName {
  return found !== undefined && found !== 'hidden';
}
