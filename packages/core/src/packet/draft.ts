import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import type { Difference } from '#query/evidence/differences.ts';
import type { Changes } from './changes.ts';

export type EvidenceItem = ContextEvidenceV1['evidence'][number];
export type EvidenceGroup = ContextEvidenceV1['groups'][number];
export type EvidenceProject = ContextEvidenceV1['projects'][number];
export type ManifestState = EvidenceProject['manifest'];

/** A file with its content's hash. */
export interface DraftFile {
  project: string;
  path: string;
  sha256: string;
}

/** One function for the copies of a group. */
export type GroupDraft = NonNullable<EvidenceGroup['draft']>;

/** Lines of a file to quote. */
export interface SourceRange {
  language: string;
  startLine: number;
  endLine: number;
  /** In the lines, if only the range is wanted of long lines. */
  bytes?: { start: number; end: number };
}

export type Source = NonNullable<EvidenceItem['source']>;

/** An occurrence that a packet can contain. Its id is E and its position in the draft, from 1. */
export interface DraftOccurrence extends DraftFile {
  /** Position of its group. */
  group: number;
  item: Omit<EvidenceItem, 'id' | 'file' | 'changes' | 'details' | 'source'>;
  /** Of a near group, or of blocks up to renaming, except for the first occurrence. */
  changes?: Changes;
  details: NonNullable<EvidenceItem['details']>;
  range: SourceRange;
}

export interface DraftGroup {
  head: Pick<EvidenceGroup, 'group_id' | 'kind' | 'language' | 'nodes' | 'projects' | 'occurrences' | 'relation'>;
  /** The first ones; their `evidence_ids` are those of the draft. */
  differences: Difference[];
  /** Number of further ones. */
  moreDifferences: number;
}

export interface DraftProject {
  project: string;
  files: number;
  functions: number;
  manifest: ManifestState;
  /** Other projects that it imports, with the number of importing files. */
  imports: NonNullable<EvidenceProject['imports']>;
  contextFiles: DraftFile[];
}

/** A contract with the occurrences that it covers. */
export interface DraftContract {
  manifest: DraftFile;
  contract: Omit<ContextEvidenceV1['contracts'][number], 'id' | 'manifest' | 'evidence_ids'>;
  /** Positions in the draft, ordered. */
  occurrences: number[];
}

/** What needs the files of the projects. */
export interface Sources {
  /** Of the first occurrences. */
  quotes: readonly Source[];
  /** By position of the group. */
  drafts: ReadonlyMap<number, GroupDraft>;
}

/** All that a packet can contain, in order of rank. Plain data of one snapshot. */
export interface ContextDraft {
  snapshotId: string;
  groups: DraftGroup[];
  occurrences: DraftOccurrence[];
  projects: DraftProject[];
  contracts: DraftContract[];
  /** Number of further ones. */
  moreContracts: number;
}
