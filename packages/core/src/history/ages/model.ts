/** A commit of the history. A stranger wrote its subject. */
export interface AgeCommit {
  commit: string;
  /** Of the commit, in UTC: `2026-01-31T12:00:00Z`. */
  date: string;
  subject: string;
}

/** When an occurrence of a group came. */
export interface CopyAge {
  path: string;
  start_line: number;
  end_line: number;
  /** The commit that wrote most of its lines; absent if it is older than the searched history, or not committed. */
  came?: AgeCommit;
  is_uncommitted: boolean;
  /** Commits that changed it since. */
  edits: number;
}

/** The age of the copies of a group. */
export interface GroupAges {
  /** Id of the group. */
  group: string;
  /** In the order of its occurrences. */
  copies: CopyAge[];
  /** Index of the copy that was there before all others; absent if several came together, or before the searched history. */
  first?: number;
  /** Commits that changed all copies that there were then. */
  together: number;
  /** Commits that changed some of the copies that there were then. */
  apart: number;
  /** Whether the lines of the copies differ, without layout and the first line of each. */
  differ: boolean;
  /** The commit since which they differ, or are equal; absent if that is older than the searched history, or not committed. */
  since?: AgeCommit;
}

/** The ages of the groups that a list shows. */
export interface CopyAges {
  /** In the order of the list. */
  groups: GroupAges[];
  history: {
    /** Commits that were searched. */
    commits: number;
    /** Whether there are older ones. */
    is_cut: boolean;
    is_shallow: boolean;
  };
}
