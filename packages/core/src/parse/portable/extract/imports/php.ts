import type { Lookup } from '../../../facts.ts';
import type { Scope } from '../scope.ts';
import { onlyConstants } from './php-constants.ts';
import { CLASS_NAMES, PhpReferences } from './php-references.ts';
import { type FoundImport, type ImportReader, imported, type ReaderContext } from './reader.ts';

/** Constants in each other, and operands of a path. */
const MAX_PARTS = 64;
/** More levels than any real path has; each level costs two units of the target. */
const MAX_LEVELS = 64;
/** PHP reads `010` as eight, and rejects numbers below one. */
const DECIMAL = /^[1-9]\d*$/;

/** Functions and constants have tables of their own. */
const TABLES: ReadonlyMap<string, Lookup> = new Map([
  ['function', 'function'],
  ['const', 'constant'],
]);

const ESCAPES: Record<string, string | undefined> = {
  '\\\\': '\\',
  "\\'": "'",
  '\\"': '"',
  '\\$': '$',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
};

/** `include` and `require` of literal paths, and classes, which an autoloader finds: by `use` or by their name. */
export class PhpImports implements ImportReader {
  readonly #context: ReaderContext;
  readonly #references: PhpReferences;
  #constants: ReadonlyMap<string, number> | undefined;

  constructor(context: ReaderContext) {
    this.#context = context;
    this.#references = new PhpReferences(context);
  }

  read(node: number, scope: Scope): boolean {
    switch (this.#context.nodes.kind(node)) {
      case 'namespace_use_declaration':
        this.#uses(node, scope);
        return true;
      case 'include_expression':
      case 'include_once_expression':
      case 'require_expression':
      case 'require_once_expression':
        this.#include(node, scope);
        return true;
      default:
        this.#references.read(node, scope);
        return false;
    }
  }

  /** Each name of a group is a separate import. */
  #uses(node: number, scope: Scope): void {
    const { nodes, imports } = this.#context;
    const children = nodes.solids(node);
    const group = nodes.field(node, 'body');
    const namespace = children.find((child) => nodes.kind(child) === 'namespace_name') ?? -1;
    const before = group < 0 || namespace < 0 ? '' : `${nodes.text(namespace)}\\`;
    const type = nodes.field(node, 'type');
    for (const clause of group < 0 ? children : nodes.solids(group)) {
      if (nodes.kind(clause) !== 'namespace_use_clause') continue;
      const alias = nodes.field(clause, 'alias');
      const name = nodes.solids(clause).find((child) => CLASS_NAMES.has(nodes.kind(child)));
      if (name === undefined) continue;
      const specifier = before + nodes.text(name);
      const last = specifier.slice(specifier.lastIndexOf('\\') + 1);
      const local = alias < 0 ? last : nodes.text(alias);
      const names = [imported(last, local)];
      const target = specifier.replace(/^\\/, '');
      const of = Math.max(type, nodes.field(clause, 'type'));
      const lookup = (of < 0 ? undefined : TABLES.get(nodes.text(of).toLowerCase())) ?? 'autoload';
      if (lookup === 'autoload') this.#references.use(local, target);
      // A name alone loads nothing: the autoloader runs when the class is first used.
      imports.add(clause, scope, { specifier, names, lookup, target, phase: 'deferred' });
    }
  }

  #include(node: number, scope: Scope): void {
    const { nodes, imports } = this.#context;
    const argument = this.#unwrap(nodes.solids(node)[0] ?? -1);
    if (argument < 0) return;
    const specifier = this.#string(argument) ?? nodes.text(argument);
    imports.add(node, scope, { specifier, names: [], ...this.#path(argument) });
  }

  /** Concatenated literals and constants of the file; the first part may be the file's own directory. */
  #path(node: number): Pick<FoundImport, 'lookup' | 'target'> {
    const parts = this.#withConstants(this.#parts(node));
    const levels = this.#levels(parts[0] ?? -1);
    const texts = parts.slice(levels === undefined ? 0 : 1).map((part) => this.#string(part));
    const text = texts.join('');
    if (texts.includes(undefined)) return { lookup: 'dynamic', target: '' };
    if (levels === undefined) return { lookup: 'path', target: text };
    // Without a slash the text would continue the folder's name.
    if (!text.startsWith('/')) return { lookup: 'dynamic', target: '' };
    return { lookup: 'directory', target: '/..'.repeat(levels) + text };
  }

  /** The operands, with the values of constants in their place. */
  #withConstants(operands: readonly number[]): readonly number[] {
    const { nodes } = this.#context;
    let parts = operands;
    for (let depth = 0; depth < MAX_PARTS && parts.length <= MAX_PARTS; depth++) {
      const at = parts.findIndex((part) => nodes.kind(part) === 'name' && this.#constant(part) !== undefined);
      if (at < 0) return parts;
      const value = this.#unwrap(this.#constant(parts[at] ?? -1) ?? -1);
      parts = [...parts.slice(0, at), ...this.#parts(value), ...parts.slice(at + 1)];
    }
    return operands;
  }

  /** The value of a constant that the file declares once. */
  #constant(name: number): number | undefined {
    const { nodes } = this.#context;
    this.#constants ??= onlyConstants(nodes, (node) => this.#string(node));
    return this.#constants.get(nodes.text(name));
  }

  /** Operands of `.`, in order. */
  #parts(node: number): number[] {
    const { nodes } = this.#context;
    const parts: number[] = [];
    const waiting = [node];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const operator = nodes.kind(at) === 'binary_expression' ? nodes.field(at, 'operator') : -1;
      if (operator >= 0 && nodes.text(operator) === '.') {
        waiting.push(this.#unwrap(nodes.field(at, 'right')), this.#unwrap(nodes.field(at, 'left')));
      } else parts.push(at);
    }
    return parts;
  }

  /** Number of folders above the file's own of an expression with `__DIR__`, `__FILE__` and `dirname`. */
  #levels(node: number): number | undefined {
    const { nodes } = this.#context;
    let levels = 0;
    let at = node;
    while (nodes.kind(at) === 'function_call_expression' && levels <= MAX_LEVELS) {
      if (nodes.text(nodes.field(at, 'function')).toLowerCase() !== 'dirname') return undefined;
      const [path = -1, count] = nodes
        .solids(nodes.field(at, 'arguments'))
        .map((argument) => nodes.solids(argument)[0]);
      const up = count === undefined ? '1' : nodes.text(count);
      if (!DECIMAL.test(up)) return undefined;
      levels += Number(up);
      at = this.#unwrap(path);
    }
    if (levels > MAX_LEVELS || nodes.kind(at) !== 'name') return undefined;
    const constant = nodes.text(at).toUpperCase();
    if (constant === '__DIR__') return levels;
    return constant === '__FILE__' && levels > 0 ? levels - 1 : undefined;
  }

  /** Value of a string without substitutions. */
  #string(node: number): string | undefined {
    const { nodes } = this.#context;
    const kind = nodes.kind(node);
    if (kind !== 'string' && kind !== 'encapsed_string') return undefined;
    let text = '';
    for (const part of nodes.children(node)) {
      const partKind = nodes.kind(part);
      if (partKind === 'string_content' || partKind === '~') text += nodes.text(part);
      else if (partKind === 'escape_sequence') {
        const escaped = ESCAPES[nodes.text(part)];
        if (escaped === undefined) return undefined;
        text += escaped;
      } else if (!partKind.startsWith("'")) return undefined;
    }
    return text;
  }

  #unwrap(node: number): number {
    const { nodes } = this.#context;
    let at = node;
    while (nodes.kind(at) === 'parenthesized_expression') at = nodes.solids(at)[0] ?? -1;
    return at;
  }
}
