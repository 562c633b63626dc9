import type { ImportPhase } from '../../../facts.ts';
import { isConditional, type Scope } from '../scope.ts';
import type { ReaderContext } from './reader.ts';

/** Kinds of the nodes that name a class. */
export const CLASS_NAMES: ReadonlySet<string> = new Set(['name', 'qualified_name', 'namespace_name', 'relative_name']);

/** Names that are not classes, in lower case. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['self', 'static', 'parent'],
  ...['array', 'bool', 'callable', 'false', 'float', 'int', 'iterable', 'mixed'],
  ...['never', 'null', 'object', 'string', 'true', 'void'],
]);

/** Phases from the earliest to the latest. */
const ORDER: readonly ImportPhase[] = ['load', 'conditional', 'deferred', 'type_only'];
/** A `use` is deferred. */
const OF_USE = ORDER.indexOf('deferred');

/**
 * Reads the classes that PHP code names: the first mention of each class, and the first one in each earlier phase. A class
 * that `use` imports is listed only where it is loaded earlier than at its first use.
 */
export class PhpReferences {
  readonly #context: ReaderContext;
  /** Full names by local name in lower case. */
  readonly #used = new Map<string, string>();
  /** The earliest phase of each class, by full name in lower case. */
  readonly #phases = new Map<string, number>();
  #namespace = '';

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  /** A class that `use` imports. */
  use(local: string, target: string): void {
    this.#used.set(lower(local), target);
    const known = this.#phases.get(lower(target)) ?? OF_USE;
    this.#phases.set(lower(target), Math.min(known, OF_USE));
  }

  read(node: number, scope: Scope): void {
    const { nodes } = this.#context;
    switch (nodes.kind(node)) {
      case 'namespace_definition': {
        const name = nodes.field(node, 'name');
        this.#namespace = name < 0 ? '' : nodes.text(name);
        this.#used.clear();
        break;
      }
      case 'base_clause':
      case 'class_interface_clause':
      case 'use_declaration':
        for (const name of nodes.solids(node)) this.#add(name, scope, declared(scope, node));
        break;
      case 'object_creation_expression':
        this.#add(nodes.solids(node)[0] ?? -1, scope, executed(scope, node));
        break;
      case 'scoped_call_expression':
      case 'scoped_property_access_expression':
        this.#add(nodes.field(node, 'scope'), scope, executed(scope, node));
        break;
      case 'class_constant_access_expression': {
        const [name = -1, constant = -1] = nodes.solids(node);
        this.#add(name, scope, lower(nodes.text(constant)) === 'class' ? 'type_only' : executed(scope, node));
        break;
      }
      case 'binary_expression':
        if (lower(nodes.text(nodes.field(node, 'operator'))) === 'instanceof') {
          this.#add(nodes.field(node, 'right'), scope, 'type_only');
        }
        break;
      default:
        this.#add(nodes.solids(node)[0] ?? -1, scope, 'type_only');
    }
  }

  #add(name: number, scope: Scope, phase: ImportPhase): void {
    const { nodes, imports } = this.#context;
    if (name < 0 || !CLASS_NAMES.has(nodes.kind(name))) return;
    const specifier = nodes.text(name);
    const target = this.#fullName(specifier);
    if (target === undefined) return;
    const key = lower(target);
    const rank = ORDER.indexOf(phase);
    if (rank >= (this.#phases.get(key) ?? ORDER.length)) return;
    this.#phases.set(key, rank);
    imports.add(name, scope, { specifier, names: [], lookup: 'class', target, phase });
  }

  /** https://www.php.net/manual/language.namespaces.rules.php */
  #fullName(written: string): string | undefined {
    if (written.startsWith('\\')) return written.slice(1);
    const end = written.indexOf('\\');
    const first = lower(end < 0 ? written : written.slice(0, end));
    if (end < 0 && RESERVED.has(first)) return undefined;
    if (end > 0 && first === 'namespace') return this.#below(written.slice(end + 1));
    const used = this.#used.get(first);
    return used === undefined ? this.#below(written) : used + (end < 0 ? '' : written.slice(end));
  }

  #below(name: string): string {
    return this.#namespace === '' ? name : `${this.#namespace}\\${name}`;
  }
}

/** The phase of a class that must exist when another one is declared: its parent, interfaces and traits. */
function declared(scope: Scope, node: number): ImportPhase {
  if (scope.space !== 0) return 'deferred';
  return isConditional(scope, node) ? 'conditional' : 'load';
}

/** The phase of a class in an expression; values of constants and properties are evaluated at their first use. */
function executed(scope: Scope, node: number): ImportPhase {
  return scope.members ? 'deferred' : declared(scope, node);
}

function lower(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}
