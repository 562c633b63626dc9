import type {
  CallColumns,
  ControlColumns,
  FileFacts,
  IgnoreComment,
  ImportFacts,
  ObjectFacts,
  ReferenceFacts,
  ScopedCall,
} from '../../facts.ts';
import type { FlatTree } from '../flat-tree.ts';
import { called } from './calls.ts';
import type { CompiledLanguage } from './compile.ts';
import { ControlCollector } from './control.ts';
import { type CallbackNode, type Declaration, DeclarationCollector } from './declarations.ts';
import { Exports } from './exports.ts';
import { ignoreComments } from './ignore-comments.ts';
import { markElided } from './imports/elided-imports.ts';
import { ImportCollector, type ImportReader } from './imports/reader.ts';
import { type KnownNames, knownNames } from './known-names.ts';
import { NameReader } from './names.ts';
import { Nodes } from './nodes.ts';
import { ObjectVariables } from './object-variables.ts';
import type { Positions } from './positions.ts';
import { boundedReferences, ReferenceCollector, reexports } from './references.ts';
import type { CallRule } from './rules.ts';
import { fileScope, type Scope } from './scope.ts';
import { scopeNames } from './scoped-names.ts';

export interface ExtractedFacts {
  declarations: Declaration[];
  callbacks: CallbackNode[];
  imports: ImportFacts[];
  exports?: NonNullable<FileFacts['exports']>;
  calls: CallColumns;
  objects?: ObjectFacts[];
  scoped_calls?: ScopedCall[];
  references?: ReferenceFacts[];
  references_truncated?: true;
  control: ControlColumns;
  ignore_comments?: IgnoreComment[];
}

/**
 * Extracts declarations, imports, calls and control structure of one file in one pass over its tree. The language's
 * data maps kinds to facts; no tree makes it throw.
 *
 * @param withoutUses of calls only their place among control structures; no objects, references or scopes of names
 * @param elides imports without a value that the file uses are left out
 */
export function extractFacts(
  tree: FlatTree,
  language: CompiledLanguage,
  positions: Positions,
  { withoutUses = false, elides = false }: { withoutUses?: boolean; elides?: boolean } = {},
): ExtractedFacts {
  const pass = new FactsPass(tree, language, positions, withoutUses);
  pass.run();
  if (elides) pass.markElided();
  return pass.facts();
}

type Uses = Pick<ExtractedFacts, 'objects' | 'scoped_calls' | 'references' | 'references_truncated'>;

class FactsPass {
  readonly #tree: FlatTree;
  readonly #language: CompiledLanguage;
  readonly #positions: Positions;
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #exports: Exports;
  readonly #imports: ImportCollector;
  readonly #declarations: DeclarationCollector;
  readonly #control: ControlCollector;
  readonly #variables: ObjectVariables;
  readonly #references: ReferenceCollector;
  readonly #calls: CallColumns = { callee: [], line: [], within: [] };
  /** Aligned with the calls. */
  readonly #callNodes: number[] = [];
  readonly #reader: ImportReader;
  readonly #withoutUses: boolean;
  #scope: Scope;

  constructor(tree: FlatTree, language: CompiledLanguage, positions: Positions, withoutUses: boolean) {
    const nodes = new Nodes(tree, language.noise);
    const names = new NameReader(nodes, language);
    const exports = new Exports(nodes, language);
    const imports = new ImportCollector(nodes, positions);
    this.#tree = tree;
    this.#language = language;
    this.#positions = positions;
    this.#nodes = nodes;
    this.#names = names;
    this.#exports = exports;
    this.#imports = imports;
    this.#declarations = new DeclarationCollector(nodes, names, exports, language, positions);
    this.#control = new ControlCollector(nodes, positions);
    this.#variables = new ObjectVariables(nodes, names, language);
    this.#references = new ReferenceCollector(nodes, names, language, positions);
    this.#reader = language.reader({ nodes, names, exports, imports });
    this.#withoutUses = withoutUses;
    this.#scope = fileScope(tree.count);
  }

  run(): void {
    const { count, kind } = this.#tree;
    const { stops } = this.#language;
    for (let node = 0; node < count; node++) {
      const stop = stops[kind[node] ?? 0];
      if (stop === 1) this.#visit(node);
      else if (stop === 2 && !this.#withoutUses) this.#references.add(node, this.#scopeAt(node).within);
    }
  }

  markElided(): void {
    markElided({ nodes: this.#nodes, names: this.#names, language: this.#language }, this.#imports);
  }

  #reexports(known: KnownNames): ReferenceFacts[] {
    const listed = this.#exports.all.filter(([name]) => known.has(name));
    const named = listed.map(([name, node]) => ({ name, line: this.#positions.line(this.#tree.start[node] ?? 0) }));
    return reexports(this.#imports.found, named);
  }

  facts(): ExtractedFacts {
    const ordered = this.#declarations.finish();
    const calls = this.#calls;
    const control = this.#control.columns;
    for (const columns of [calls, control]) renumber(columns.within, ordered.order);
    const uses = this.#withoutUses ? {} : this.#uses(ordered);
    const renamed = this.#exports.renamed(this.#imports.found);
    const ignored = ignoreComments(this.#tree, this.#language, this.#positions);
    return {
      declarations: ordered.declarations,
      callbacks: this.#declarations.callbacks,
      imports: withoutOwnClasses(this.#imports.found, ordered.declarations),
      ...(renamed.length === 0 ? {} : { exports: renamed }),
      calls,
      ...uses,
      control,
      ...(ignored.length === 0 ? {} : { ignore_comments: ignored }),
    };
  }

  #uses({ declarations, order }: ReturnType<DeclarationCollector['finish']>): Uses {
    const declarationNode = (it: number) => this.#declarations.found[it]?.node ?? 0;
    const known = knownNames(this.#names, declarations, this.#imports);
    const {
      calls: scoped,
      objects,
      references,
    } = scopeNames(this.#nodes, this.#names, this.#language, {
      declarations,
      imports: this.#imports.found,
      importNodes: this.#imports.at,
      importedNames: this.#imports.bound,
      callees: this.#calls.callee,
      callNodes: this.#callNodes,
      callWithin: this.#calls.within,
      objects: this.#variables.objects(this.#calls, this.#callNodes, declarationNode),
      known,
      references: this.#references.references(known, order),
    });
    return {
      ...(objects.length === 0 ? {} : { objects }),
      ...(scoped.length === 0 ? {} : { scoped_calls: scoped }),
      ...boundedReferences([...this.#reexports(known), ...references]),
    };
  }

  #scopeAt(node: number): Scope {
    let scope = this.#scope;
    while (node >= scope.end && scope.outer !== undefined) scope = scope.outer;
    this.#scope = scope;
    return scope;
  }

  #visit(node: number): void {
    let scope = this.#scopeAt(node);
    const rules = this.#language.rules(this.#tree.kind[node] ?? 0);
    if (rules !== undefined) {
      const isImport = rules.read === true && this.#reader.read(node, scope);
      if (rules.call !== undefined && !isImport) this.#call(node, rules.call, scope);
      if (rules.control !== undefined) scope = this.#control.enter(node, rules.control, scope);
      if (rules.declaration !== undefined) scope = this.#declarations.enter(node, rules.declaration, scope);
      else if (rules.container !== undefined) scope = this.#declarations.enterContainer(node, rules.container, scope);
    }
    this.#scope = scope;
  }

  #call(node: number, rule: CallRule, scope: Scope): void {
    const call = called(this.#nodes, this.#names, node, rule);
    if (call === undefined) return;
    if ('callee' in call && !this.#withoutUses) {
      this.#variables.add(node, call.callee, this.#callNodes.length, scope);
      this.#callNodes.push(node);
      this.#calls.callee.push(call.callee);
      this.#calls.line.push(this.#positions.line(this.#tree.start[node] ?? 0));
      this.#calls.within.push(scope.within);
    }
    this.#control.add('control' in call ? call.control : 'call', node, scope);
  }
}

/** Without the classes that the file itself declares; names of classes ignore the case of ASCII letters, and functions can have the same name (PHP). */
function withoutOwnClasses(imports: ImportFacts[], declarations: readonly Declaration[]): ImportFacts[] {
  if (!imports.some(({ lookup }) => lookup === 'class')) return imports;
  const classes = declarations.filter(({ facts }) => facts.kind !== 'function');
  const own = new Set(classes.map(({ facts }) => lower(facts.qualified_name)));
  return imports.filter(({ lookup, target }) => lookup !== 'class' || !own.has(lower(target)));
}

function lower(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function renumber(within: number[], order: Int32Array): void {
  for (let i = 0; i < within.length; i++) {
    const declaration = within[i] ?? -1;
    if (declaration >= 0) within[i] = order[declaration] ?? -1;
  }
}
