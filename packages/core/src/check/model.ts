import type {
  BaselineV2,
  ListedBlock,
  ListedCycle,
  ListedGroup,
  ListedMember,
} from '@analyzer/contracts/analyzer.baseline.v2';
import type { ManifestReportV1, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { IgnoreProblem } from '#lists/ignored-code.ts';
import type { DriftedFile, IntendedMirror } from '#lists/intended-mirror.ts';
import type { CodeClass } from '#lists/list-classes.ts';
import type { MissedEdit } from '#missed/model.ts';
import type { FileClass } from '#scan/file-classes.ts';
import type { GroupKind, Scan } from '#scan/model.ts';
import type { ComparedLine, LineRow } from './compare-lines.ts';
import type { Rename } from './renames.ts';
import type { ShareReport } from './share.ts';

/** The allowed state, from a baseline file or an earlier revision. */
export type Baseline = BaselineV2;
export type { ListedBlock, ListedCycle, ListedGroup, ListedMember, Rename };

/**
 * Functions that are identical up to renaming: a function-shape group, with the function-body group if all copies are
 * identical. Every function-body group is a subset of one family, so families count all copies.
 */
export interface Family {
  /** Id of the function-shape group, which a baseline lists. */
  id: string;
  /** The displayed group: the function-body group with the same copies, if any. */
  shown: { id: string; kind: GroupKind };
  nodes: number;
  copies: Copy[];
  /** Ids of groups whose copies contain all of these. */
  holders: string[];
}

/** One function of a family, declaration or callback of a `near` group, or occurrence of a block. */
export interface Copy {
  /** Of the declaration; of a block or callback its path and lines. */
  id: string;
  /** `<path>#<qualified_name>` without line, as in a baseline. */
  location: string;
  path: string;
  /** Of a block the name of the declaration around it, empty at file level. */
  qualified_name: string;
  /** Of a block that is one declaration with what is before it, such as `export`: its qualified name. */
  declares?: string;
  /** A function without a name; `qualified_name` is what it is passed or assigned to. */
  isCallback?: true;
  start_line: number;
  end_line: number;
  /** Only in a `near` group: how it differs from the first copy, and its similarity to it in thousandths. */
  likeness?: { relation: Relation; similarity: number };
}

/** `first`: the copy that the others are compared with. */
export type Relation = 'first' | 'identical' | 'renamed' | 'edited';

/** `new`: not listed. `grown`: larger than listed. */
export type FindingKind = 'new' | 'grown';

export interface GroupFinding {
  change: FindingKind;
  family: Family;
  /** Number of allowed copies. */
  listed: number;
  /** Copies at unlisted locations, in order; all copies of a new group. */
  unlisted: Copy[];
  /** The copies among them that did not exist before; without the earlier scan, all of them. */
  fresh: Copy[];
  /** Further findings at the same place, which do not count on their own: their new copies are, or lie in, those of this one. */
  also?: GroupFinding[];
}

export interface CycleFinding {
  change: FindingKind;
  id: string;
  /** Files of the listed cycle with the most common files. */
  listed: string[];
  files: string[];
  example: string[];
}

/** A listed group that now has fewer copies. */
export interface ShrunkGroup {
  id: string;
  nodes: number;
  listed: number;
  copies: number;
}

export interface ShrunkCycle {
  listed: string[];
  files: string[];
}

/** A group that replaced a listed one: all copies were edited in the same way. */
export interface ContinuedGroup {
  family: Family;
  listed_as: string;
}

/** A declaration that an edit made the same as one that it was a version of, similar to it, or equal in a block. */
export interface Convergence {
  copy: Pick<Copy, 'path' | 'qualified_name'>;
  twin: Pick<Copy, 'path' | 'qualified_name'>;
  as: 'same' | 'similar' | 'block';
}

/** What differs between a new copy and its original. */
export interface Excerpt {
  original: Copy;
  copy: Copy;
  /** Of code that is identical up to renaming: the names of the original that differ, and those in the copy. */
  renames: Rename[];
  /** Lines that differ in more than these names. */
  lines: ComparedLine[];
  /** There are more differing lines. */
  isCut: boolean;
}

/** A new copy next to its original. */
export interface Sides {
  original: Copy;
  copy: Copy;
  /** As of an excerpt. */
  renames: Rename[];
  rows: LineRow[];
}

/** Findings that do not count, because only files of some classes have them. */
export interface IgnoredFindings {
  classes: FileClass[];
  findings: number;
}

/** A finding that comments in the source silence. */
export interface SilencedFinding {
  finding: GroupFinding;
  /** In the order of the copies. */
  comments: { path: string; line: number; reason: string }[];
}

/** What an intended mirror explains. */
export interface MirrorReport {
  mirror: IntendedMirror;
  /** Number of findings that do not count. */
  findings: number;
  /** Sides without files. */
  absent: string[];
}

/** What the project was compared with. */
export type Against =
  | { baseline: string }
  | { revision: ComparedRevision }
  /** Only the share of repeated lines or the contracts of a manifest were checked. */
  | { none: true };

export interface ComparedRevision {
  written: string;
  /** The commit or tree that it names. */
  object: string;
  /** The commit or tree whose files were compared: a merge base, or the revision itself. */
  compared_with: string;
  /** Absent if there is one merge base. */
  other_merge_bases?: string[];
  /** Commits of an unfinished merge, whose copies are not new either; absent if none were compared. */
  merged_commits?: string[];
  /** The folder did not exist, so that it is compared with an empty one. */
  folder_is_new?: true;
  /** Path of the folder from the root of the repository before it was moved. */
  moved_from?: string;
}

/** A new declaration that another project of an index has. */
export interface ElsewhereFinding {
  path: string;
  qualified_name: string;
  start_line: number;
  end_line: number;
  match: 'identical' | 'renamed' | 'similar';
  /** In thousandths; absent for code that is too small for it. */
  similarity?: number;
  /** The best one of the other projects. */
  original: {
    project: string;
    path: string;
    qualified_name: string;
    start_line: number;
    exported: boolean;
    /** How code of another project imports it; absent if it is not exported. */
    import?: string;
  };
  /** Number of further declarations of other projects. */
  more: number;
}

/** Number of entries with each verdict. */
export interface VerdictCounts {
  holds: number;
  violated: number;
  unchecked: number;
  /** Text for people, which no check decides. */
  stated: number;
}

export function countVerdicts({
  contracts,
  stated = 0,
}: Pick<ManifestReportV1, 'contracts' | 'stated'>): VerdictCounts {
  const all = contracts.flatMap(({ entries }) => entries);
  const count = (wanted: string) => all.filter(({ status }) => status === wanted).length;
  return { holds: count('holds'), violated: count('violated'), unchecked: count('unchecked'), stated };
}

/** What the contracts of a manifest say about the project. */
export interface ContractsReport {
  /** Path of the manifest from the project if it is there, else its name. */
  manifest: string;
  decided: number;
  entries: number;
  /** Absent in reports of older versions. */
  verdicts?: VerdictCounts;
  /** Number of problems that the earlier state has too. */
  known: number;
  /** The others, which are findings. */
  problems: Problem[];
}

/** Edits that merge into copies, which do not have them. */
export interface CheckedEdits {
  edits: CheckedEdit[];
  /** Which of them are findings: `drift` those from one side of a mirror to another one. */
  count: 'all' | 'drift' | 'none';
}

export interface CheckedEdit extends MissedEdit {
  /** Of which the edit is on one side, and a copy on another one. */
  mirror?: IntendedMirror;
}

/** The edits that are findings. */
export function countedEdits({ edits, count }: CheckedEdits): CheckedEdit[] {
  if (count === 'none') return [];
  return count === 'all' ? edits : edits.filter(({ mirror }) => mirror !== undefined);
}

export interface CheckedDrift {
  files: DriftedFile[];
  /** Whether they are findings. */
  count: boolean;
}

export interface Check {
  against: Against;
  /** The command that writes the baseline. */
  command: string;
  baseline: Baseline;
  groups: GroupFinding[];
  /** Findings that are omitted because all their copies are nested in copies of another finding. */
  contained: Family[];
  /** Findings that are omitted because a finding of another kind has all their copies, by the id of that finding. */
  covered: Map<string, Family[]>;
  /** New groups that are not findings, because all their copies are listed as similar declarations. */
  excused: Family[];
  cycles: CycleFinding[];
  /** Absent if files of all classes count. */
  ignored?: IgnoredFindings;
  /** By class: the number of findings that are not counted, because a list puts such groups apart. */
  apart: ReadonlyMap<CodeClass, number>;
  /** Findings that comments in the source silence; absent if these were not read. */
  silenced?: SilencedFinding[];
  /** Only if the configuration file has mirrors. */
  mirrors?: MirrorReport[];
  /** Files that count as generated and did not before, whose copies a comment of theirs may hide. */
  became_generated?: string[];
  /** Such comments without effect, in the files of findings; on demand of the complete project. */
  ignore_problems?: IgnoreProblem[];
  /** Number of groups that are not findings, because existing declarations were edited. */
  edited: number;
  /** The declarations of these that converged with another one. */
  converged: Convergence[];
  shrunk: { groups: ShrunkGroup[]; cycles: ShrunkCycle[] };
  continued: ContinuedGroup[];
  families: Family[];
  scan: Scan;
  /** Only if a limit is given. */
  share?: ShareReport;
  /** Only if an index is named. */
  elsewhere?: ElsewhereFinding[];
  /** Only if a manifest is named. */
  contracts?: ContractsReport;
  /** Only with a revision. */
  missed?: CheckedEdits;
  /** Only with a revision and mirrors. */
  drift?: CheckedDrift;
  /** By the shown id of a finding; the caller quotes the sources. */
  excerpts?: ReadonlyMap<string, Excerpt>;
  /** The same of complete copies. */
  sides?: ReadonlyMap<string, Sides>;
}

/** The parts of a check that have findings. */
export type Findings = Pick<Check, 'groups' | 'cycles' | 'share' | 'elsewhere' | 'contracts' | 'missed' | 'drift'>;

export function findingsOf({ groups, cycles, share, elsewhere = [], contracts, missed, drift }: Findings): number {
  const edits = missed === undefined ? 0 : countedEdits(missed).length;
  const drifted = drift?.count === true ? drift.files.length : 0;
  const limits = (share?.exceeded.length ?? 0) + (contracts?.problems.length ?? 0);
  return groups.length + cycles.length + elsewhere.length + limits + edits + drifted;
}
