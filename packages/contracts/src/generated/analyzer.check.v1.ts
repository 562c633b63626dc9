// Generated from packages/contracts/schemas/analyzer.check.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { Coverage, Options, Runtime } from './analyzer.scan.v1.ts';
import type { Problem } from './analyzer.manifest-report.v1.ts';
import type { MissedHunk, MissedLines } from './analyzer.missed.v1.ts';
import type { ConfiguredMirror } from './analyzer.config.v1.ts';

export type Count = number;
/**
 * new: not listed. grown: larger than listed.
 */
export type Change = 'new' | 'grown';
/**
 * Path relative to the root, with / as separator.
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
 * Copies and import cycles of a project that a baseline, or an earlier revision, does not have. Properties may be added in later releases and are never renamed; an absent property differs from an empty one.
 */
export interface CheckV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.check.v1';
  /**
   * The parsing engine; both engines give the same facts.
   */
  engine: 'portable' | 'native';
  /**
   * Name of the folder, without its path.
   */
  root: string;
  /**
   * What the project was compared with: one of these properties.
   */
  against: {
    /**
     * There is no baseline: only the share of repeated lines was checked.
     */
    none?: true;
    /**
     * Name of the baseline file, without its folder.
     */
    baseline?: string;
    /**
     * A revision of the git repository.
     */
    revision?: {
      /**
       * As requested.
       */
      written: string;
      /**
       * The commit or tree it resolves to.
       */
      object: string;
      /**
       * The commit or tree whose files were compared: a merge base of the work tree's commit and the revision, or the revision itself.
       */
      compared_with?: string;
      /**
       * Further merge bases, which were not compared; absent without any.
       */
      other_merge_bases?: string[];
      /**
       * Commits of an unfinished merge of the work tree, which were compared too: a finding that one of them does not have is not listed. Absent if none were compared.
       */
      merged_commits?: string[];
      /**
       * The revision does not have the folder, and Git knows no rename into it: it was compared with an empty folder. Absent otherwise.
       */
      folder_is_new?: true;
      /**
       * Path of the folder from the root of the repository at the revision, if Git knows its files as renamed; empty for the root. Absent if the folder was not moved.
       */
      moved_from?: string;
    };
  };
  options: Options;
  coverage: Coverage;
  /**
   * Number of findings; 0 when the project passes.
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
    /**
     * Shares of repeated lines above their limits; absent without --max-share.
     */
    shares?: number;
    /**
     * New declarations that another project has; absent without --index.
     */
    elsewhere?: number;
    /**
     * Problems of contracts; absent without --contracts.
     */
    contracts?: number;
    /**
     * Edits that copies lack; with --fail-on drift only those from one side of a mirror to another one. Absent without --fail-on.
     */
    missed?: number;
    /**
     * Changes in drift; absent without --fail-on drift.
     */
    drift?: number;
  };
  /**
   * Findings that do not count, because only files of some classes have them (--without); absent without such classes.
   */
  ignored?: {
    classes: ('tests' | 'vendored' | 'generated' | 'examples' | 'benchmarks' | 'configuration')[];
    findings: Count;
  };
  /**
   * Of apart_findings those of the class small; absent without any, and with --include small.
   */
  small_findings?: number;
  /**
   * Number of findings that do not count by the class that puts such groups apart in the list of a scan (languages/lists.json): small, also of new tests below 30 nodes or 60 % similarity, and data; absent without any. --include counts them.
   */
  apart_findings?: {
    small: Count;
    data: Count;
  };
  /**
   * The intended mirrors of analyzer.config.v1; absent without any.
   */
  mirrors?: CheckedMirror[];
  /**
   * Number of findings that do not count, because only declarations that existed before were edited (--against); absent without any.
   */
  edited_findings?: number;
  /**
   * The lines in copies that a list shows, each line once, of files without any class and of tests; absent without --max-share.
   */
  share?: {
    now: CheckedShares;
    before?: CheckedShares;
    /**
     * Each folder with repeated lines, with its files at any depth, by path.
     */
    folders: {
      folder: string;
      product: CheckedShare;
      tests: CheckedShare;
    }[];
    /**
     * Findings: shares above their limits that the change increased.
     */
    exceeded: {
      /**
       * The limit.
       */
      percent: number;
      files: 'product' | 'tests';
      /**
       * Empty for the project.
       */
      folder: string;
      share: CheckedShare;
      before?: CheckedShare;
    }[];
  };
  /**
   * Findings: new declarations that another project of the index has; absent without --index.
   */
  elsewhere?: ElsewhereFinding[];
  /**
   * What the contracts of a manifest say; absent without --contracts.
   */
  contracts?: {
    /**
     * Path of the manifest from the folder if it is there, else its name.
     */
    manifest: string;
    /**
     * Entries with the status violated or holds.
     */
    decided: number;
    /**
     * Entries of all contracts.
     */
    entries: number;
    /**
     * Number of entries with each verdict. Older programs do not write it.
     */
    verdicts?: {
      holds: Count;
      violated: Count;
      unchecked: Count;
      /**
       * Text for people, which no check decides.
       */
      stated: number;
    };
    /**
     * Problems that are not findings, because the revision has them too.
     */
    known: number;
    /**
     * Findings.
     */
    problems: Problem[];
  };
  /**
   * Edits that merge cleanly into copies of the edited code, which do not have them (--against), by path and line; findings only with --fail-on missed. Absent without any.
   */
  missed?: MissedEdit[];
  /**
   * Files that got functions or methods on one side of an intended mirror and not on another one (--against), by mirror and path; findings only with --fail-on drift. Absent without any.
   */
  drift?: DriftedFile[];
  /**
   * Declarations that were versions of another one, or similar to it, and now are the same, similar, or equal in a block, without a finding; absent without any.
   */
  converged?: {
    copy: NamedDeclaration;
    twin: NamedDeclaration;
    as: 'same' | 'similar' | 'block';
  }[];
  /**
   * Paths of files that count as generated code and did not at the revision (--against); absent without any.
   */
  became_generated?: string[];
  /**
   * Findings that do not count, because comments in the source silence their copies; absent without any.
   */
  suppressed?: (CheckedGroup & {
    /**
     * In the order of the copies.
     */
    comments: {
      path: string;
      line: Count;
      reason: string;
    }[];
  })[];
  /**
   * Comments in the files of findings that should silence copies, but have no effect; with --report-unused-ignores of the complete project, also those that silence no copy. Absent without any.
   */
  ignore_problems?: {
    path: string;
    line: Count;
    problem: string;
  }[];
  /**
   * Clone groups that are new or have more copies than listed: new ones first, then largest first, then by id. Groups nested completely in another finding are omitted.
   */
  groups: CheckedGroup[];
  /**
   * Import cycles that are new or have more files than listed, by their first file.
   */
  cycles: CheckedCycle[];
  /**
   * Entries of the baseline that are smaller or no longer exist; analyzer baseline removes them.
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
       * Number of allowed copies.
       */
      listed: number;
      /**
       * Number of copies; 0 when it is not a group any more.
       */
      copies: number;
    }[];
    /**
     * By the first listed file.
     */
    cycles: {
      /**
       * The listed files.
       */
      listed: string[];
      /**
       * Its files now; empty when there is no cycle any more.
       */
      files: string[];
    }[];
  };
  /**
   * Unlisted groups that are not findings: all copies of a listed group were edited in the same way. By id.
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
   * Besides engine, root and the name in against, the only property that may differ between two runs. If a revision was read, the cache report covers both scans.
   */
  runtime: Runtime;
}
export interface CheckedMirror {
  /**
   * Its folders or files.
   *
   * @minItems 2
   */
  between: string[];
  reason: string;
  /**
   * Number of findings that do not count, because the mirror explains them.
   */
  findings: number;
  /**
   * Those of between without files; absent without any.
   */
  absent?: string[];
}
/**
 * By class of files.
 */
export interface CheckedShares {
  product: CheckedShare;
  tests: CheckedShare;
}
/**
 * A number of lines.
 */
export interface CheckedShare {
  lines: Count;
  repeated: Count;
}
export interface ElsewhereFinding {
  /**
   * File of the new declaration.
   */
  path: string;
  /**
   * Its name.
   */
  qualified_name: string;
  /**
   * Its first line.
   */
  start_line: number;
  /**
   * Its last line.
   */
  end_line: number;
  match: 'identical' | 'renamed' | 'similar';
  /**
   * Jaccard coefficient in thousandths; absent for code that is too small for it.
   */
  similarity?: number;
  /**
   * The best declaration of the other projects.
   */
  original: {
    /**
     * Label of its project.
     */
    project: string;
    /**
     * Its file, relative to that project.
     */
    path: string;
    /**
     * Its name.
     */
    qualified_name: string;
    /**
     * Its first line.
     */
    start_line: number;
    /**
     * It is exported.
     */
    exported: boolean;
    /**
     * How code of another project imports it; absent if it is not exported.
     */
    import?: string;
  };
  /**
   * Number of further declarations of other projects.
   */
  more: number;
}
/**
 * An edit of a function, or of code outside of functions, that merges into copies, which do not have it.
 */
export interface MissedEdit {
  /**
   * Stable while the edit and the copies are the same.
   */
  id: string;
  /**
   * The edited lines with their context, as they are now.
   */
  edited: MissedLines;
  /**
   * For each copy the lines that the edit would change, with their context.
   */
  copies: MissedLines[];
  /**
   * The changes of the edit in each copy. All merge.
   */
  hunks: MissedHunk[];
  /**
   * The mirror of which the edit is on one side, and a copy on another one: an intended one, in a diff also one that a scan finds; absent for other edits.
   */
  mirror?: ConfiguredMirror;
}
/**
 * A file of one side of a mirror with added members that another side does not have.
 */
export interface DriftedFile {
  /**
   * Stable while the members and the files without them are the same.
   */
  id: string;
  mirror: ConfiguredMirror;
  /**
   * The lines of the first member.
   */
  added: MissedLines;
  /**
   * Qualified names of the functions and methods, in the order of the file.
   *
   * @minItems 1
   */
  members: string[];
  /**
   * Paths on the other sides; there need not be a file.
   *
   * @minItems 1
   */
  lacks: string[];
}
/**
 * A declaration by its file and name.
 */
export interface NamedDeclaration {
  path: string;
  qualified_name: string;
}
export interface CheckedGroup {
  change: Change;
  /**
   * Id of the function-body group if all copies are identical, else of the function-shape group.
   */
  id: string;
  /**
   * The id under which a baseline lists it; of another kind than functions the same id.
   */
  listed_as: string;
  kind: 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
  /**
   * Syntax nodes of the largest copy.
   */
  nodes: number;
  /**
   * Number of allowed copies.
   */
  listed: number;
  /**
   * Number of copies.
   */
  copies: number;
  /**
   * All copies in order: unlisted copies first; in a check against a revision, first those whose path and name the revision does not have.
   */
  occurrences: Occurrence[];
  /**
   * Further groups at the same place, which are not findings of their own: each of their new copies is, or lies in, a new copy of this group.
   */
  also?: CheckedGroup[];
}
export interface Occurrence {
  /**
   * <path>#<qualified_name>@<start_line> of analyzer.scan.v1; of a block <path>:<start_line>-<end_line>.
   */
  id: string;
  path: Path;
  /**
   * Of a block that of the declaration around it, empty at file level.
   */
  qualified_name: string;
  start_line: Line;
  end_line: Line;
  /**
   * Whether it is listed. Unlisted copies are new, moved or renamed.
   */
  listed: boolean;
  /**
   * Only with kind near: how it differs from the first copy of the group, which may be any of these.
   */
  relation?: 'first' | 'identical' | 'renamed' | 'edited';
  /**
   * Only with kind near: similarity to the first copy of the group, in thousandths.
   */
  similarity?: number;
}
export interface CheckedCycle {
  change: Change;
  /**
   * c_ and the first 20 hex digits of the SHA-256 over its files, each followed by LF.
   */
  id: string;
  /**
   * Files of the listed cycle with the most common files; empty when it is new.
   */
  listed: Path[];
  /**
   * All its files, in order.
   */
  files: Path[];
  /**
   * A shortest cycle; for a grown cycle, one through an added file. The first file is not repeated.
   */
  example: Path[];
}
