import type { DraftRules } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';
import { isLocal, type SyntaxNode, type Variable } from './nodes.ts';
import { isObservable } from './observable.ts';

/** The trees of two bodies side by side. */
export interface Alignment {
  /** Nodes of the member, by those of the leader. */
  pairs: Map<SyntaxNode, SyntaxNode>;
  /** The uppermost nodes of the leader that differ. */
  differing: Set<SyntaxNode>;
  /** One to one: local variables of the member by those of the leader. */
  variables: Map<Variable, Variable>;
  /** Nodes of the leader that are equal, in percent. */
  fixedPercent: number;
}

/** Whether two names that are not local mean the same. */
export type SameOuter = (leader: Variable, member: Variable) => boolean;

/** Alignments by the leader and the member. */
const known = new WeakMap<object, WeakMap<object, Alignment>>();

/** A run of statements is the same one with other results. */
function identity(copy: Copy): object {
  return copy.block === undefined ? copy : copy.body;
}

/** @param sameOuter the same one for all alignments of two copies */
export function align(leader: Copy, member: Copy, rules: DraftRules, sameOuter: SameOuter): Alignment {
  const ofLeader = known.get(identity(leader)) ?? new WeakMap<object, Alignment>();
  known.set(identity(leader), ofLeader);
  const alignment = ofLeader.get(identity(member)) ?? aligned(leader, member, rules, sameOuter);
  ofLeader.set(identity(member), alignment);
  return alignment;
}

function aligned(leader: Copy, member: Copy, rules: DraftRules, sameOuter: SameOuter): Alignment {
  const pairs = new Map<SyntaxNode, SyntaxNode>();
  const differing = new Set<SyntaxNode>();
  const variables = new Map<Variable, Variable>();
  const back = new Map<Variable, Variable>();
  let different = 0;

  const isSame = (one: Variable, other: Variable): boolean => {
    const isInner = isLocal(one, leader.node);
    if (isInner !== isLocal(other, member.node)) return false;
    if (!isInner) return sameOuter(one, other);
    if (variables.has(one) || back.has(other)) return variables.get(one) === other && back.get(other) === one;
    const isNamed = isObservable(one, leader.node, rules) || isObservable(other, member.node, rules);
    if (isNamed && one.name !== other.name) return false;
    variables.set(one, other);
    back.set(other, one);
    return true;
  };
  const isSameLeaf = (one: SyntaxNode, other: SyntaxNode): boolean => {
    if (one.role !== other.role) return false;
    if (one.variable === undefined || other.variable === undefined)
      return one.text === other.text && one.variable === other.variable;
    return isSame(one.variable, other.variable);
  };
  const walk = (one: SyntaxNode, other: SyntaxNode): void => {
    pairs.set(one, other);
    const isAlike =
      one.kind === other.kind &&
      one.children.length === other.children.length &&
      (one === leader.body || one.field === other.field) &&
      (one.children.length > 0 || isSameLeaf(one, other));
    if (!isAlike) {
      differing.add(one);
      different += one.size;
      return;
    }
    for (let index = 0; index < one.children.length; index++) {
      const [child, its] = [one.children[index], other.children[index]];
      if (child !== undefined && its !== undefined) walk(child, its);
    }
  };
  walk(leader.body, member.body);
  const { size } = leader.body;
  return { pairs, differing, variables, fixedPercent: Math.floor(((size - different) * 100) / size) };
}
