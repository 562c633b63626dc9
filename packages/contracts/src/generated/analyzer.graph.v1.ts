// Generated from packages/contracts/schemas/analyzer.graph.v1.schema.json by tools/contracts.mjs. Do not edit.

export type Count = number;
/**
 * Id of a project, file or declaration.
 */
export type NodeId = string;
/**
 * resolved: one target in the project; ambiguous: several; external: outside the project; unresolved: not found; declared: of a call, the member of its receiver's declared type.
 */
export type LinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved' | 'declared';
export type Sha256 = string;
export type EntryKind = 'file' | 'directory' | 'symlink' | 'special';
/**
 * 1-based.
 */
export type Line = number;
export type ImportPhase = 'load' | 'conditional' | 'deferred' | 'type_checking' | 'type_only' | 'asset' | 'worker';
export type GroupId = string;

/**
 * The complete graph of an index. As NDJSON: first the object without its lists, then each item of the lists in this order, with a property `row` that names its kind. Properties may be added in later releases and are never renamed. Contains no timestamps and no local paths.
 */
export interface GraphV1 {
  schema: 'analyzer.graph.v1';
  /**
   * In the index.
   */
  snapshot_id: string;
  /**
   * Merkle root of the groups and their occurrences: equal for equal groups, on any engine.
   */
  root?: string;
  versions: Versions;
  /**
   * By label.
   */
  projects: Project[];
  /**
   * By project, then path.
   */
  files: File[];
  /**
   * By project, then path.
   */
  entries: Entry[];
  /**
   * By file, then start_byte, outer before inner.
   */
  declarations: Declaration[];
  /**
   * Imports, then calls; by origin, then target, in the order of files and declarations.
   */
  edges: Edge[];
  /**
   * By file, in source order.
   */
  imports: Import[];
  /**
   * Of imports that run at load; by project and smallest path.
   */
  cycles: Cycle[];
  /**
   * Cycles that close only through imports that do not run at load.
   */
  non_load_cycles?: Cycle[];
  /**
   * By projects, then score, both descending, then id.
   */
  groups: Group[];
  /**
   * By group, in group order.
   */
  occurrences: Occurrence[];
  /**
   * By project, then path.
   */
  exclusions: Exclusion[];
}
/**
 * The versions that the index was created with.
 */
export interface Versions {
  format: Count;
  fingerprint: Count;
  /**
   * By language.
   */
  parsers: {
    [k: string]: {
      parser: string;
      version: string;
    };
  };
}
/**
 * One project.
 */
export interface Project {
  node_id: NodeId;
  /**
   * Its name in the index.
   */
  label: string;
  /**
   * Value of its scan.
   */
  snapshot_id: string;
  /**
   * As in analyzer.scan.v1; `trust_suppressions` if comments of the project silence copies, `workspace` with its path in a monorepo that was taken apart.
   */
  options: {};
  /**
   * Markers by which the project was discovered.
   */
  markers: string[];
  /**
   * Declared workspaces below its root.
   */
  workspaces: string[];
  files: Count;
  /**
   * Lines of files with facts.
   */
  lines: number;
  functions: Count;
  declarations: Count;
  /**
   * Lines inside an occurrence of a function-body group.
   */
  repeated_lines: number;
  /**
   * Lines in copies of any kind that lists for people show, each line counted once; of similar declarations only those lines that are equal to lines of the first one.
   */
  copied_lines?: number;
  /**
   * Nothing is missing apart from exclusions.
   */
  complete: boolean;
  /**
   * Entries by status, and exclusions.
   */
  coverage: {
    [k: string]: Count;
  };
  /**
   * Number of links.
   */
  links: {
    kind: 'contains' | 'imports' | 'calls' | 'inherits' | 'references';
    state: LinkState;
    edges: Count;
    /**
     * Number of source locations, including those without a target node.
     */
    sites: number;
  }[];
}
/**
 * One regular file.
 */
export interface File {
  node_id: NodeId;
  /**
   * Label.
   */
  project: string;
  path: string;
  status: string;
  /**
   * Error ranges.
   */
  errors: number;
  /**
   * In bytes.
   */
  size: number;
  is_test: boolean;
  is_vendored: boolean;
  is_generated: boolean;
  is_example: boolean;
  is_benchmark: boolean;
  /**
   * Configuration of a build or a tool. Present only where it is true.
   */
  is_configuration?: true;
  functions: Count;
  repeated_lines: Count;
  copied_lines?: Count;
  name_lossy?: true;
  reason?: string;
  language?: string;
  dialect?: string;
  /**
   * Present when it is not UTF-8.
   */
  encoding?: string;
  lines?: Count;
  sha256?: Sha256;
  tree_hash?: Sha256;
}
/**
 * A symlink, a special file, or a directory that could not be listed.
 */
export interface Entry {
  project: string;
  path: string;
  kind: EntryKind;
  /**
   * Of a symlink, relative to its folder. Absent where `outside` is set.
   */
  target?: string;
  /**
   * The symlink leads out of its project.
   */
  outside?: true;
  reason?: string;
}
/**
 * One declaration.
 */
export interface Declaration {
  node_id: NodeId;
  /**
   * Id of a project, file or declaration.
   */
  file: string;
  /**
   * Id of a project, file or declaration.
   */
  parent: string;
  kind: string;
  name: string;
  qualified_name: string;
  exported: boolean;
  is_test: boolean;
  start_line: Line;
  end_line: Line;
  start_byte: Count;
  end_byte: Count;
  /**
   * Nodes of the canonical stream.
   */
  nodes: number;
  parameters: string[];
  returns?: string;
}
/**
 * Imports between files, calls between declarations (from the file itself at file level).
 */
export interface Edge {
  from: NodeId;
  to: NodeId;
  kind: 'imports' | 'calls' | 'inherits' | 'references';
  state: 'resolved' | 'ambiguous' | 'declared';
  /**
   * 1-based.
   */
  line: number;
  /**
   * Of imports: the earliest phase of its locations.
   */
  phase?: 'load' | 'conditional' | 'deferred' | 'type_checking' | 'type_only' | 'asset' | 'worker';
  /**
   * Number of source locations.
   */
  sites: number;
}
/**
 * A destination of an import.
 */
export interface Import {
  file: NodeId;
  specifier: string;
  names: {
    name: string;
    alias?: string;
  }[];
  line: Line;
  /**
   * A class that the code names without importing it (PHP).
   */
  reference?: true;
  conditional: boolean;
  phase?: ImportPhase;
  state: LinkState;
  /**
   * Id of a project, file or declaration.
   */
  target?: string;
  /**
   * The rule that found the target, when resolved or ambiguous.
   */
  rule?: string;
  reason?: string;
}
/**
 * An import cycle: a strongly connected component of the resolved imports.
 */
export interface Cycle {
  files: NodeId[];
  /**
   * A shortest cycle; the first file is not repeated at the end.
   */
  example: NodeId[];
}
/**
 * Functions with the same syntax.
 */
export interface Group {
  group_id: GroupId;
  kind: 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
  language: string;
  fingerprint: Sha256;
  projects: Count;
  occurrences: Count;
  /**
   * Value of the largest occurrence.
   */
  nodes: number;
  /**
   * SUM(nodes) - MAX(nodes).
   */
  score: number;
  /**
   * The three most common ones.
   */
  names: string[];
  test_occurrences: Count;
  vendored_occurrences: Count;
  generated_occurrences: Count;
  example_occurrences: Count;
  benchmark_occurrences: Count;
  /**
   * The function-body group with the same occurrences.
   */
  same_as?: string;
  /**
   * The group that represents this one.
   */
  contained_in?: string;
  /**
   * Its occurrences are in copies of one file or class.
   */
  whole_copy?: {
    kind: string;
    copies: Count;
  };
}
/**
 * A member of a group.
 */
export interface Occurrence {
  group_id: GroupId;
  /**
   * Id of a project, file or declaration.
   */
  node_id: string;
  /**
   * Only for near groups: similarity to the first occurrence, in thousandths.
   */
  similarity?: number;
  /**
   * Only for near groups: identical to the first occurrence, identical up to renaming, or edited.
   */
  match?: 'identical' | 'renamed' | 'edited';
  /**
   * 1-based.
   */
  start_line?: number;
  end_line?: Line;
  start_byte?: Count;
  end_byte?: Count;
  /**
   * Only of a callback: what it is passed or assigned to.
   */
  name?: string;
}
/**
 * An excluded path; an excluded directory counts as one.
 */
export interface Exclusion {
  project: string;
  path: string;
  kind: EntryKind;
  reason: string;
  rule: string;
}
