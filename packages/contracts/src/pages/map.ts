/**
 * The data of the offline map: the contract between the exporter, which writes it, and the page, which draws it.
 * Nothing here needs the DOM.
 *
 * Lists that may have hundreds of thousands of items are columns of equal length, not rows. References to them are
 * 0-based indices; -1 means none. The exporter determines every order; the page lists items in this order unless the
 * user sorts them.
 *
 * A *node* is a file or a declaration: node `i` is file `i` if `i < F`, else declaration `i - F`, where
 * `F` is the number of files.
 */

/** The first bytes of every exported map: `analyzer map` overwrites only files that start with it. */
export const MAP_MARKER = '<!-- analyzer-map';

/** Ids of the elements with the data: `main` is read at the start, the others when a view needs them. */
export const BLOCKS = { main: 'analyzer-map', graph: 'analyzer-map-graph', sources: 'analyzer-map-sources' } as const;

export interface MapData {
  schema: 'analyzer.map.v1';
  /** Id of the index's snapshot, 64 hex digits. */
  snapshot_id: string;
  /** Time of the export, ISO 8601 in UTC; the page shows date and minute. */
  created: string;
  versions: MapVersions;
  totals: MapTotals;
  /** Language ids; `language` columns are indices into it. */
  languages: string[];
  /** Ordered by label, bytewise. */
  projects: MapProject[];
  /** Ordered by project, then path: every directory comes after its parent. */
  directories: MapDirectories;
  /** Ordered by project, then path. */
  files: MapFiles;
  /** The top groups by rank and by weight, chosen alternately; ordered by `projects`, `score`, id. */
  groups: MapGroup[];
  /** What explains groups: the first relations of folders and files, as the operation `relations` lists them. */
  relations: MapRelation[];
  /** Number of all relations. */
  relation_count: number;
  /** Identical files and classes, ordered by projects, then by repeated lines. */
  whole_copies: MapIdenticalNodes[];
  /** Largest first. */
  /** Cycles of imports that run at load. */
  cycles: MapCycle[];
  /** Cycles that close only through imports that do not run at load. */
  non_load_cycles: MapCycle[];
  /** Paths excluded from the scan, counted by project, reason and rule. */
  exclusions: MapExclusions;
  /** Content of the index that this file omits; empty if complete. */
  omissions: MapOmission[];
  /** Copies of projects over time, ordered by project; absent without `--history`. */
  histories?: MapHistory[];
  graph: MapGraph;
  /** Absent with `--no-source`. */
  sources?: MapSources;
}

export interface MapVersions {
  analyzer: string;
  /** Versions of the formats, as in the result of the operation `summary`. */
  formats: Record<string, string>;
  /** Parser and version per language id. */
  languages: Record<string, string>;
}

/** Totals of the complete index. */
export interface MapTotals {
  files: number;
  /** Lines of files with facts, as in projects; directories and files of this map also count lines of other files. */
  lines: number;
  functions: number;
  declarations: number;
  /** Without groups that another one represents. */
  groups: number;
  groups_cross_project: number;
  occurrences: number;
  /** Lines within functions that have an identical copy, each counted once. */
  repeated_lines: number;
  /**
   * Lines in copies that lists show, each counted once; of similar declarations only those equal to lines of the first
   * one.
   */
  copied_lines: number;
  imports: Record<MapLinkState, number>;
  calls: Record<MapLinkState, number>;
  cycles: number;
}

export type MapLinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved' | 'declared';

export interface MapProject {
  label: string;
  files: number;
  lines: number;
  functions: number;
  /** Groups with an occurrence here, and groups that another project shares. */
  groups: number;
  groups_shared: number;
  /** Largest share of lines first. */
  languages: number[];
  /** Number of files by status (`facts.md` §1). */
  coverage: Record<string, number>;
  /** Number of declared workspaces that were not split off. */
  workspaces?: number;
}

export interface MapDirectories {
  project: number[];
  /** -1 for the root of a project; every project has one. */
  parent: number[];
  /** Last segment of the path; empty for a root. */
  name: string[];
}

export interface MapFiles {
  directory: number[];
  name: string[];
  /** -1 for a file without a language. */
  language: number[];
  lines: number[];
  /** As `repeated_lines` and `copied_lines` of the totals; both include copies that this map does not list. */
  repeated: number[];
  copied: number[];
  /** Sum of `FLAG_…`. */
  flags: number[];
  /** Indices into `statuses`. */
  status: number[];
  statuses: string[];
}

export const FLAG_TEST = 1;
export const FLAG_VENDORED = 2;
export const FLAG_GENERATED = 4;
/** Declarations only. */
export const FLAG_EXPORTED = 8;
export const FLAG_EXAMPLE = 16;
export const FLAG_BENCHMARK = 32;
/** Groups only (`languages/lists.json`): few nodes in common; and code that only has data, or similar types. */
export const FLAG_SMALL = 64;
export const FLAG_DATA = 128;
/** Configuration of builds and tools. */
export const FLAG_CONFIGURATION = 256;

export interface MapGroup {
  /** `g_` and 20 hex digits. */
  id: string;
  kind: 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
  language: number;
  /** Nodes of the largest occurrence. */
  nodes: number;
  /** Lines of the longest and of the shortest occurrence, including comments and blank lines. */
  lines: number;
  least_lines: number;
  /** SUM(nodes) - MAX(nodes). */
  score: number;
  /** Its position among the groups of lists; absent for others, such as those that are apart. */
  listed?: number;
  /**
   * What one function for the copies of a project needs: that of its draft if the map has one, otherwise what its kind tells.
   * Absent if that is not known, or if there is no draft.
   */
  ease?: MapEase;
  /** At most 3, most common first; of blocks outside of declarations, the names of their files. */
  names: string[];
  /** Every project with an occurrence, and the number of occurrences, ordered by project. */
  projects: { project: number[]; occurrences: number[] };
  /** All occurrences, including those not listed. */
  occurrence_count: number;
  /**
   * Declarations, at most 40, chosen alternately from different projects; of a block or callback, the innermost declaration
   * around each occurrence, -1 outside of declarations.
   */
  occurrences: number[];
  /** Of blocks and callbacks, aligned with `occurrences`. */
  ranges?: MapRanges;
  /** Of a `near` group, aligned with `occurrences`: similarity to the first one, in thousandths. */
  similarity?: number[];
  /** Set if the occurrences are members of identical files or classes. */
  whole?: 'file' | 'class';
  /** Sum of `FLAG_…`: of the classes of files that all occurrences have, and of the group itself. */
  flags: number;
  /** Of a listed group, in a map with `--blame` or of an index with a history. */
  age?: MapAge;
}

/** Nothing differs; literals and names are given by value; expressions are given as functions. */
export type MapEase = 'identical' | 'values' | 'functions';

/** When the copies of a group came and changed. Texts of commits are those of strangers, escaped. */
export interface MapAge {
  /** Commits that changed all copies that there were then, and some of them; absent for copies of several repositories. */
  together?: number;
  apart?: number;
  differ?: boolean;
  /** The commit since which they differ, or are equal; its time is ISO 8601 in UTC. */
  since?: { commit: string; date: string };
  /** Index among the listed occurrences of the one that came before all others. */
  first?: number;
  /** Aligned with `occurrences`: the commit with which it came, `uncommitted`, or empty if it is older or not known. */
  commit: string[];
  /** Empty without a commit. */
  date: string[];
  subject: string[];
}

/** Complete lines of files. */
export interface MapRanges {
  file: number[];
  start_line: number[];
  end_line: number[];
  /** Of callbacks: what each is passed or assigned to; null for a declaration. */
  name?: (string | null)[];
}

/** A relation of folders or files of product code. */
export interface MapRelation {
  kind: 'mirror' | 'folder-family' | 'fork' | 'file-family' | 'shared-helper' | 'vendored-library';
  /** At most 12. The project is -1 for a folder of several projects. */
  sides: { project: number[]; path: string[] };
  more_sides: number;
  /** That shared code would save. */
  lines: number;
  /** What differs, one sentence. */
  differs?: string;
  /** At most 24 pairs of files with the most equal lines, and the functions and methods of both, matched by their names. */
  pairs: {
    left: number[];
    right: number[];
    equal_lines: number[];
    same: number[];
    edited: number[];
    only_left: number[];
    only_right: number[];
  };
  /** Number of all pairs, and the functions and methods of all of them. */
  pair_count: number;
  members: { same: number; edited: number; only_left: number; only_right: number };
  /** Ids of at most 12 groups of this map that it explains, in their order. */
  groups: string[];
  /** Number of all groups that it explains, and of those that connect its sides and have occurrences elsewhere too. */
  group_count: number;
  elsewhere: number;
}

/** Identical files with functions, or identical classes in different files. */
export interface MapIdenticalNodes {
  kind: 'file' | 'class';
  /** All copies, including those not listed. */
  copies: number;
  projects: number;
  /** Lines of the longest copy. */
  lines: number;
  /** At most 40, chosen alternately from different projects. */
  nodes: number[];
}

/** The copies of a project at commits of its history. Columns by step, oldest first. */
export interface MapHistory {
  project: number;
  /** First-parent commits that changed the folder of the project. */
  commits: number;
  is_shallow: boolean;
  steps: {
    /** Ids; dates, ISO 8601 in UTC; first lines of messages, which strangers wrote. */
    commit: string[];
    date: string[];
    subject: string[];
    /** Commits since the step before, with this one. */
    commits: number[];
    /** Of product code: lines, those in copies that a list shows, what the step added to these and removed, and groups. */
    lines: number[];
    repeated: number[];
    added: number[];
    removed: number[];
    groups: number[];
    /** Of tests. */
    test_lines: number[];
    test_repeated: number[];
    /** Import cycles of all files. */
    cycles: number[];
  };
}

/** A strongly connected component of the files' resolved imports in one project. */
export interface MapCycle {
  project: number;
  files: number[];
  /** Imports within the component; `from` and `to` are indices into `files`. */
  edges: { from: number[]; to: number[]; line: number[] };
  /** A shortest cycle: indices into `files`, without the first one at the end. */
  example: number[];
  /** Indices into `edges`: the component has no cycle without them. */
  cut: number[];
  /** Whether it is proven that no smaller cut exists; otherwise the cut is a small one (the problem is NP-hard). */
  cut_is_smallest: boolean;
}

export interface MapExclusions {
  project: number[];
  reason: string[];
  rule: string[];
  /** Number of paths; an excluded directory counts as one. */
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
   * `limit`: beyond `--limit`. `contained`: inside another group. `same`: same occurrences as another group.
   * `occurrence-limit`: beyond 40 in one group. `size`: this file would be too large. `changed`: the file has changed
   * since it was indexed. `no-source`: excluded by `--no-source`. `unreadable`: the file could not be read again.
   * `long`: the code is longer than 400,000 characters, or its file larger than 8 MiB.
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

/** Read when a view needs it, so it may be large. */
export interface MapGraph {
  declarations: MapDeclarations;
  /** File to file, within a project. `offsets` has one element more than `files`. */
  imports: MapEdges;
  /** Node to declaration: the origin of a call outside of declarations is its file. One offset more than nodes. */
  calls: MapEdges;
  /** Number of imports to other packages and of unresolved imports, by file. */
  unlinked_imports: number[];
}

export interface MapDeclarations {
  /** Ascending; within a file ordered by `start_byte`. */
  file: number[];
  /** Qualified names. */
  name: string[];
  /** Indices into `kinds`. */
  kind: number[];
  kinds: string[];
  start_line: number[];
  end_line: number[];
  /** Sum of `FLAG_…`. */
  flags: number[];
}

/** Edges by origin (compressed sparse rows): the edges of `i` are at `offsets[i]` to `offsets[i + 1]`, exclusive. */
export interface MapEdges {
  offsets: number[];
  /** Files for imports, declarations (not nodes) for calls; ascending within an origin. */
  targets: number[];
  /** Line of the first such import or call in the origin. */
  line: number[];
  /** 1 if the target is one of several candidates. */
  ambiguous: number[];
}

/** Source of listed occurrences, as indexed (checked by hash at export). */
export interface MapSources {
  /** Ascending. */
  declaration: number[];
  /** The declaration's complete lines, joined by LF; the declaration alone if its lines contain much other code. */
  text: string[];
  /** Aligned with `declaration`; null if the occurrence has no token record here, as one of more than 16,000 characters. */
  tokens: (MapTokens | null)[];
  /** `text` columns of tokens are indices into it. */
  texts: string[];
  /** Of listed classes and types that are longer than 16,000 characters, also those without source. */
  members: MapMembers;
  /** Listed occurrences without source. */
  missing: { declaration: number[]; reason: ('changed' | 'unreadable' | 'size' | 'long')[] };
  /** Of listed blocks. */
  excerpts: MapExcerpts;
  /** Of the first listed groups of functions and of blocks in functions, in the order of lists. */
  drafts: MapDraft[];
}

/** One function for the copies of a group in the project with most of them, or why there is none. */
export interface MapDraft {
  /** Index of the group. */
  group: number;
  project: number;
  /** A sentence; absent with a function. */
  obstacle?: string;
  /** Checked against each copy; it is in the file `path`. */
  function?: { name: string; path: string; text: string };
  /** After the calls. */
  lines_saved: number;
  /** The copies that call it, at most 40, and the number of all. */
  copies: { name: string[]; path: string[]; line: number[] };
  copy_count: number;
  /** What differs, and the code of each of these copies: a literal, a name, or a function of variables of the copy. */
  parameters: { name: string; kind: 'literal' | 'name' | 'function'; values: string[] }[];
}

/** The members of long classes and types, by declaration. */
export interface MapMembers {
  /** Ascending. */
  declaration: number[];
  /** Aligned with `declaration`; of each one its members in source order. */
  name: string[][];
  start_line: number[][];
  end_line: number[][];
  /** Equal for members with equal code: functions of one group of identical ones, others with equal lines except layout. */
  code: number[][];
}

/** Blocks with up to 40 lines before and after them of the declaration around them, or of their file. */
export interface MapExcerpts {
  /** Index of the group, and of the occurrence among its listed ones; ascending. */
  group: number[];
  copy: number[];
  /** Number of the first line of the text. */
  first_line: number[];
  /** Complete lines, joined by LF; the block alone if they are too long. */
  text: string[];
  /** Listed blocks without source. */
  missing: { group: number[]; copy: number[]; reason: MapSources['missing']['reason'] };
}

/** The retained leaves of a function in stream order: all occurrences of a group have the same number and roles. */
export interface MapTokens {
  /** One letter of `ROLE_LETTERS` per token. */
  roles: string;
  text: number[];
  /** Lines after the declaration's first line. */
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
