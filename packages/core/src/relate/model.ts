import type { ImportPhase } from '#parse/facts.ts';

/**
 * `declared`: a call of a member of the declared type of its receiver, which can be an object of a derived class. Imports and
 * bases have the other states.
 */
export type LinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved' | 'declared';

export interface ResolvedImport {
  /** Index into the file's `facts.imports`. */
  index: number;
  /** The names of the import that this target provides; all of them if it is the only target. */
  names: { name: string; alias?: string }[];
  /** That of the facts, unless the configuration or the specifier says otherwise. */
  phase: ImportPhase;
  state: LinkState;
  /** Path of a resolved project file. */
  path?: string;
  /** Paths of the project files of an ambiguous import, ordered. */
  candidates?: string[];
  /** The rule that found the files of a resolved or ambiguous import; one of `importRules`. */
  rule?: string;
  /** Of an external or unresolved import. */
  reason?: string;
}

/** Columns aligned with the file's `facts.calls`; empty if calls were not resolved. */
export interface ResolvedCalls {
  state: LinkState[];
  via: (CallVia | null)[];
  candidates: string[][];
  reason: (string | null)[];
}

/** Of files without calls, which are many. */
export const NO_CALLS: ResolvedCalls = { state: [], via: [], candidates: [], reason: [] };

/**
 * The rule that found the candidates of a call: `local`: a name of the file; `member`: a member of the class or object around
 * the call, or of one that the file declares; `import`: a name that an import or an autoloader leads to; `inherited`: a member
 * of a base class; `instance`: a member of the class of which the receiver is a new object, or that it is declared as. The index
 * stores positions in this list, so it may only grow at its end.
 */
export const CALL_RULES = ['local', 'member', 'import', 'inherited', 'instance'] as const;

export type CallVia = (typeof CALL_RULES)[number];

/** The resolution of one call or base. Shared between equal ones, therefore immutable. */
export interface Outcome {
  state: LinkState;
  via: CallVia | null;
  /** Declaration ids in order, at most 16. */
  candidates: string[];
  /** Always present when external or unresolved. */
  reason: string | null;
}

/** The references of one file that lead to declarations, and the number of those that do not. */
export interface ResolvedReferences {
  /** In order of `index`, which is that in `facts.references`; each has at least one candidate. */
  found: { index: number; outcome: Outcome }[];
  /** Names that an import from outside the project binds. */
  external: number;
  /** Names that lead to no declaration, such as variables of other files. */
  unresolved: number;
}

export const NO_REFERENCES: ResolvedReferences = { found: [], external: 0, unresolved: 0 };

/** The result of `relate` for one analyzed file. */
export interface FileRelations {
  /** Aligned with `facts.declarations`. */
  ids: string[];
  /** Aligned with `facts.declarations`: the file is a test, or the declaration's name is that of a test. */
  is_test: boolean[];
  imports: ResolvedImport[];
  calls: ResolvedCalls;
  /** One for each of the `bases` of each declaration, in their order; empty if calls were not resolved. */
  bases: Outcome[];
  /** Empty if calls were not resolved. */
  references: ResolvedReferences;
}

export interface Cycle {
  /** All files of the component, ordered. */
  files: string[];
  /** A shortest cycle, starting at its least path, which is not repeated at the end. */
  example: string[];
}

/** A configuration file that has no effect on imports, in whole or in part. */
export interface ConfigurationProblem {
  path: string;
  problem: string;
}

export interface DuplicateFiles {
  sha256: string;
  size: number;
  paths: string[];
}

/** The index stores positions in this list, so it may only grow at its end. */
export const GROUP_KINDS = ['function-body', 'function-shape', 'near', 'block', 'block-shape'] as const;

export type GroupKind = (typeof GROUP_KINDS)[number];

/** The kinds of groups that an index has. */
export type FunctionGroupKind = Extract<GroupKind, `function-${string}`>;

export interface Group {
  /** `g_` and 20 hex digits. */
  id: string;
  kind: GroupKind;
  /** Nodes of the largest occurrence. */
  nodes: number;
  /** SUM(nodes) - MAX(nodes). */
  score: number;
  /** Id of the function-body group with the same occurrences as this function-shape group. */
  same_as?: string;
  /** The least id of a group whose occurrences each contain one of this group's. */
  contained_in?: string;
  /** The unfolded group that has each of this group's occurrences in a different occurrence. */
  folded_into?: string;
  /**
   * Declaration ids, in order; of a near group the leader first, then the most similar. Empty for blocks, and for a near
   * group with callbacks.
   */
  occurrences: string[];
  /** Only for a near group: similarity of each occurrence to the leader, in thousandths. */
  similarity?: number[];
  /** Only for these: the occurrences, of blocks in the order of paths and positions, of a near group in its order. */
  blocks?: BlockRange[];
}

/** A run of sibling statements, members or items, a callback, or a declaration in a group with callbacks. */
export interface BlockRange {
  path: string;
  /** 1-based, inclusive. */
  start_line: number;
  end_line: number;
  /** Offsets in the UTF-8 form of the decoded text. */
  start_byte: number;
  end_byte: number;
  /** Id of the innermost declaration around it. */
  within?: string;
  /** Only of a callback: what it is passed or assigned to; of a declaration its qualified name. */
  name?: string;
  /** Only of a declaration in a group with callbacks: `within` is its id. */
  is_declaration?: true;
}

/** Repeated runs that are not compared, because their files have too many (`languages/lists.json`). */
export interface RunsLeftOut {
  occurrences: number;
  /** Their paths. */
  files: string[];
}

/** What a baseline lists of the kinds `near`, `block` and `block-shape`. */
export interface CopyEvidence {
  /** Declarations that are similar to at least one other, whether or not a group has them, with a hash of the body. */
  members: { id: string; body: string }[];
  /** The same of callbacks. */
  callbacks: { block: BlockRange; body: string }[];
  /** Runs of equal units that cannot be extended, also inside equal units. */
  repeats: CopyRepeat[];
  /** By id of a block group: hashes of its units, 16 hex each. */
  units: Map<string, string[]>;
}

export interface CopyRepeat {
  kind: 'block' | 'block-shape';
  /** Hashes of its units, or of their shapes, 16 hex each. */
  units: string[];
  blocks: BlockRange[];
}
