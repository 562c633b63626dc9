import type { FlatTree } from '../flat-tree.ts';
import { scalarIsTrue } from './stream-edits.ts';
import { COMPONENT, LITERAL, PROPERTY, type StreamRules, SYNTAX, slot, TYPE, VARIABLE } from './stream-rules.ts';

/** Determines the role of identifiers, and which of them refer to their function. */
export class Roles {
  readonly #rules: StreamRules;

  constructor(rules: StreamRules) {
    this.#rules = rules;
  }

  /**
   * The role of a leaf; `LITERAL` if it is not an identifier.
   * @param text of the leaf
   * @param inType whether it is in an annotation
   */
  of(tree: FlatTree, leaf: number, text: string, inType: boolean): number {
    const node = this.node(tree, leaf);
    const base = this.#rules.identifiers[tree.kind[node] ?? 0];
    if (base === undefined) return LITERAL;
    const parent = tree.parent[node] ?? 0;
    const kind = tree.kind[parent] ?? 0;
    const { roles } = this.#rules;
    const rule = roles.get(slot(kind, tree.field[node] ?? 0)) ?? roles.get(slot(kind, 0));
    let role = base;
    if (rule !== undefined && !(rule.unless !== 0 && scalarIsTrue(tree, parent, rule.unless))) {
      role = rule.at.size === 0 ? rule.role : (rule.at.get(this.#slotOf(tree, parent))?.role ?? rule.role);
    }
    if (role === COMPONENT) return isSmall(text.charCodeAt(1)) ? LITERAL : VARIABLE;
    // `$1` of a shell is the position of an argument, and `this` is defined by the language.
    if (isDigit(text.charCodeAt(0)) || this.#rules.fixedNames[role]?.has(text)) return LITERAL;
    return role === VARIABLE && inType ? TYPE : role;
  }

  #slotOf(tree: FlatTree, node: number): number {
    return slot(tree.kind[tree.parent[node] ?? 0] ?? 0, tree.field[node] ?? 0);
  }

  /** The text of a leaf; for an identifier, with the prefix of its kind. */
  name(tree: FlatTree, leaf: number, text: string): string {
    const { identifierLeaf, identifierPrefixes } = this.#rules;
    if (identifierLeaf === 0 || tree.field[leaf] !== identifierLeaf) return text;
    const prefix = identifierPrefixes[tree.kind[tree.parent[leaf] ?? 0] ?? 0];
    return prefix === undefined ? text : `"${prefix}${text.slice(1)}`;
  }

  /** A leaf's text as in the source: ESTree has names as JSON strings. */
  spelling(tree: FlatTree, leaf: number, role: number, text: string): string {
    const { fields, identifierLeaf } = this.#rules;
    const isName = fields && ((role !== LITERAL && role !== SYNTAX) || tree.field[leaf] === identifierLeaf);
    const name: unknown = isName ? JSON.parse(text) : text;
    return typeof name === 'string' ? name : text;
  }

  /** The identifier's node: in ESTree the parent of its scalar, else the leaf itself. */
  node(tree: FlatTree, leaf: number): number {
    const { identifierLeaf } = this.#rules;
    return identifierLeaf !== 0 && tree.field[leaf] === identifierLeaf ? (tree.parent[leaf] ?? 0) : leaf;
  }

  /** Whether an identifier with the role property is a member of the method's own object. */
  isSelfMember(tree: FlatTree, leaf: number): boolean {
    const { kinds, objects, names } = this.#rules.selfMembers;
    const parent = tree.parent[this.node(tree, leaf)] ?? 0;
    if (!kinds.has(tree.kind[parent] ?? 0)) return false;
    const end = parent + (tree.size[parent] ?? 1);
    for (let child = parent + 1; child < end; child += tree.size[child] ?? 1) {
      if (!objects.has(tree.field[child] ?? 0)) continue;
      if (names.has(tree.source.slice(tree.start[child], tree.end[child]))) return true;
      // A keyword is a node with its token, in any case.
      return (tree.size[child] ?? 1) > 1 && names.has(tree.names.name(tree.kind[child + 1] ?? 0));
    }
    return false;
  }

  /** Whether the position of an identifier binds a name: reached from a binding field through patterns only. */
  isBinding(tree: FlatTree, leaf: number): boolean {
    const { fields, patterns } = this.#rules.bindings;
    let node = this.node(tree, leaf);
    for (;;) {
      const parent = tree.parent[node] ?? -1;
      if (parent < 0) return false;
      const kind = tree.kind[parent] ?? 0;
      const field = tree.field[node] ?? 0;
      if (fields.has(slot(kind, field)) || fields.has(slot(kind, 0))) return true;
      if (!patterns.has(slot(kind, field)) && !patterns.has(slot(kind, 0))) return false;
      node = parent;
    }
  }

  /** Whether an identifier with that role can refer to the function itself. */
  canRefer(role: number, isMethod: boolean): boolean {
    return isMethod ? role === PROPERTY : this.#rules.referenceRoles.has(role);
  }
}

function isSmall(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
