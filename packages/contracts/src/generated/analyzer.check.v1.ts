// Generated from packages/contracts/schemas/analyzer.check.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { Coverage, Options, Runtime } from './analyzer.scan.v1.ts';

export type Count = number;
/**
 * new: nothing of it is listed. grown: more than is listed.
 */
export type Change = 'new' | 'grown';
/**
 * Below the root, with / as separator.
 */
export type Path = string;
/**
 * 1-based.
 */
export type Line = number;
/**
 * As in analyzer.scan.v1.
 */
export type GroupId = string;

/**
 * Copies and import cycles of a project that a baseline, or an earlier revision of it, does not have. Members may be added in later releases and are never renamed; an absent member is not an empty one.
 */
export interface CheckV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.check.v1';
  /**
   * The engine that parsed; both give the same facts.
   */
  engine: 'portable' | 'native';
  /**
   * The folder's own name, without its place.
   */
  root: string;
  /**
   * What the project was held against: one of the two members.
   */
  against: {
    /**
     * The name of the baseline's file, without its folder.
     */
    baseline?: string;
    /**
     * A revision of the git repository.
     */
    revision?: {
      /**
       * As it was asked for.
       */
      written: string;
      /**
       * The commit or tree that it names.
       */
      object: string;
    };
  };
  options: Options;
  coverage: Coverage;
  /**
   * How many findings there are; none when the project passes.
   */
  summary: {
    /**
     * All of them.
     */
    findings: number;
    new_groups: Count;
    grown_groups: Count;
    new_cycles: Count;
    grown_cycles: Count;
  };
  /**
   * Clone groups that are new or have more copies than are listed: new ones first, then the largest, ties by id. Groups whose copies all lie in those of another finding are left out.
   */
  groups: CheckedGroup[];
  /**
   * Import cycles that are new or have more files than are listed, by their first file.
   */
  cycles: CheckedCycle[];
  /**
   * What the baseline lists and is no longer there, or there less: analyzer baseline takes it out.
   */
  shrunk: {
    /**
     * By id.
     */
    groups: {
      id: GroupId;
      /**
       * Syntax nodes of one copy.
       */
      nodes: number;
      /**
       * Copies that are allowed.
       */
      listed: number;
      /**
       * Copies that there are; 0 when it is no group any more.
       */
      copies: number;
    }[];
    /**
     * By the first listed file.
     */
    cycles: {
      /**
       * Files that are listed.
       */
      listed: string[];
      /**
       * Files that it has now; none when there is no cycle any more.
       */
      files: string[];
    }[];
  };
  /**
   * Groups that are no finding although they are not listed: all copies were edited alike, at the places of a listed group. By id.
   */
  continued: {
    /**
     * As in analyzer.scan.v1.
     */
    id: string;
    /**
     * As in analyzer.scan.v1.
     */
    listed_as: string;
    copies: Count;
  }[];
  /**
   * With engine and root, and the name in against, the only members that may differ between two runs. The cache's report is that of both scans where a revision was read.
   */
  runtime: Runtime;
}
export interface CheckedGroup {
  change: Change;
  /**
   * Of the function-body group where all copies are equal, else of the function-shape group.
   */
  id: string;
  /**
   * The id under which a baseline lists it.
   */
  listed_as: string;
  kind: 'function-body' | 'function-shape';
  /**
   * Syntax nodes of one copy.
   */
  nodes: number;
  /**
   * Copies that are allowed.
   */
  listed: number;
  /**
   * Copies that there are.
   */
  copies: number;
  /**
   * All copies, in order; those that are not listed first, and of these, against a revision, those that it does not have by path and name.
   */
  occurrences: Occurrence[];
}
export interface Occurrence {
  /**
   * <path>#<qualified_name>@<start_line> of analyzer.scan.v1.
   */
  id: string;
  path: Path;
  qualified_name: string;
  start_line: Line;
  end_line: Line;
  /**
   * Its path and name are listed with the group. Others are new, or were moved or renamed.
   */
  listed: boolean;
}
export interface CheckedCycle {
  change: Change;
  /**
   * c_ and the first 20 hex digits of the SHA-256 over its files, each ended by LF.
   */
  id: string;
  /**
   * Files of the listed cycle that it shares the most files with; none when it is new.
   */
  listed: Path[];
  /**
   * All its files, in order.
   */
  files: Path[];
  /**
   * A shortest way round, of a larger cycle one through a file that joined it. Its first file is not repeated.
   */
  example: Path[];
}
