// Generated from packages/contracts/schemas/analyzer.manifest-report.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * A contract manifest held against the facts of a project. What no fact decides is unchecked, with the reason.
 */
export interface ManifestReportV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.manifest-report.v1';
  /**
   * Entries that end violated or hold.
   */
  decided: number;
  /**
   * Entries of all contracts.
   */
  entries: number;
  /**
   * Problems that the baseline does not know.
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
   * Contracts by priority; none for those without.
   */
  by_priority: {
    [k: string]: number;
  };
  /**
   * What is wrong, in the order of the manifest.
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
   * Directories with how many of their declarations no contract speaks of, those of the whole project aside.
   */
  without_contract: DirectoryCoverage[];
}
/**
 * Something that is wrong.
 */
export interface Problem {
  /**
   * What a baseline knows it by.
   */
  key: string;
  /**
   * What is wrong.
   */
  kind: 'violated' | 'unlisted-effect' | 'stale' | 'missing-file';
  /**
   * Into the manifest.
   */
  pointer: string;
  /**
   * In words.
   */
  message: string;
  /**
   * Where in the code.
   */
  evidence: ManifestEvidence[];
  /**
   * The baseline has it.
   */
  known: boolean;
}
/**
 * A place in the code.
 */
export interface ManifestEvidence {
  /**
   * Below the project.
   */
  path: string;
  /**
   * From 1.
   */
  line: number;
  /**
   * What is called or imported.
   */
  text: string;
  /**
   * Declarations that lead from the scope to it.
   */
  through: string[];
}
/**
 * One contract.
 */
export interface CheckedContract {
  /**
   * Into the manifest.
   */
  pointer: string;
  /**
   * The file key whose list it is in.
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
   * What its scope is.
   */
  selector: 'project' | 'file' | 'module' | 'function' | 'method' | 'class' | 'free';
  /**
   * Violated if an entry is; holds if all do; stated when nothing is to be decided; stale when its scope matches nothing.
   */
  status: 'violated' | 'unchecked' | 'holds' | 'stated' | 'stale';
  /**
   * What its scope matches, the first 20.
   */
  matches: ContractMatch[];
  /**
   * How many there are.
   */
  matched: number;
  /**
   * What it forbids and requires.
   */
  entries: CheckedEntry[];
}
/**
 * A file, or a declaration in it.
 */
export interface ContractMatch {
  /**
   * Below the project.
   */
  path: string;
  /**
   * Qualified name.
   */
  name?: string;
  /**
   * From 1.
   */
  start_line?: number;
  /**
   * The last line.
   */
  end_line?: number;
}
/**
 * One entry of forbid or require, or an effect that is not listed.
 */
export interface CheckedEntry {
  /**
   * Where it stands.
   */
  list: 'forbid' | 'require' | 'effect';
  /**
   * As written.
   */
  text: string;
  /**
   * Into the manifest.
   */
  pointer: string;
  /**
   * Whether it holds.
   */
  status: 'violated' | 'holds' | 'unchecked';
  /**
   * Why it is unchecked.
   */
  reason?: string;
  /**
   * What was seen, or may be there; at most 20.
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
   * Why it was not read, or not whole.
   */
  reason?: string;
}
/**
 * A directory.
 */
export interface DirectoryCoverage {
  /**
   * Below the project.
   */
  directory: string;
  /**
   * Declarations in its files, tests left out.
   */
  declarations: number;
  /**
   * Those that no contract speaks of.
   */
  without: number;
}
