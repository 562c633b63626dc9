/**
 * What the offline map knows, as plain data: the contract between the exporter, which fills it, and the page, which
 * draws it. Nothing here needs the DOM.
 *
 * Lists that may run into the hundred thousands are columns of equal length, not rows. Places in them are 0-based
 * indices; -1 means none. Every order is the exporter's and deterministic: the page shows lists in the order given
 * unless a person sorts them.
 *
 * A *node* is a file or a declaration: node `i` is file `i` for `i < F` and declaration `i - F` from there on, where
 * `F` is the number of files.
 */

/** The first bytes of every exported map: by them `analyzer map` knows a file that it may replace. */
export const MAP_MARKER = '<!-- analyzer-map';

/** Ids of the elements that carry the data: `main` is read before anything is shown, the others when a view needs them. */
export const BLOCKS = { main: 'analyzer-map', graph: 'analyzer-map-graph', sources: 'analyzer-map-sources' } as const;

export interface MapData {
  schema: 'analyzer.map.v1';
  /** Of the index, 64 hex. */
  snapshot_id: string;
  /** When the map was written, ISO 8601 in UTC; the page shows day and minute. */
  created: string;
  versions: MapVersions;
  totals: MapTotals;
  /** Language ids; `language` columns point here. */
  languages: string[];
  /** By label, bytewise. */
  projects: MapProject[];
  /** By project, then path, so every directory stands after its parent. */
  directories: MapDirectories;
  /** By project, then path. */
  files: MapFiles;
  /** The foremost by rank and the heaviest, chosen in turn; by rank: `projects`, then `score`, ties by id. */
  groups: MapGroup[];
  /** Files and classes copied whole: by projects, then by the lines that are repeated. */
  whole_copies: MapWholeCopy[];
  /** Largest first. */
  cycles: MapCycle[];
  /** Paths left out of the scan, counted per project, reason and rule. */
  exclusions: MapExclusions;
  /** What the index holds and this file does not. Empty when nothing was left out. */
  omissions: MapOmission[];
  graph: MapGraph;
  /** Absent with `--no-source`. */
  sources?: MapSources;
}

export interface MapVersions {
  analyzer: string;
  /** Of the canonical stream, of the index, … : whatever the `summary` operation tells. */
  formats: Record<string, string>;
  /** Parser and version per language id. */
  languages: Record<string, string>;
}

/** Of the whole index, whatever this file leaves out. */
export interface MapTotals {
  files: number;
  /** Of files with facts, as in projects; directories and files of this map also have lines that were not parsed. */
  lines: number;
  functions: number;
  declarations: number;
  /** Those too that another one stands for. */
  groups: number;
  groups_cross_project: number;
  occurrences: number;
  repeated_lines: number;
  imports: Record<MapLinkState, number>;
  calls: Record<MapLinkState, number>;
  cycles: number;
}

export type MapLinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved';

export interface MapProject {
  label: string;
  files: number;
  lines: number;
  functions: number;
  /** Lines within a function of which there is a copy with the same code (`function-body`), each counted once. */
  repeated: number;
  /** Groups with an occurrence here, and those of them that another project shares. */
  groups: number;
  groups_shared: number;
  /** Largest share of lines first. */
  languages: number[];
  /** Files by status (`facts.md` §1), all statuses that occur. */
  coverage: Record<string, number>;
  /** Number of workspaces that the project declares and that were not split off. */
  workspaces?: number;
}

export interface MapDirectories {
  project: number[];
  /** -1 for a project's root, which every project has. */
  parent: number[];
  /** Last segment of the path; empty for a root. */
  name: string[];
}

export interface MapFiles {
  directory: number[];
  name: string[];
  /** -1 when the file has none. */
  language: number[];
  lines: number[];
  /** As for a project; all copies count, those too that this file does not list. */
  repeated: number[];
  /** Sum of `FLAG_…`. */
  flags: number[];
  /** Points into `statuses`. */
  status: number[];
  statuses: string[];
}

export const FLAG_TEST = 1;
export const FLAG_VENDORED = 2;
export const FLAG_GENERATED = 4;
/** Declarations only. */
export const FLAG_EXPORTED = 8;

export interface MapGroup {
  /** `g_` + 20 hex. */
  id: string;
  kind: 'function-body' | 'function-shape';
  language: number;
  /** Of one occurrence (the largest). */
  nodes: number;
  /** Lines of the longest and of the shortest occurrence, comments and blank lines included. */
  lines: number;
  least_lines: number;
  /** SUM(nodes) - MAX(nodes). */
  score: number;
  /** Most common names first, at most 3. */
  names: string[];
  /** Every project with an occurrence, and how many it has: columns, in order of the project. */
  projects: { project: number[]; occurrences: number[] };
  /** Of all occurrences, shown or not. */
  occurrence_count: number;
  /** Declarations, at most 40, picked alternately from different projects. */
  occurrences: number[];
  /** Set when the occurrences are members of a class, or of a file, that was copied whole. */
  whole?: 'file' | 'class';
  /** Flags that every occurrence has: sum of `FLAG_TEST`, `FLAG_VENDORED`, `FLAG_GENERATED`. */
  flags: number;
}

/** Files of the same syntax that hold functions, or classes of the same syntax in files that are not. */
export interface MapWholeCopy {
  kind: 'file' | 'class';
  /** Of all copies, shown or not. */
  copies: number;
  projects: number;
  /** Of the longest copy. */
  lines: number;
  /** At most 40, picked alternately from different projects. */
  nodes: number[];
}

/** A strongly connected component of the files' resolved imports in one project. */
export interface MapCycle {
  project: number;
  files: number[];
  /** Imports within the component; `from` and `to` point into `files`. */
  edges: { from: number[]; to: number[]; line: number[] };
  /** A shortest cycle: places in `files`, the first not repeated at the end. */
  example: number[];
  /** Places in `edges`: without them no cycle is left. */
  cut: number[];
  /** Whether no smaller cut exists (proven), or the cut is merely a small one (the problem is NP-hard). */
  cut_is_smallest: boolean;
}

export interface MapExclusions {
  project: number[];
  reason: string[];
  rule: string[];
  /** Paths; a directory cut whole is one. */
  count: number[];
}

export interface MapOmission {
  what:
    | 'groups'
    | 'identical files and classes'
    | 'occurrences'
    | 'declarations'
    | 'files'
    | 'imports'
    | 'calls'
    | 'cycles'
    | 'sources';
  count: number;
  /**
   * `limit`: beyond `--limit`. `contained`: inside another group. `same`: the very occurrences of another
   * group. `occurrence-limit`: beyond 40 in one group. `size`: this file would grow too large. `changed`: the file
   * is no longer what was indexed. `no-source`: asked for without. `unreadable`: the file could not be read again.
   * `long`: the function or its file is larger than what is quoted.
   */
  reason:
    | 'limit'
    | 'contained'
    | 'same'
    | 'occurrence-limit'
    | 'size'
    | 'changed'
    | 'no-source'
    | 'unreadable'
    | 'long';
}

/** Read when a view first needs it, so it may be large. */
export interface MapGraph {
  declarations: MapDeclarations;
  /** File to file, within a project. `offsets` has one element more than there are files. */
  imports: MapEdges;
  /** Node to declaration: a call outside of any declaration starts at its file. One offset more than nodes. */
  calls: MapEdges;
  /** Imports that lead to nothing in the project (external or unresolved), per file. */
  unlinked_imports: number[];
}

export interface MapDeclarations {
  /** Ascending; within a file in order of `start_byte`. */
  file: number[];
  /** Qualified names. */
  name: string[];
  /** Points into `kinds`. */
  kind: number[];
  kinds: string[];
  start_line: number[];
  end_line: number[];
  /** Sum of `FLAG_…`. */
  flags: number[];
}

/** Edges by their origin (compressed rows): those of `i` stand from `offsets[i]` up to `offsets[i + 1]`. */
export interface MapEdges {
  offsets: number[];
  /** Files for imports, declarations (not nodes) for calls; ascending within an origin. */
  targets: number[];
  /** Of the first such import or call in the origin. */
  line: number[];
  /** 1 where the target is one of several candidates. */
  ambiguous: number[];
}

/** Source of shown occurrences, as it was indexed (checked by hash at export). */
export interface MapSources {
  /** Ascending. */
  declaration: number[];
  /** The declaration's lines, whole, joined by LF; where much else stands on them (minified), the declaration alone. */
  text: string[];
  /** Aligned with `declaration`; null when the occurrence has no token record here. */
  tokens: (MapTokens | null)[];
  /** `text` columns of tokens point here. */
  texts: string[];
  /** Shown occurrences without source. */
  missing: { declaration: number[]; reason: ('changed' | 'unreadable' | 'size' | 'long')[] };
}

/** The kept leaves of a function in stream order: equal in number and roles over all occurrences of a group. */
export interface MapTokens {
  /** One letter of `ROLE_LETTERS` per token. */
  roles: string;
  text: number[];
  /** Lines after the declaration's first. */
  line: number[];
  /** 1-based, in Unicode scalar values. */
  column: number[];
}

export const ROLE_LETTERS = {
  literal: 'l',
  variable: 'v',
  property: 'p',
  type: 't',
  label: 'b',
  function: 'f',
  command: 'c',
  syntax: 's',
  self: '.',
} as const;
