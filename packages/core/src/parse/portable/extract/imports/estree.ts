import type { ImportPhase } from '../../../facts.ts';
import type { Scope } from '../scope.ts';
import { bindingOf } from './estree-bindings.ts';
import { EstreeExports } from './estree-exports.ts';
import { globCall } from './estree-globs.ts';
import { stringOf } from './estree-literals.ts';
import { phaseOfExpression, phaseOfStatement, type StatedPhase } from './estree-phases.ts';
import { resolvedPath, workerUrl } from './estree-urls.ts';
import { type ImportedName, type ImportReader, imported, type ReaderContext } from './reader.ts';

/** Maximum depth at which a `require` in functions that are called at once is recognized. */
const MAX_LEVELS = 200;

const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);

/**
 * Modules of JavaScript and TypeScript: `import`, `export … from`, `import()`, `require()`, and types from elsewhere.
 */
export class EstreeImports implements ImportReader {
  readonly #context: ReaderContext;
  readonly #exports: EstreeExports;

  constructor(context: ReaderContext) {
    this.#context = context;
    this.#exports = new EstreeExports(context);
  }

  read(node: number, scope: Scope): boolean {
    const { nodes } = this.#context;
    switch (nodes.kind(node)) {
      case 'ImportDeclaration':
        this.#add(node, scope, nodes.field(node, 'source'), {
          names: this.#specifiers(node),
          ...phaseOfStatement(this.#context, node, 'importKind'),
        });
        return true;
      case 'ExportAllDeclaration':
        this.#exportAll(node, scope);
        return true;
      case 'ExportNamedDeclaration':
        return this.#exportNamed(node, scope);
      case 'TSImportEqualsDeclaration':
        return this.#importEquals(node, scope);
      case 'TSImportType':
        this.#add(node, scope, nodes.field(node, 'source'), { names: this.#qualifier(node), phase: 'type_only' });
        return true;
      case 'ImportExpression':
        this.#add(node, scope, nodes.field(node, 'source'), {
          ...bindingOf(this.#context, node),
          ...phaseOfExpression(this.#context, node, scope),
        });
        return true;
      case 'CallExpression':
        this.#path(node, scope, resolvedPath(this.#context, node), 'asset');
        this.#glob(node, scope);
        return this.#require(node, scope);
      case 'NewExpression':
        this.#path(node, scope, workerUrl(this.#context, node), 'worker');
        return false;
      case 'ExportDefaultDeclaration':
        this.#exports.byDefault(nodes.field(node, 'declaration'), scope);
        return false;
      case 'TSExportAssignment':
        this.#exports.byDefault(nodes.field(node, 'expression'), scope);
        return false;
      case 'AssignmentExpression':
        this.#exports.assigned(node, scope);
        return false;
      default:
        return false;
    }
  }

  #add(
    node: number,
    scope: Scope,
    source: number,
    found: StatedPhase & { names: ImportedName[]; reexport?: boolean },
  ): void {
    const { nodes, imports } = this.#context;
    const target = stringOf(nodes, source);
    if (target !== undefined) imports.add(node, scope, { ...found, specifier: target, lookup: 'module', target });
    else if (source >= 0) {
      imports.add(node, scope, { ...found, specifier: nodes.text(source), lookup: 'dynamic', target: '' });
    }
  }

  /** A path without names, in an expression that is also a call. */
  #path(node: number, scope: Scope, specifier: string | undefined, phase: ImportPhase): void {
    if (specifier === undefined) return;
    this.#context.imports.add(node, scope, { specifier, names: [], lookup: 'module', target: specifier, phase });
  }

  /** `import.meta.glob('./x/*.ts')`, which is also a call. */
  #glob(node: number, scope: Scope): void {
    const found = globCall(this.#context, node);
    if (found === undefined) return;
    const { specifier, patterns, phase } = found;
    const lookup = patterns === undefined ? 'dynamic' : 'glob';
    this.#context.imports.add(node, scope, { specifier, names: [], lookup, target: patterns?.join('\n') ?? '', phase });
  }

  #specifiers(node: number): ImportedName[] {
    const { nodes } = this.#context;
    return nodes.children(nodes.field(node, 'specifiers')).map((specifier) => {
      const local = this.#name(nodes.field(specifier, 'local'));
      if (nodes.kind(specifier) === 'ImportDefaultSpecifier') return imported('default', local);
      if (nodes.kind(specifier) === 'ImportNamespaceSpecifier') return imported('*', local);
      return imported(this.#name(nodes.field(specifier, 'imported')), local);
    });
  }

  #exportAll(node: number, scope: Scope): void {
    const { nodes } = this.#context;
    const exported = nodes.field(node, 'exported');
    const names = [imported('*', exported < 0 ? undefined : this.#name(exported))];
    const phase = phaseOfStatement(this.#context, node, 'exportKind');
    this.#add(node, scope, nodes.field(node, 'source'), { names, reexport: true, ...phase });
  }

  #exportNamed(node: number, scope: Scope): boolean {
    const { nodes } = this.#context;
    const source = nodes.field(node, 'source');
    const pairs = nodes.children(nodes.field(node, 'specifiers')).map((specifier) => ({
      local: this.#name(nodes.field(specifier, 'local')),
      exported: this.#name(nodes.field(specifier, 'exported')),
    }));
    if (source < 0) {
      for (const { local, exported } of pairs) this.#exports.listed(local, exported, scope);
      return false;
    }
    const names = pairs.map(({ local, exported }) => imported(local, exported));
    this.#add(node, scope, source, { names, reexport: true, ...phaseOfStatement(this.#context, node, 'exportKind') });
    return true;
  }

  /** `import x = require('y')`; `import x = A.B` is not an import. */
  #importEquals(node: number, scope: Scope): boolean {
    const { nodes } = this.#context;
    const module = nodes.field(node, 'moduleReference');
    if (nodes.kind(module) !== 'TSExternalModuleReference') return false;
    const names = [imported('*', this.#name(nodes.field(node, 'id')))];
    const phase = phaseOfStatement(this.#context, node, 'importKind');
    this.#add(node, scope, nodes.field(module, 'expression'), { names, ...phase });
    return true;
  }

  /** The first name of `import('x').A.B`. */
  #qualifier(node: number): ImportedName[] {
    const { nodes } = this.#context;
    let at = nodes.field(node, 'qualifier');
    while (nodes.kind(at) === 'TSQualifiedName') at = nodes.field(at, 'left');
    return at < 0 ? [] : [{ name: this.#name(at) }];
  }

  #require(node: number, scope: Scope): boolean {
    const { nodes, names } = this.#context;
    const callee = nodes.field(node, 'callee');
    if (nodes.kind(callee) !== 'Identifier' || names.simple(callee) !== 'require') return false;
    const argument = nodes.children(nodes.field(node, 'arguments'))[0];
    if (argument === undefined) return false;
    const binding = bindingOf(this.#context, node);
    const isCalled = scope.space !== 0 && this.#runsAtLoad(node);
    this.#add(node, scope, argument, { ...binding, ...(isCalled && { phase: 'conditional' }) });
    return true;
  }

  /** Whether every enclosing function of a node is called where it is written. */
  #runsAtLoad(node: number): boolean {
    const { nodes } = this.#context;
    const { parent } = nodes.tree;
    let child = node;
    for (let levels = 0; levels < MAX_LEVELS; levels++) {
      if (FUNCTIONS.has(nodes.kind(child)) && !this.#isCalled(child)) return false;
      child = parent[child] ?? -1;
      if (child < 0) return true;
    }
    return false;
  }

  /** `(function () {})()`, `(() => {})()`, `(function () {}).call(this)` */
  #isCalled(func: number): boolean {
    const { nodes } = this.#context;
    const { parent } = nodes.tree;
    let child = func;
    let around = parent[child] ?? -1;
    while (nodes.kind(around) === 'ParenthesizedExpression') [child, around] = [around, parent[around] ?? -1];
    if (nodes.kind(around) === 'MemberExpression' && nodes.field(around, 'object') === child) {
      const method = this.#name(nodes.field(around, 'property'));
      if (method !== 'call' && method !== 'apply') return false;
      [child, around] = [around, parent[around] ?? -1];
    }
    return nodes.kind(around) === 'CallExpression' && nodes.field(around, 'callee') === child;
  }

  #name(node: number): string {
    return this.#context.names.simple(node) ?? '';
  }
}
