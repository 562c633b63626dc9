import {
  type FileFacts,
  type ImportFacts,
  MAX_REFERENCES,
  REEXPORTED,
  type ReferenceFacts,
  type ReferenceKind,
} from '../../facts.ts';
import { bindingPosition } from './binding-positions.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { KnownNames } from './known-names.ts';
import type { NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { Positions } from './positions.ts';
import { quotedType } from './quoted-type.ts';
import { positionOf } from './reference-positions.ts';

/** A use of a name that a declaration or an import of the file may bind. */
export interface NamedReference extends Omit<ReferenceFacts, 'scope'> {
  node: number;
}

/** How a name is used. */
interface Use {
  kind: ReferenceKind;
  /** A member of it is used. */
  isDotted: boolean;
  /** That member, if it is known and not called. */
  member: string | undefined;
  /** The member of that member, likewise. */
  third?: string | undefined;
  /** A member of it is called. */
  isReceiver?: boolean;
  /** Code reads it, but does not keep its value. */
  isInspected?: boolean;
}

/** How many nodes can be between a name and a node in which all names are types. */
const FARTHEST_TYPE = 8;

/** Collects the names of a file that are used other than by a call. */
export class ReferenceCollector {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #language: CompiledFacts;
  readonly #positions: Positions;
  readonly #at: number[] = [];
  readonly #within: number[] = [];

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts, positions: Positions) {
    this.#nodes = nodes;
    this.#names = names;
    this.#language = language;
    this.#positions = positions;
  }

  add(node: number, within: number): void {
    this.#at.push(node);
    this.#within.push(within);
  }

  /**
   * @param known the names of declarations and imports; globals of the language are references if it has not their name
   * @param order maps the number of a declaration in scopes to its index
   * @returns in order of position; of a dotted name the first name, unless it is a module, and if it is not called the first two;
   *   of a type and of a name in a module the first three
   */
  references(known: KnownNames, order: Int32Array): NamedReference[] {
    const found: NamedReference[] = [];
    for (const [index, node] of this.#at.entries()) {
      const name = this.#names.simple(node);
      if (name === undefined) {
        found.push(...this.#quoted(node, known, order[this.#within[index] ?? -1] ?? -1));
        continue;
      }
      const isGlobal = !known.has(name);
      if (isGlobal && !this.#language.references.globals.has(name)) continue;
      const use = this.#use(node);
      if (
        use === undefined ||
        (isGlobal && (use.isReceiver === true || use.isInspected === true || use.kind === 'type'))
      )
        continue;
      const kind = isGlobal ? 'value' : use.kind;
      const line = this.#positions.line(this.#nodes.tree.start[node] ?? 0);
      const within = order[this.#within[index] ?? -1] ?? -1;
      const isWhole = !use.isDotted || (isGlobal ? use.member === undefined : !known.isModule(name));
      if (isWhole) found.push({ node, name, kind, line, within });
      if (use.member === undefined) continue;
      const member = `${name}.${use.member}`;
      found.push({ node, name: member, kind, line, within });
      if (use.third !== undefined && (kind === 'type' || known.isModule(name)))
        found.push({ node, name: `${member}.${use.third}`, kind, line, within });
    }
    return found;
  }

  #quoted(node: number, known: KnownNames, within: number): NamedReference[] {
    const [first, ...others] = quotedType(this.#nodes, this.#language.references.quoted, node) ?? [];
    if (first === undefined || !known.has(first)) return [];
    const line = this.#positions.line(this.#nodes.tree.start[node] ?? 0);
    const names = others.map((_, at) => [first, ...others.slice(0, at + 1)].join('.'));
    if (others.length === 0 || !known.isModule(first)) names.unshift(first);
    return names.map((name) => ({ node, name, kind: 'type', line, within }));
  }

  /** How a name is used; undefined if it is called, bound or a property. */
  #use(name: number): Use | undefined {
    const { parent, kind } = this.#nodes.tree;
    const { references, variables } = this.#language;
    let at = name;
    let second = -1;
    let third = -1;
    let around = parent[at] ?? -1;
    for (; around >= 0; around = parent[at] ?? -1) {
      const rule = this.#language.rules(kind[around] ?? 0)?.name;
      if (rule?.as === 'member') {
        const isObject = this.#nodes.select(around, rule.object) === at;
        const isComputed =
          rule.computed === true || (rule.computed !== false && this.#nodes.holds(rule.computed, around));
        if (!isObject) {
          if (isComputed) break;
          return undefined;
        }
        const member = isComputed ? -1 : this.#nodes.select(around, rule.name);
        if (second < 0) second = member < 0 ? around : member;
        else if (third < 0) third = member < 0 ? around : member;
      } else if (rule?.as !== 'through' || this.#nodes.select(around, rule.inner) !== at) break;
      at = around;
    }
    if (around < 0 || bindingPosition(this.#nodes, variables, name) !== undefined) return undefined;
    const isDotted = second >= 0;
    const isCalled = this.#isCallee(around, at);
    const position = positionOf(this.#nodes, references, isCalled ? around : at);
    const positioned = references.positions.get(position.here) ?? references.positions.get(position.any);
    if (isCalled) {
      const member = isDotted && positioned === 'decorator' ? this.#names.simple(second) : undefined;
      if (positioned === 'decorator') return { kind: 'decorator', isDotted, member };
      return isDotted ? { kind: 'value', isDotted, member, isReceiver: true } : undefined;
    }
    const { unless } = references;
    if (positioned === 'none' && !(unless && this.#nodes.holds(unless, position.node))) return undefined;
    const isDefault = positioned === undefined || positioned === 'none';
    const its = isDefault ? (this.#isInType(around) ? 'type' : 'value') : positioned;
    if (its === 'jsx' && !isDotted && /^[a-z]/.test(this.#names.simple(name) ?? '')) return undefined;
    const isAssigned = variables.places.has(position.here);
    const member = isDotted && !isAssigned ? this.#names.simple(second) : undefined;
    const isInspected = !isDotted && references.inspected.has(position.here);
    return {
      kind: its,
      isDotted,
      isInspected,
      member,
      third: third < 0 || isAssigned ? undefined : this.#names.simple(third),
    };
  }

  #isCallee(call: number, at: number): boolean {
    const rule = this.#language.rules(this.#nodes.tree.kind[call] ?? 0)?.call;
    if (rule === undefined) return false;
    return !('as' in rule.callee) && this.#nodes.select(call, rule.callee) === at;
  }

  #isInType(node: number): boolean {
    const { types } = this.#language.references;
    const { parent, kind } = this.#nodes.tree;
    if (types.size === 0) return false;
    for (let at = node, steps = 0; at >= 0 && steps < FARTHEST_TYPE; at = parent[at] ?? -1, steps++) {
      if (types.has(kind[at] ?? 0)) return true;
    }
    return false;
  }
}

/** What `export … from` and `__all__` export again. @param listed names in `__all__` */
export function reexports(
  imports: readonly ImportFacts[],
  listed: readonly { name: string; line: number }[],
): ReferenceFacts[] {
  const imported = imports.flatMap(({ reexport, names, line }) => {
    const named = reexport === true ? names.filter(({ name }) => name !== '*') : [];
    return named.map(({ name, alias = name }): ReferenceFacts => {
      return { name: alias, kind: 'reexport', line, within: -1, scope: REEXPORTED };
    });
  });
  const own = listed.map((it): ReferenceFacts => ({ ...it, kind: 'reexport', within: -1, scope: REEXPORTED }));
  return [...imported, ...own];
}

/** Each reference once, at most `MAX_REFERENCES`. */
export function boundedReferences(
  all: readonly ReferenceFacts[],
): Pick<FileFacts, 'references' | 'references_truncated'> {
  const known = new Set<string>();
  const references: ReferenceFacts[] = [];
  for (const it of all) {
    const key = `${it.within} ${it.kind} ${it.scope ?? ''} ${it.name}`;
    if (known.has(key)) continue;
    if (references.length === MAX_REFERENCES) return { references, references_truncated: true };
    known.add(key);
    references.push(it);
  }
  return references.length === 0 ? {} : { references };
}
