import type { DeclarationKind } from '../../facts.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type { Declaration } from './declarations.ts';
import { firstPart } from './dotted-names.ts';
import type { BindingNode } from './name-scopes.ts';
import { ELSE, type NameReader } from './names.ts';
import { NewObjects, type WrittenClass } from './new-objects.ts';
import type { Nodes } from './nodes.ts';
import { TypeNames } from './type-names.ts';
import { TypedProperties } from './typed-properties.ts';
import { TypedVariables } from './typed-variables.ts';

/** The calls of a file, aligned with each other. */
export interface CallsOfFile {
  callees: readonly string[];
  nodes: readonly number[];
  /** Index of the enclosing declaration. */
  within: readonly number[];
}

/** A call of a method whose receiver has a known class. */
export interface DeclaredObject extends WrittenClass {
  call: number;
  /** The receiver has this type or one derived from it; otherwise it is a new object. */
  declared: boolean;
}

const CLASSES: ReadonlySet<DeclarationKind> = new Set(['class', 'trait', 'enum', 'interface']);

/**
 * Finds the calls whose receiver is a variable, parameter or property of a declared type, a property with only one
 * assignment, which is a new object, or a new object itself.
 *
 * @param isKnown whether the receiver of a call is known already
 * @param isClass whether a first name of a new object may be that of a class
 * @returns in order of the calls
 */
export function declaredObjects(
  nodes: Nodes,
  names: NameReader,
  language: CompiledFacts,
  declarations: readonly Declaration[],
  calls: CallsOfFile,
  bindings: readonly BindingNode[],
  isKnown: (call: number) => boolean,
  isClass: (name: string) => boolean,
): DeclaredObject[] {
  const { receivers } = language.types;
  if (receivers.size === 0) return [];
  const types = new TypeNames(nodes, names, language.types);
  const created = new NewObjects(nodes, names, language);
  const found: DeclaredObject[] = [];
  const ofVariable: { call: number; name: string }[] = [];
  const ofProperty = new Map<number, { call: number; name: string }[]>();
  for (const [call, callee] of calls.callees.entries()) {
    const [receiver = '', second, third, more] = callee.split('.', 4);
    if (second === undefined || more !== undefined || isKnown(call)) continue;
    if (third === undefined) {
      const object = receiver === ELSE ? created.receiver(calls.nodes[call] ?? -1) : undefined;
      if (object !== undefined && isClass(firstPart(object.class))) found.push({ call, declared: false, ...object });
      else if (receiver !== ELSE && !receivers.has(receiver)) ofVariable.push({ call, name: receiver });
    } else if (receivers.has(receiver)) {
      const owner = ownerOf(declarations, calls.within[call] ?? -1);
      const same = ofProperty.get(owner);
      if (same === undefined) ofProperty.set(owner, [{ call, name: second }]);
      else same.push({ call, name: second });
    }
  }
  const add = (call: number, its: WrittenClass | undefined) => {
    if (its !== undefined) found.push({ call, declared: true, class: its.class, node: its.node });
  };
  const wanted = new Set(ofVariable.map(({ name }) => name));
  const variables = new TypedVariables(nodes, language, types, bindings, wanted);
  for (const { call, name } of ofVariable) add(call, variables.at(calls.nodes[call] ?? 0, name));
  const properties = new TypedProperties(nodes, names, language, types, created);
  for (const [owner, uses] of ofProperty) {
    const node = declarations[owner]?.node;
    if (node === undefined) continue;
    const its = properties.of(node, new Set(uses.map(({ name }) => name)));
    for (const { call, name } of uses) add(call, its.get(name));
  }
  return found.sort((a, b) => a.call - b.call);
}

/** Index of the class whose object `this` is in a declaration; -1 for none. */
function ownerOf(declarations: readonly Declaration[], within: number): number {
  for (let index = within; index >= 0; ) {
    const { kind = 'function', within: around = -1 } = declarations[index]?.facts ?? {};
    if (CLASSES.has(kind)) return index;
    const isInClass = CLASSES.has(declarations[around]?.facts.kind ?? 'function');
    // A method of an object that is not a class.
    if (kind === 'method' && !isInClass) return -1;
    index = around;
  }
  return -1;
}
