/** Export roots that are no place in the table; see `exports.ts`. */
export const OPEN = -1;
export const NEVER = -2;

/** What holds for the nodes inside one subtree; scopes are a list from the innermost outwards. */
export interface Scope {
  readonly outer: Scope | undefined;
  /** First node behind it. */
  readonly end: number;
  /** What qualified names inside begin with, its separator included. */
  readonly prefix: string;
  /** The enclosing declaration, -1 at file level. */
  readonly within: number;
  /** Control structures around it within its declaration. */
  readonly depth: number;
  /** The body of a class or the like: functions right in it are methods. */
  readonly members: boolean;
  /** What decides whether names declared here are exported: each for itself (`OPEN`), none, or the container's root. */
  readonly root: number;
  /** Only what an export statement in here names is exported. */
  readonly closed: boolean;
  /** Number of the function around it, declared or not, by which variables of one name are told apart; 0 is the file. */
  readonly space: number;
  /** Imports from this node on may not happen. */
  readonly conditionalFrom: number;
  /** It goes on to the next node of this kind beside the one that opened it; 0 when it does not. */
  readonly untilKind: number;
}

export function fileScope(nodes: number): Scope {
  return {
    outer: undefined,
    end: nodes,
    prefix: '',
    within: -1,
    depth: 0,
    members: false,
    root: OPEN,
    closed: false,
    space: 0,
    conditionalFrom: nodes,
    untilKind: 0,
  };
}

/** A scope inside another, that differs from it as said; what is conditional there is so inside as well. */
export function inner(outer: Scope, node: number, end: number, changes: Partial<Scope>): Scope {
  return {
    outer,
    end,
    prefix: changes.prefix ?? outer.prefix,
    within: changes.within ?? outer.within,
    depth: changes.depth ?? outer.depth,
    members: changes.members ?? outer.members,
    root: changes.root ?? outer.root,
    closed: changes.closed ?? outer.closed,
    space: changes.space ?? outer.space,
    conditionalFrom: changes.conditionalFrom ?? (isConditional(outer, node) ? node : end),
    untilKind: changes.untilKind ?? 0,
  };
}

export function isConditional(scope: Scope, node: number): boolean {
  return node >= scope.conditionalFrom;
}
