import type { BaselineV1, ListedCycle, ListedGroup } from '@analyzer/contracts/analyzer.baseline.v1';
import type { GroupKind, Scan } from '#scan/model.ts';

/** What is allowed: as a file lists it, or as an earlier revision has it. */
export type Baseline = BaselineV1;
export type { ListedCycle, ListedGroup };

/**
 * Functions that are equal, or equal but for names: a function-shape group, with the function-body group of the same
 * copies where all of them are equal. Every function-body group lies in one, so counting these counts all copies.
 */
export interface Family {
  /** Of the function-shape group; what a baseline knows it by. */
  id: string;
  /** What people are shown: the function-body group where there is one of the very same copies. */
  shown: { id: string; kind: GroupKind };
  nodes: number;
  copies: Copy[];
  /** Ids of groups whose copies hold all of these. */
  holders: string[];
}

/** One function of a family. */
export interface Copy {
  id: string;
  /** `<path>#<qualified_name>`: without lines, as a baseline lists it. */
  place: string;
  path: string;
  qualified_name: string;
  start_line: number;
  end_line: number;
}

/** `new`: nothing of it is listed. `grown`: more than is listed. */
export type FindingKind = 'new' | 'grown';

export interface GroupFinding {
  change: FindingKind;
  family: Family;
  /** How many copies are allowed. */
  listed: number;
  /** Copies whose place is not listed with the group, in order; all of a new one. */
  unlisted: Copy[];
  /** Of these the new ones, as far as can be told: functions that were not there before; else all of them. */
  fresh: Copy[];
}

export interface CycleFinding {
  change: FindingKind;
  id: string;
  /** Files of the listed cycle that it shares the most with. */
  listed: string[];
  files: string[];
  example: string[];
}

/** A listed group of which there are fewer copies now. */
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

/** A group that took the place of a listed one: all its copies were edited alike. */
export interface ContinuedGroup {
  family: Family;
  listed_as: string;
}

/** What the project was held against. */
export type Against = { baseline: string } | { revision: { written: string; object: string } };

export interface Check {
  against: Against;
  /** The command that writes the baseline. */
  command: string;
  baseline: Baseline;
  groups: GroupFinding[];
  /** Groups that would be findings, but all their copies lie in those of another one. */
  held: Family[];
  cycles: CycleFinding[];
  shrunk: { groups: ShrunkGroup[]; cycles: ShrunkCycle[] };
  continued: ContinuedGroup[];
  families: Family[];
  scan: Scan;
}

export function findingsOf({ groups, cycles }: Pick<Check, 'groups' | 'cycles'>): number {
  return groups.length + cycles.length;
}
