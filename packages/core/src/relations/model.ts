/**
 * `mirror`: two folders with copies of each other's files; `folder-family`: three or more; `fork`: two files of which most is
 * equal; `file-family`: three or more similar files; `shared-helper`: code that is in three or more files; `vendored-library`: the
 * files of one package of others in the project.
 */
export const RELATION_KINDS = [
  'mirror',
  'folder-family',
  'fork',
  'file-family',
  'shared-helper',
  'vendored-library',
] as const;

export type RelationKind = (typeof RELATION_KINDS)[number];

/** Functions and methods of two files, matched by their names. */
export interface MemberCounts {
  /** With equal bodies. */
  same: number;
  edited: number;
  only_left: number;
  only_right: number;
}

/** Two files, matched one to one. */
export interface MatchedFiles extends MemberCounts {
  left: string;
  right: string;
  left_lines: number;
  right_lines: number;
  /** Lines with code that are equal except for indentation, aligned in order. */
  equal_lines: number;
}

/** A fact about folders or files that explains groups of copies. */
export interface CopyRelation {
  kind: RelationKind;
  /** Paths of folders or files; the scanned folder itself is `.`. */
  sides: string[];
  /** Empty for a shared helper and a vendored library. */
  pairs: MatchedFiles[];
  /** Equal lines with code; of a shared helper lines that a function would save, of a vendored library all lines. */
  lines: number;
  /** One sentence; absent if nothing is known. Of a vendored library its name, version, evidence and licence. */
  differs?: string;
  /** Ids of the groups of which all occurrences are inside, in the order of the scan. */
  groups: string[];
  /** Number of groups that connect its sides and have occurrences elsewhere too. */
  elsewhere: number;
}

/** How much of a group is equal. */
export interface GroupEvidence {
  /** Paths of the occurrences in product code. */
  paths: string[];
  /** Lines with code of each of them. */
  lines: number[];
  /** For each but the first: those in runs of lines that are equal to lines of the first one. */
  equal: number[];
  /** Whether the lines of the first one are rows, such as those of a table. */
  areRows: boolean;
}

export interface CopyRelations {
  /** Mirrors and families of folders, forks, families of files, shared helpers, vendored libraries; each with the most lines first. */
  relations: CopyRelation[];
  /** Number of groups, and of pairs of files or folders, that were not compared. */
  left_out: number;
  /** Of the first listed groups, by id: how much of them is equal. Only for the first screen. */
  evidence?: ReadonlyMap<string, GroupEvidence>;
}
