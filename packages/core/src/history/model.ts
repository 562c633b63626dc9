import type { ShareFiles } from '#check/share.ts';
import type { ScanOptions } from '#scan/model.ts';

/** At which steps similar declarations are compared: at every tenth one and at both ends, at all, or at none. */
export const NEAR_STEPS = ['some', 'all', 'none'] as const;

export type NearSteps = (typeof NEAR_STEPS)[number];

export interface HistoryOptions {
  /** Commit or date, as the user wrote it. */
  since?: string;
  /** Every n-th commit is a step, counted from the last one. */
  every: number;
  /** Steps, at most. */
  limit: number;
  near: NearSteps;
}

/** Numbers of product code or of tests at a step. */
export interface StepAmount {
  lines: number;
  /** Lines in copies that a list shows, each line once. */
  repeated: number;
  /** Groups that a list shows. */
  groups: number;
  functions: number;
}

/** What a step added to and removed from the numbers of the step before. */
export interface StepChange {
  /** Repeated lines: the sums of the files with more of them, and of those with fewer. */
  added: number;
  removed: number;
  groups_added: number;
  groups_removed: number;
}

export type PerFiles<T> = Record<ShareFiles, T>;

/** A commit whose copies were counted, without groups of the kind `near`. */
export interface HistoryStep extends PerFiles<StepAmount> {
  commit: string;
  /** Of the commit, in UTC: `2026-01-31T12:00:00Z`. */
  date: string;
  subject: string;
  /** Commits since the step before that changed the folder, with this one. */
  commits: number;
  /** Files that were analyzed, and files of parsed languages that could not be. */
  files: number;
  incomplete: number;
  /** Import cycles of all files. */
  cycles: number;
  /** Absent for the first step, and if other files than at the step before are missing from the repository. */
  change?: PerFiles<StepChange>;
  /** With groups of the kind `near`; only at some steps. */
  near?: PerFiles<Pick<StepAmount, 'repeated' | 'groups'>>;
}

/** Commits after which there were more repeated lines of product code. */
export interface Growth extends Pick<HistoryStep, 'commit' | 'date' | 'subject' | 'commits'> {
  /** More lines than before. */
  lines: number;
}

/** The copies of a folder over time. */
export interface CopyHistory {
  engine: string;
  root: string;
  revision: { written: string; object: string };
  options: HistoryOptions;
  scan: ScanOptions;
  history: {
    /** First-parent commits in the range. */
    seen: number;
    /** Those among them that changed the folder. */
    commits: number;
    /** Those that do not have the folder. */
    without_folder: number;
    is_shallow: boolean;
    /** Versions of files that the repository lacks, which are not counted; absent for none. */
    missing_objects?: number;
    /** Steps that are not counted, because the repository lacks too many of their files; absent for none. */
    without_files?: number;
  };
  /** Oldest first. */
  steps: HistoryStep[];
  /** The largest first. */
  most: Growth[];
  runtime: { jobs: number; wall_ms: number; parsed_files: number };
}

export type HistoryEvent = { type: 'commits' } | { type: 'step'; done: number; all: number };
