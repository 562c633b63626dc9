/** Export roots that are not an index of the table; see `exports.ts`. */
export const OPEN = -1;
export const NEVER = -2;

/**
 * The first name of a declaration: its node, or one of these. `KNOWN`: the declarations around show its scope; `PROPERTY`: it
 * is a property of the object or class around it.
 */
export const KNOWN = -1;
export const PROPERTY = -2;
const WITHOUT_NAME = -3;

/** A property of an object or class without a name. */
export function propertyOf(object: number): number {
  return WITHOUT_NAME - object;
}

/** The object or class without a name; undefined for any other first name. */
export function objectOf(root: number): number | undefined {
  return root <= WITHOUT_NAME ? WITHOUT_NAME - root : undefined;
}

/** Properties of the nodes inside of one subtree; scopes are a list from the innermost outwards. */
export interface Scope {
  readonly outer: Scope | undefined;
  /** First node after it. */
  readonly end: number;
  /** Prefix of qualified names inside, including its separator. */
  readonly prefix: string;
  /** The enclosing declaration, -1 at file level. */
  readonly within: number;
  /** Enclosing control structures within its declaration. */
  readonly depth: number;
  /** The body of a class or similar: functions directly in it are methods. */
  readonly members: boolean;
  /** How names declared here are exported: each separately (`OPEN`), none, or with the container's root. */
  readonly root: number;
  /** The first name of properties directly in it. */
  readonly owner: number;
  /** Only declarations in export statements here are exported. */
  readonly closed: boolean;
  /** Number of the enclosing function, declared or not, which distinguishes variables of equal name; 0 is the file. */
  readonly space: number;
  /** Imports at or after this node are conditional. */
  readonly conditionalFrom: number;
  /** It extends to the next sibling of this kind; 0 if it does not. */
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
    owner: KNOWN,
    closed: false,
    space: 0,
    conditionalFrom: nodes,
    untilKind: 0,
  };
}

/** A scope inside of another one with some changes; conditional code remains conditional inside. */
export function inner(outer: Scope, node: number, end: number, changes: Partial<Scope>): Scope {
  return {
    outer,
    end,
    prefix: changes.prefix ?? outer.prefix,
    within: changes.within ?? outer.within,
    depth: changes.depth ?? outer.depth,
    members: changes.members ?? outer.members,
    root: changes.root ?? outer.root,
    owner: changes.owner ?? outer.owner,
    closed: changes.closed ?? outer.closed,
    space: changes.space ?? outer.space,
    conditionalFrom: changes.conditionalFrom ?? (isConditional(outer, node) ? node : end),
    untilKind: changes.untilKind ?? 0,
  };
}

export function isConditional(scope: Scope, node: number): boolean {
  return node >= scope.conditionalFrom;
}
