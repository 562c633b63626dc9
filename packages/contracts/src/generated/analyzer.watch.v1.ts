// Generated from packages/contracts/schemas/analyzer.watch.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { ElsewhereFinding, MissedEdit } from './analyzer.check.v1.ts';

/**
 * One line of analyzer watch: the start, the effect of changed files on copies and import cycles, edits that copies lack, new declarations that other projects have, or a problem.
 */
export type WatchV1 = WatchStarted | WatchChanged | WatchMissed | WatchElsewhere | WatchProblem;

/**
 * The project was read, and its folder is watched.
 */
export interface WatchStarted {
  schema: 'analyzer.watch.v1';
  type: 'started';
  /**
   * Name of the folder.
   */
  root: string;
  /**
   * Number of analyzed files.
   */
  files: number;
  /**
   * Number of groups of functions that are identical, or identical up to renaming.
   */
  groups: number;
  /**
   * Number of import cycles.
   */
  cycles: number;
}
/**
 * The effect of files that were added, removed or modified.
 */
export interface WatchChanged {
  schema: 'analyzer.watch.v1';
  type: 'changed';
  /**
   * When the files were read, in UTC: `2026-01-31T12:00:00.000Z`.
   */
  time?: string;
  totals?: WatchTotals;
  /**
   * Paths of these files, in byte order.
   */
  files: string[];
  /**
   * Groups whose number of copies changed, largest first.
   */
  copies: WatchedCopies[];
  cycles: WatchedCycle[];
  /**
   * Files of a parsed language without facts of their own, if they had some before or are new.
   */
  unparsed: WatchedUnparsed[];
}
/**
 * After the change, counted as at the start.
 */
export interface WatchTotals {
  files: number;
  groups: number;
  cycles: number;
}
export interface WatchedCopies {
  change: 'appeared' | 'grew' | 'shrank' | 'vanished';
  /**
   * Of the clone group after the change; of one that vanished before it. Null for near: its groups depend on the complete project, so the first copy identifies them.
   */
  id: string | null;
  /**
   * function-body if all copies are identical functions, function-shape if they are identical up to renaming, near if they are similar declarations, block and block-shape for statements and the like.
   */
  kind: 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
  /**
   * Syntax nodes of the largest copy.
   */
  nodes: number;
  /**
   * Number of copies; 0 if there was no group.
   */
  before: number;
  after: number;
  /**
   * After the change; of a group that vanished before it. Of the kind near a changed declaration first, then the most similar ones.
   */
  copies: WatchedCopy[];
  /**
   * Copies whose path and name had none before.
   */
  added: WatchedCopy[];
  removed: WatchedCopy[];
}
export interface WatchedCopy {
  path: string;
  /**
   * Qualified name; of a block that of the declaration around it, empty outside of declarations.
   */
  name: string;
  start_line: number;
  end_line: number;
  /**
   * Of the kind near: to the first copy, in thousandths. The first copy has none.
   */
  similarity?: number;
}
export interface WatchedCycle {
  change: 'appeared' | 'vanished' | 'grew' | 'shrank' | 'changed';
  /**
   * After the change; of a cycle that vanished before it.
   */
  files: string[];
  /**
   * A shortest cycle through some of them; empty if the cycle vanished.
   */
  example: string[];
}
export interface WatchedUnparsed {
  path: string;
  /**
   * As in analyzer.scan.v1.
   */
  status: string;
  reason?: string;
  /**
   * Of the first syntax error.
   */
  line?: number;
  /**
   * The facts of the last version without an error still count.
   */
  is_kept?: true;
}
/**
 * Edits since the last commit that merge cleanly into copies, which do not have them; each is reported once.
 */
export interface WatchMissed {
  schema: 'analyzer.watch.v1';
  type: 'missed';
  /**
   * When they were found, in UTC: `2026-01-31T12:00:00.000Z`.
   */
  time: string;
  edits: MissedEdit[];
}
/**
 * Declarations that are new since the last commit, and that another project of the index has; each is reported once. Only with --index.
 */
export interface WatchElsewhere {
  schema: 'analyzer.watch.v1';
  type: 'elsewhere';
  /**
   * When they were found, in UTC: `2026-01-31T12:00:00.000Z`.
   */
  time: string;
  found: ElsewhereFinding[];
}
/**
 * The project could not be read; it is read again when the next file changes.
 */
export interface WatchProblem {
  schema: 'analyzer.watch.v1';
  type: 'problem';
  /**
   * Of the table of errors.
   */
  code: string;
  message: string;
}
