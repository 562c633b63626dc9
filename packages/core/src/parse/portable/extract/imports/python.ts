import type { ImportPhase } from '../../../facts.ts';
import { isConditional, type Scope } from '../scope.ts';
import { type ImportedName, type ImportReader, imported, type ReaderContext } from './reader.ts';

const TYPE_CHECKING = 'TYPE_CHECKING';
const LITERAL_LISTS: ReadonlySet<string> = new Set(['list', 'tuple', 'expression_list', 'set']);

/** `__name__ == "__main__"`, in any order. */
const MAIN = /^(?:__name__ *[=!]= *(["'])__main__\1|(["'])__main__\2 *[=!]= *__name__)$/;

/** Maximum number of blocks around an import that are searched for a test of `TYPE_CHECKING`. */
const MAX_BLOCKS = 200;

/** `import`, `from … import`, `__future__`, and a literal `__all__`, the exports of a module. */
export class PythonImports implements ImportReader {
  readonly #context: ReaderContext;
  /** Names in `__all__` so far, with their nodes; undefined once it is not a literal. */
  #all: Map<string, number> | undefined = new Map();
  /** Names of `TYPE_CHECKING` in the file so far. */
  readonly #typeCheckingNames = new Set([TYPE_CHECKING]);
  #isScript: boolean | undefined;
  /** Names of `importlib.import_module` in the file so far, and `__import__`. */
  readonly #loaders = new Set(['__import__', 'importlib.import_module']);

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(node: number, scope: Scope): boolean {
    const { nodes } = this.#context;
    switch (nodes.kind(node)) {
      case 'import_statement':
        this.#modules(node, scope);
        return true;
      case 'future_import_statement':
        this.#from(node, scope, '__future__');
        return true;
      case 'import_from_statement':
        this.#from(node, scope, this.#moduleName(nodes.field(node, 'module_name')));
        return true;
      case 'call':
        this.#loaded(node, scope);
        return false;
      case 'assignment':
        this.#assigned(node, scope, false);
        return false;
      case 'augmented_assignment':
        this.#assigned(node, scope, true);
        return false;
      default:
        return false;
    }
  }

  /** Each module of `import a, b as c` is an import; `a.b` binds `a`, an alias binds the complete module. */
  #modules(node: number, scope: Scope): void {
    const { nodes, imports } = this.#context;
    for (const child of nodes.fields(node, 'name')) {
      const alias = nodes.field(child, 'alias');
      const target = this.#moduleName(alias < 0 ? child : nodes.field(child, 'name'));
      const names = alias < 0 ? [] : [imported('*', nodes.text(alias))];
      if (target === 'importlib' && alias >= 0) this.#loaders.add(`${nodes.text(alias)}.import_module`);
      const phase = this.#phase(node, scope);
      const binds = target.split('.', 1)[0] ?? '';
      const lookup = this.#lookup(target);
      imports.add(child, scope, { specifier: target, names, lookup, target, binds, phase });
    }
  }

  #from(node: number, scope: Scope, target: string): void {
    const { nodes, imports } = this.#context;
    const names = nodes.fields(node, 'name').map((child): ImportedName => {
      if (target === 'importlib') this.#addLoader(child);
      const alias = nodes.field(child, 'alias');
      if (alias < 0) return { name: this.#moduleName(child) };
      const name = this.#moduleName(nodes.field(child, 'name'));
      if (name === TYPE_CHECKING) this.#typeCheckingNames.add(nodes.text(alias));
      return imported(name, nodes.text(alias));
    });
    if (nodes.solids(node).some((child) => nodes.kind(child) === 'wildcard_import')) names.push({ name: '*' });
    const lookup = this.#lookup(target);
    imports.add(node, scope, { specifier: target, names, lookup, target, phase: this.#phase(node, scope) });
  }

  /** `import_module` of `from importlib import import_module as load`. */
  #addLoader(name: number): void {
    const { nodes } = this.#context;
    const alias = nodes.field(name, 'alias');
    if (this.#moduleName(alias < 0 ? name : nodes.field(name, 'name')) !== 'import_module') return;
    this.#loaders.add(nodes.text(alias < 0 ? name : alias));
  }

  /** `importlib.import_module('a.b')`, also with the package of a relative name, and `__import__('a.b')`. */
  #loaded(node: number, scope: Scope): void {
    const { nodes, imports } = this.#context;
    const callee = nodes.field(node, 'function');
    const first = nodes.kind(callee) === 'attribute' ? nodes.field(callee, 'object') : callee;
    if (nodes.kind(first) !== 'identifier' || !this.#loaders.has(nodes.text(callee))) return;
    const [name, second, ...others] = nodes.solids(nodes.field(node, 'arguments'));
    const module = name === undefined ? undefined : this.#string(name);
    if (module === undefined || module === '' || name === undefined) return;
    const isKeyword = nodes.kind(second ?? -1) === 'keyword_argument';
    if (isKeyword && nodes.text(nodes.field(second ?? -1, 'name')) !== 'package') return;
    const around = isKeyword ? nodes.field(second ?? -1, 'value') : (second ?? -1);
    const target = module.startsWith('.') ? (others.length > 0 ? undefined : this.#inPackage(module, around)) : module;
    if (target === undefined) return;
    const phase = this.#phase(node, scope);
    imports.add(node, scope, { specifier: module, names: [], lookup: 'loaded', target, phase });
  }

  /** A relative name in a package: `__package__`, which is that of the file, or a literal. */
  #inPackage(module: string, around: number): string | undefined {
    if (around < 0) return undefined;
    const { nodes } = this.#context;
    if (nodes.kind(around) === 'identifier' && nodes.text(around) === '__package__') return module;
    const name = this.#string(around);
    return name === undefined || name === '' || module.startsWith('..') ? undefined : name + module;
  }

  /** A script has a first line `#!` or a test of `__name__ == "__main__"` outside of functions and blocks. */
  #lookup(target: string): 'module' | 'script' {
    const { nodes } = this.#context;
    this.#isScript ??=
      nodes.tree.source.startsWith('#!') ||
      nodes.children(0).some((child) => {
        const isTest = nodes.kind(child) === 'if_statement';
        return isTest && this.#guard(nodes.field(child, 'condition')).phase === 'deferred';
      });
    return this.#isScript && !target.startsWith('.') ? 'script' : 'module';
  }

  /**
   * `type_checking` in `if TYPE_CHECKING:` and in the `else` of `if not TYPE_CHECKING:`; `deferred` in
   * `if __name__ == "__main__":`, which does not run when the file is imported.
   */
  #phase(node: number, scope: Scope): ImportPhase | undefined {
    if (!isConditional(scope, node)) return undefined;
    const { nodes } = this.#context;
    const { parent } = nodes.tree;
    let child = node;
    for (let blocks = 0; child >= 0 && blocks < MAX_BLOCKS; blocks++) {
      const around = parent[child] ?? -1;
      const kind = nodes.kind(around);
      if (kind === 'if_statement' || kind === 'elif_clause') {
        const { phase, negated } = this.#guard(nodes.field(around, 'condition'));
        const isConsequence = nodes.field(around, 'consequence') === child;
        if (phase !== undefined && (isConsequence ? !negated : nodes.kind(child) === 'else_clause' && negated)) {
          return phase;
        }
      }
      child = around;
    }
    return undefined;
  }

  /** The phase of imports where a condition is true, or false if it is negated. */
  #guard(condition: number): { phase: ImportPhase | undefined; negated: boolean } {
    const { nodes } = this.#context;
    let at = condition;
    let negated = false;
    for (;;) {
      const kind = nodes.kind(at);
      if (kind === 'not_operator') {
        negated = !negated;
        at = nodes.field(at, 'argument');
      } else if (kind === 'parenthesized_expression') {
        at = nodes.solids(at)[0] ?? -1;
      } else break;
    }
    if (nodes.kind(at) === 'attribute') {
      const isTypeChecking = nodes.text(nodes.field(at, 'attribute')) === TYPE_CHECKING;
      return { phase: isTypeChecking ? 'type_checking' : undefined, negated };
    }
    if (nodes.kind(at) === 'identifier') {
      return { phase: this.#typeCheckingNames.has(nodes.text(at)) ? 'type_checking' : undefined, negated };
    }
    const operator = nodes.kind(at) === 'comparison_operator' ? MAIN.exec(nodes.text(at)) : null;
    return {
      phase: operator === null ? undefined : 'deferred',
      negated: negated !== (operator?.[0].includes('!') ?? false),
    };
  }

  /** The name without blanks and continued lines between its segments. */
  #moduleName(node: number): string {
    return node < 0 ? '' : this.#context.nodes.text(node).replace(/[\s\\]+/g, '');
  }

  #assigned(node: number, scope: Scope, adds: boolean): void {
    const { nodes, exports } = this.#context;
    if (scope.space !== 0 || scope.within !== -1) return;
    const left = nodes.field(node, 'left');
    if (nodes.kind(left) !== 'identifier' || nodes.text(left) !== '__all__') return;
    const right = nodes.field(node, 'right');
    const names = LITERAL_LISTS.has(nodes.kind(right)) ? this.#strings(right) : undefined;
    if (names === undefined) this.#all = undefined;
    else if (this.#all !== undefined) this.#all = new Map(adds ? [...names, ...this.#all] : names);
    exports.only(this.#all);
  }

  /** Each string with its node. */
  #strings(list: number): [string, number][] | undefined {
    const { nodes } = this.#context;
    const names: [string, number][] = [];
    for (const element of nodes.solids(list)) {
      const name = this.#string(element);
      if (name === undefined) return undefined;
      names.push([name, element]);
    }
    return names.reverse();
  }

  /** Value of a string without substitutions. */
  #string(node: number): string | undefined {
    const { nodes } = this.#context;
    const parts = nodes.solids(node);
    if (nodes.kind(node) !== 'string' || parts.some((part) => nodes.kind(part) === 'interpolation')) return undefined;
    const content = parts.filter((part) => nodes.kind(part) === 'string_content');
    return content.map((part) => nodes.text(part)).join('');
  }
}
