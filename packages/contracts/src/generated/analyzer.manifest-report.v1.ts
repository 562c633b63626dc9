// Generated from packages/contracts/schemas/analyzer.manifest-report.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The check of a contract manifest against the facts of a project. An entry that the facts do not decide is unchecked, with the reason.
 */
export interface ManifestReportV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.manifest-report.v1';
  /**
   * Entries with the status violated or holds.
   */
  decided: number;
  /**
   * Entries of all contracts, without those that are stated.
   */
  entries: number;
  /**
   * Entries of all contracts that are text for people, which no check decides.
   */
  stated?: number;
  /**
   * Problems that the baseline does not list.
   */
  new_problems: number;
  /**
   * Keys of the baseline that are no longer found.
   */
  gone_from_baseline: string[];
  /**
   * Contracts by status.
   */
  by_status: {
    [k: string]: number;
  };
  /**
   * Contracts by priority; none: contracts without priority.
   */
  by_priority: {
    [k: string]: number;
  };
  /**
   * Remarks on entries, for example a path that matches no file. They are not problems.
   */
  notes?: ManifestNote[];
  /**
   * The problems, in manifest order.
   */
  problems: Problem[];
  /**
   * Every contract with a scope, in the order of the manifest.
   */
  contracts: CheckedContract[];
  /**
   * The file keys, in order.
   */
  files: FileKey[];
  /**
   * Directories with their number of declarations that no contract selects; contracts of the project do not count.
   */
  without_contract: DirectoryCoverage[];
}
/**
 * A remark on an entry.
 */
export interface ManifestNote {
  /**
   * Pointer into the manifest.
   */
  pointer: string;
  /**
   * As text.
   */
  message: string;
}
/**
 * A problem.
 */
export interface Problem {
  /**
   * Its id in a baseline.
   */
  key: string;
  /**
   * The problem.
   */
  kind: 'violated' | 'unlisted-effect' | 'stale' | 'missing-file' | 'undecided';
  /**
   * Pointer into the manifest.
   */
  pointer: string;
  /**
   * As text.
   */
  message: string;
  /**
   * The code location.
   */
  evidence: ManifestEvidence[];
  /**
   * The baseline lists it.
   */
  known: boolean;
}
/**
 * A code location.
 */
export interface ManifestEvidence {
  /**
   * Path relative to the project.
   */
  path: string;
  /**
   * 1-based.
   */
  line: number;
  /**
   * The callee or imported module.
   */
  text: string;
  /**
   * The call chain from the scope to it.
   */
  through: string[];
}
/**
 * One contract.
 */
export interface CheckedContract {
  /**
   * Pointer into the manifest.
   */
  pointer: string;
  /**
   * The file key that lists it.
   */
  file?: string;
  /**
   * Its id.
   */
  id?: string;
  /**
   * As written.
   */
  scope: string;
  /**
   * As written.
   */
  intent: string;
  /**
   * As written.
   */
  priority?: number;
  /**
   * The kind of its scope.
   */
  selector: 'project' | 'file' | 'module' | 'function' | 'method' | 'class' | 'free';
  /**
   * violated: an entry is violated; holds: all entries hold; stated: it has no entries that a check decides; stale: its scope matches nothing.
   */
  status: 'violated' | 'unchecked' | 'holds' | 'stated' | 'stale';
  /**
   * The matches of its scope, the first 20.
   */
  matches: ContractMatch[];
  /**
   * Number of items.
   */
  matched: number;
  /**
   * Its forbidden and required entries.
   */
  entries: CheckedEntry[];
}
/**
 * A file, or a declaration in it.
 */
export interface ContractMatch {
  /**
   * Path relative to the project.
   */
  path: string;
  /**
   * Qualified name.
   */
  name?: string;
  /**
   * 1-based.
   */
  start_line?: number;
  /**
   * The last line.
   */
  end_line?: number;
}
/**
 * An entry of one of the lists, or an effect that is not listed.
 */
export interface CheckedEntry {
  /**
   * Its location.
   */
  list: 'forbid' | 'require' | 'effect' | 'input' | 'output' | 'validate';
  /**
   * As written.
   */
  text: string;
  /**
   * Pointer into the manifest.
   */
  pointer: string;
  /**
   * Whether it holds; stated: text for people.
   */
  status: 'violated' | 'holds' | 'unchecked' | 'stated';
  /**
   * Why it is unchecked or stated.
   */
  reason?: string;
  /**
   * Evidence that the entry is present or possibly present; at most 20.
   */
  evidence: ManifestEvidence[];
}
/**
 * A file key.
 */
export interface FileKey {
  /**
   * As written.
   */
  key: string;
  /**
   * Whether the file was read.
   */
  state: 'read' | 'not-read' | 'missing';
  /**
   * Why it was not read, or not read completely.
   */
  reason?: string;
}
/**
 * A directory.
 */
export interface DirectoryCoverage {
  /**
   * Path relative to the project.
   */
  directory: string;
  /**
   * Declarations in its files, without tests.
   */
  declarations: number;
  /**
   * Declarations that no contract selects.
   */
  without: number;
}
