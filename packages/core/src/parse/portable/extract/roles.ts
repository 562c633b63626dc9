import type { FlatTree } from '../flat-tree.ts';
import { scalarIsTrue } from './stream-edits.ts';
import { COMPONENT, LITERAL, PROPERTY, place, type StreamRules, TYPE, VARIABLE } from './stream-rules.ts';

/** Tells the role of identifiers, and which of them speak of the function they stand in. */
export class Roles {
  readonly #rules: StreamRules;

  constructor(rules: StreamRules) {
    this.#rules = rules;
  }

  /**
   * The role of a leaf, `LITERAL` when it is no identifier.
   * @param inType whether it stands in an annotation
   */
  of(tree: FlatTree, leaf: number, inType: boolean): number {
    const node = this.node(tree, leaf);
    const base = this.#rules.identifiers[tree.kind[node] ?? 0];
    if (base === undefined) return LITERAL;
    const parent = tree.parent[node] ?? 0;
    const kind = tree.kind[parent] ?? 0;
    const { roles } = this.#rules;
    const rule = roles.get(place(kind, tree.field[node] ?? 0)) ?? roles.get(place(kind, 0));
    let role = base;
    if (rule !== undefined && !(rule.unless !== 0 && scalarIsTrue(tree, parent, rule.unless))) role = rule.role;
    if (role === VARIABLE && inType) return TYPE;
    if (role !== COMPONENT) return role;
    const first = tree.text(leaf).charCodeAt(1);
    return first >= 97 && first <= 122 ? LITERAL : VARIABLE;
  }

  /** The identifier's node: of ESTree the one around its scalar, else the leaf itself. */
  node(tree: FlatTree, leaf: number): number {
    const { identifierLeaf } = this.#rules;
    return identifierLeaf !== 0 && tree.field[leaf] === identifierLeaf ? (tree.parent[leaf] ?? 0) : leaf;
  }

  /** Whether an identifier of role property is a member of the method's own object. */
  isSelfMember(tree: FlatTree, leaf: number): boolean {
    const { kinds, objects, names } = this.#rules.selfMembers;
    const parent = tree.parent[this.node(tree, leaf)] ?? 0;
    if (!kinds.has(tree.kind[parent] ?? 0)) return false;
    const end = parent + (tree.size[parent] ?? 1);
    for (let child = parent + 1; child < end; child += tree.size[child] ?? 1) {
      if (!objects.has(tree.field[child] ?? 0)) continue;
      return names.has(tree.source.slice(tree.start[child], tree.end[child]));
    }
    return false;
  }

  /** Whether the place of an identifier binds a name: reached from a binding field through patterns only. */
  isBinding(tree: FlatTree, leaf: number): boolean {
    const { fields, patterns } = this.#rules.bindings;
    let node = this.node(tree, leaf);
    for (;;) {
      const parent = tree.parent[node] ?? -1;
      if (parent < 0) return false;
      const kind = tree.kind[parent] ?? 0;
      const field = tree.field[node] ?? 0;
      if (fields.has(place(kind, field)) || fields.has(place(kind, 0))) return true;
      if (!patterns.has(place(kind, field)) && !patterns.has(place(kind, 0))) return false;
      node = parent;
    }
  }

  /** Whether an identifier of that role can name the function itself. */
  canRefer(role: number, isMethod: boolean): boolean {
    return isMethod ? role === PROPERTY : this.#rules.referenceRoles.has(role);
  }
}
