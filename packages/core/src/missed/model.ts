import { FILE_CLASSES, type FileClass } from '#scan/file-classes.ts';
import type { ScanOptions } from '#scan/model.ts';
import type { Evidence } from './places.ts';

/**
 * What a change is about; a finding of `unlikely` is a change of behavior that its copy hardly needs. Only `behavior` is
 * listed unless the user asks for more.
 */
export const CHANGE_CLASSES = [
  'behavior',
  'types',
  'renames',
  'style',
  'deprecations',
  'declarations',
  'unlikely',
] as const;

export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** Files whose edits and members are never compared: two examples can be the sides of an intended mirror, two tests cannot. */
export const NEVER_COMPARED: readonly FileClass[] = ['tests', 'vendored', 'generated'];

/** Files whose history is not searched unless the user asks for it: those that lists put apart. */
export const NOT_COMPARED: readonly FileClass[] = FILE_CLASSES;

/** How a place is like the changed one, surest first. */
export const EVIDENCES = ['exact', 'renamed', 'similar', 'one-sided'] as const satisfies readonly Evidence[];

/** Lines of a file, both inclusive. */
export interface Lines {
  path: string;
  start_line: number;
  end_line: number;
}

/** One change, and the place that does not have it. */
export interface MissedHunk {
  /** In the version of the commit. */
  origin: Lines;
  /** In the version that was searched. */
  target: Lines;
  class: ChangeClass;
  evidence: Evidence;
  /** Of the statements around both places, in percent. */
  similarity: number;
  /** Whether the change merges into the copy without a conflict. */
  merges: boolean;
  /** Lines of the change; the first character is a blank, `-` or `+`. */
  change: string[];
  /** The same for the copy, if the change was merged; empty if it does not merge. */
  merged: string[];
}

/** A commit, and a file with a copy that it did not reach. */
export interface MissedFinding {
  /** Stable while commit and target are the same. */
  id: string;
  commit: string;
  /** Of the commit, in UTC: `2026-01-31T12:00:00Z`. */
  date: string;
  subject: string;
  /** Only if requested. */
  author?: string;
  target: string;
  class: ChangeClass;
  /** The surest one of the hunks. */
  evidence: Evidence;
  /** Product of the lifts of the properties, in thousandths. */
  weight: number;
  /** Ids of `languages/missed.json`. */
  properties: string[];
  hunks: MissedHunk[];
}

/** An edit of a function or of code outside of functions that merges into copies, which do not have it. */
export interface MissedEdit {
  /** Stable while the edit and the copies are the same. */
  id: string;
  /** The edited lines as they are now, with their context. */
  edited: Lines;
  /** One for each copy: the lines that the edit would change. */
  copies: Lines[];
  /** The changes of the edit in each copy. All merge. */
  hunks: MissedHunk[];
}

/** Changes and places that are not findings, by reason. */
export interface LeftOut {
  /** More statements than are compared. */
  large: number;
  /** More equal changes in one commit than are compared. */
  repeated: number;
  /** In commits with more changes than are compared. */
  in_large_commits: number;
  /** Statements that were only moved. */
  moved: number;
  /** Too little around the change to know its place again. */
  uninformative: number;
  /** No place is as the changed one was. */
  without_place: number;
  /** Places whose surroundings are too different. */
  unlike: number;
  /** Changes that fit too many places. */
  too_many_places: number;
  /** Places that have the change. */
  has_change: number;
  /** Places that did not exist as copies when the change was made. */
  not_then: number;
  /** Changes that the changed file has no longer. */
  superseded: number;
  /** Versions of files with syntax errors or in a language that is not parsed. */
  unparsed_files: number;
  /** Versions of files that the repository does not have. */
  missing_objects: number;
  /** Files that became something else, such as a link. */
  other_changes: number;
}

export function nothingLeftOut(): LeftOut {
  return {
    large: 0,
    repeated: 0,
    in_large_commits: 0,
    moved: 0,
    uninformative: 0,
    without_place: 0,
    unlike: 0,
    too_many_places: 0,
    has_change: 0,
    not_then: 0,
    superseded: 0,
    unparsed_files: 0,
    missing_objects: 0,
    other_changes: 0,
  };
}

export interface MissedHistory {
  /** Commits with changes of code that were compared, and all that were looked at. */
  commits: number;
  seen: number;
  /** Changes of code in them. */
  hunks: number;
  /** There are older commits. */
  is_cut: boolean;
  is_shallow: boolean;
  without_renames: boolean;
}

export interface MissedOptions {
  since?: string;
  /** Commits that change code, at most. */
  commits: number;
  authors: boolean;
  without: FileClass[];
  include: ChangeClass[];
}

export interface Missed {
  engine: string;
  /** Name of the folder, or of the index. */
  root: string;
  /** Of a folder. */
  revision?: { written: string; object: string };
  /** Of an index: labels of the projects, and their last commits. */
  projects?: { label: string; object: string }[];
  options: MissedOptions;
  /** Of a folder; the projects of an index have their own. */
  scan?: ScanOptions;
  /** The most important first. */
  findings: MissedFinding[];
  /** Findings of classes that are not listed, by class. */
  apart: Partial<Record<ChangeClass, number>>;
  left_out: LeftOut;
  history: MissedHistory;
  runtime: { jobs: number; wall_ms: number; files: number; parsed_versions: number };
}

/** Progress: the steps of a run. */
export type MissedEvent =
  | { type: 'history' }
  | { type: 'files'; files: number }
  | { type: 'commits'; done: number; all: number };
