import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { TicketProposalV1 } from '@analyzer/contracts/analyzer.ticket-proposal.v1';
import type { CheckedFile } from '#tree/checked-file.ts';
import type { Release } from '../plan/releases.ts';
import type { ProjectFinding, RecordedCopy } from '../state/model.ts';

export type Task = ExtractionPlanV1['tasks'][number];
export type Family = ExtractionPlanV1['families'][number];
export type Package = ExtractionPlanV1['packages'][number];

/** Why a result is not accepted. */
export type RefusalReason =
  | 'no_result'
  | 'link'
  | 'not_a_file'
  | 'too_large'
  | 'unreadable'
  | 'unsafe_path'
  | 'path_collision'
  | 'invalid_result'
  | 'other_task'
  | 'other_input'
  | 'other_handoff'
  | 'needs_review'
  | 'failed'
  | 'missing_artifact'
  | 'artifact_changed'
  | 'other_role'
  | 'missing_log'
  | 'log_changed'
  | 'no_tests'
  | 'invalid_report'
  | 'failed_tests'
  | 'fewer_tests'
  | 'old_tests'
  | 'file_changed'
  | 'other_before'
  | 'unexpected_change'
  | 'unlisted_change'
  | 'unchanged_file'
  | 'lost_commit'
  | 'copy_remains'
  | 'copy_moved'
  | 'not_delegating'
  | 'unknown_copy'
  | 'package_not_imported'
  | 'outside_task'
  | 'new_copy'
  | 'new_cycle'
  | 'broken_import'
  | 'no_package'
  | 'other_package'
  | 'missing_export'
  | 'unknown_export'
  | 'undeclared_export'
  | 'other_export'
  | 'other_kind'
  | 'other_parameters'
  | 'other_code'
  | 'no_release'
  | 'other_release'
  | 'old_release'
  | 'missing_release'
  | 'other_release_files'
  | 'no_license'
  | 'other_license'
  | 'missing_evidence'
  | 'no_proposal'
  | 'invalid_proposal'
  | 'unknown_evidence'
  | 'other_target';

export interface Refusal {
  reason: RefusalReason;
  /** Path of the file, relative to the project. */
  file: string;
  message: string;
  /** What to do, if it is more than to correct the result. */
  remedy?: string;
}

export type Refuse = (reason: RefusalReason, file: string, message: string, remedy?: string) => void;

/** A comparison of a result with the project. A failed one refuses the result, a person decides about an undecided one. */
export interface Check {
  check: 'exports' | 'code' | 'changed_files' | 'files' | 'copies' | 'importers' | 'project' | 'release';
  outcome: 'passed' | 'failed' | 'undecided' | 'not_checked';
  /** Null if it passed. */
  reason: string | null;
}

/** What this program recorded about a project before and after the work on a task. */
export interface ObservedWork {
  changes: ObservedChanges;
  /** The copies that the task is about, or why they are not known. */
  copies: readonly RecordedCopy[] | { unknown: string };
  /** Undefined without a commit before the task. */
  base: EarlierFiles | undefined;
  /** What a scan of the project found after the task, or why it is not known. */
  findings: readonly ProjectFinding[] | { unknown: string };
}

/** The files of a project before a task. */
export interface EarlierFiles {
  commit: string;
  /** Paths of files that differed from the commit. */
  differing: ReadonlySet<string>;
}

/** What Git shows, why that is not known, or what makes it impossible. */
export type ObservedChanges = ShownChanges | { unknown: string } | { fault: string };

export interface ShownChanges {
  commit: string;
  /** Files that the result must list: they changed during the last attempt. */
  last: ReadonlySet<string>;
  /** Files that it may list, with the changes during all attempts of the task. */
  all: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An accepted result. */
export interface Delivery {
  /** Key of the task, with the number of its attempt. */
  key: string;
  task: Task;
  result: TaskResultV1;
  /** The bytes of `result.json`. */
  file: CheckedFile;
  /** The answer of a design or route-review task; null for other stages. */
  proposal: TicketProposalV1 | null;
}

export type Verdict = ({ delivery: Delivery } | { refusals: readonly Refusal[] }) & { checks: readonly Check[] };

/** A function of a package that replaces copies. */
export interface Target {
  package: Package;
  /** As the result of the package names it. */
  symbol: string;
  path: string;
}

/** Reports of tests. */
export interface EarlierTests {
  /** Number of tests that ran. */
  ran: number;
  /** Of the reports. */
  digests: ReadonlySet<string>;
  /** How often a test of each name ran. */
  counts: ReadonlyMap<string, number>;
}

/** What the design decided about an export. */
export interface DesignedExport {
  symbol: string;
  signature: string | null;
  decision: TicketProposalV1['decision'];
}

/** How a package is released, and what is released. */
export interface ReleaseExpectation extends Release {
  /** The version of the last release; null if it is not known. */
  last: string | null;
  /** The accepted result of the package task; undefined if it is not known. */
  verified: Pick<TaskResultV1, 'changed_files' | 'artifacts' | 'exports'> | undefined;
}

/** What a result is compared with. */
export interface Expectation {
  /** Key of the task, with the number of its attempt. */
  key: string;
  task: Task;
  handoffDigest: string;
  /** Digests of the handoff with designs that were revised since: a result stays if it agrees with the present ones. */
  earlierHandoffs: ReadonlySet<string>;
  /** The package that the task is about; null if it is about a project or several packages. */
  package: Package | null;
  /** The families that the task is about. */
  families: readonly Family[];
  /** The families that a result of the package exports: those that its design does not leave in their files. */
  exported: readonly Family[];
  /** Packages that a route-review task may choose. */
  candidates: readonly string[];
  /** Version that the package task delivered; null if it is not known. */
  version: string | null;
  /** How the package is released; undefined for other stages. */
  release: ReleaseExpectation | undefined;
  /** Known hashes of the project's files before the task: as planned, and after verified tasks. */
  before: ReadonlyMap<string, ReadonlySet<string>>;
  /** Hashes of the project's files after other tasks, which may have changed the same files later. */
  later: ReadonlyMap<string, ReadonlySet<string>>;
  observed: ObservedWork;
  /** Families whose copies the design leaves in their files. */
  kept: ReadonlySet<string>;
  /** What the design decided about the export of a family, by family. */
  designed: ReadonlyMap<string, DesignedExport>;
  /** The functions of verified packages that replace copies, by family. Only for tasks about a project. */
  targets: ReadonlyMap<string, Target>;
  /** The accepted migration that a validate task checks; undefined for other stages. */
  migration: Pick<TaskResultV1, 'changed_files' | 'kept'> | undefined;
  /** The reports of the task that this one follows; undefined without one. */
  testsBefore: EarlierTests | undefined;
  /** Packages of the plan. */
  packages: readonly Package[];
  /** Ids of the evidence in the task's context; null if the task has no context with evidence. */
  evidence: ReadonlySet<string> | null;
}

/** Folder of a project that contains the results. */
export const ARTIFACTS = '.analyzer-artifacts';

/** Folder for refused results that a person replaced. Its name is not a task key. */
export const REFUSED = `${ARTIFACTS}/refused`;

/** Folder of a task's result, relative to its project. */
export function artifactFolder(key: string): string {
  return `${ARTIFACTS}/${key}`;
}
