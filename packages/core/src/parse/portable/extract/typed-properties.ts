import { bindingPosition } from './binding-positions.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { NameReader } from './names.ts';
import type { NewObjects, WrittenClass } from './new-objects.ts';
import type { Nodes } from './nodes.ts';
import type { TypeNames } from './type-names.ts';
import type { TypedRule } from './type-rules.ts';

/** What a class says of one of its properties. */
interface Property {
  types: (WrittenClass | undefined)[];
  created: WrittenClass[];
  /** Values that are neither a new object nor none. */
  others: number;
}

/** The properties of classes: of a declared type, or with only one assignment, which is a new object. */
export class TypedProperties {
  readonly #nodes: Nodes;
  readonly #names: NameReader;
  readonly #language: CompiledFacts;
  readonly #types: TypeNames;
  readonly #created: NewObjects;

  constructor(nodes: Nodes, names: NameReader, language: CompiledFacts, types: TypeNames, created: NewObjects) {
    this.#nodes = nodes;
    this.#names = names;
    this.#language = language;
    this.#types = types;
    this.#created = created;
  }

  /**
   * @param owner node of a class
   * @param wanted names of properties
   */
  of(owner: number, wanted: ReadonlySet<string>): Map<string, WrittenClass> {
    const properties = new Map([...wanted].map((name): [string, Property] => [name, newProperty()]));
    const { kind } = this.#nodes.tree;
    const end = this.#nodes.end(owner);
    for (let node = owner + 1; node < end; node++) {
      const typed = this.#language.types.typed.get(kind[node] ?? 0);
      if (typed?.property !== undefined) this.#addDeclared(properties, owner, node, typed, typed.property);
      const rules = this.#language.rules(kind[node] ?? 0);
      if (rules?.name?.as === 'member') this.#addAssigned(properties, owner, node);
    }
    const found = new Map<string, WrittenClass>();
    for (const [name, property] of properties) {
      const only = onlyClass(property);
      if (only !== undefined) found.set(name, only);
    }
    return found;
  }

  /** A property in the body of the class, or a parameter of its constructor. */
  #addDeclared(
    properties: ReadonlyMap<string, Property>,
    owner: number,
    node: number,
    { target, type, promoted }: TypedRule,
    prefix: string,
  ): void {
    const named = target === undefined ? -1 : this.#nodes.select(node, target);
    const written = named < 0 ? undefined : this.#names.simple(named);
    const property = written?.startsWith(prefix) ? properties.get(written.slice(prefix.length)) : undefined;
    if (property === undefined) return;
    const binding = this.#language.rules(this.#nodes.tree.kind[node] ?? 0)?.binding;
    if (binding?.computed !== undefined && this.#nodes.holds(binding.computed, node)) return;
    if (!this.#belongsTo(owner, node, promoted ? 1 : 0)) return;
    const value = binding === undefined ? -1 : this.#nodes.select(node, binding.value);
    if (!this.#addType(property, node, type) && value >= 0) this.#addValue(property, value);
  }

  /** `this.name = value`, or another use that gives it a value. */
  #addAssigned(properties: ReadonlyMap<string, Property>, owner: number, member: number): void {
    const [receiver = '', name = '', more] = this.#names.path(member, false);
    const property = more === undefined ? properties.get(name) : undefined;
    if (property === undefined || !this.#language.types.receivers.has(receiver)) return;
    const position = bindingPosition(this.#nodes, this.#language.variables, member);
    if (position === undefined || !this.#belongsTo(owner, member)) return;
    const { node, child } = position;
    const kind = this.#nodes.tree.kind[node] ?? 0;
    const isTyped = child === member && this.#addType(property, node, this.#language.types.typed.get(kind)?.type);
    if (isTyped) return;
    const binding = child === member ? this.#language.rules(kind)?.binding : undefined;
    this.#addValue(property, binding === undefined ? -1 : this.#nodes.select(node, binding.value));
  }

  #addType(property: Property, node: number, at: TypedRule['type'] | undefined): boolean {
    const type = at === undefined ? -1 : this.#nodes.select(node, at);
    if (type < 0) return false;
    const name = this.#types.of(type);
    property.types.push(name === undefined ? undefined : { class: name, node: type });
    return true;
  }

  /** @param value -1 if it is not known */
  #addValue(property: Property, value: number): void {
    const created = value < 0 ? undefined : this.#created.of(value);
    if (created !== undefined) property.created.push(created);
    else if (value < 0 || !this.#types.isNothing(value)) property.others++;
  }

  /** Whether a class is the nearest around a node. @param functions between them, if their number counts */
  #belongsTo(owner: number, node: number, functions?: number): boolean {
    const { parent, kind } = this.#nodes.tree;
    let crossed = 0;
    for (let at = parent[node] ?? -1; at >= owner; at = parent[at] ?? -1) {
      const declared = this.#language.rules(kind[at] ?? 0)?.declaration?.kind;
      if (declared === 'function' || declared === 'method') crossed++;
      else if (declared !== undefined) return at === owner && (functions === undefined || crossed === functions);
    }
    return false;
  }
}

function newProperty(): Property {
  return { types: [], created: [], others: 0 };
}

/** A declared type is that of all values. */
function onlyClass({ types, created, others }: Property): WrittenClass | undefined {
  const [type, ...more] = types;
  if (types.length > 0) return more.every((it) => it?.class === type?.class) ? type : undefined;
  const [only, other] = created;
  return other === undefined && others === 0 ? only : undefined;
}
