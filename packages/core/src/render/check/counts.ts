import { countedEdits, type Findings, findingsOf } from '#check/model.ts';

/** Number of findings by kind. */
export interface FindingCounts {
  findings: number;
  new_groups: number;
  grown_groups: number;
  new_cycles: number;
  grown_cycles: number;
  /** Absent without a limit. */
  shares?: number;
  /** Declarations that exist in other projects; absent without an index. */
  elsewhere?: number;
  /** Problems of contracts; absent without a manifest. */
  contracts?: number;
  /** Edits that a copy lacks; absent if they do not count. */
  missed?: number;
  /** Files with members that another side of a mirror lacks; absent if they do not count. */
  drift?: number;
}

export function countFindings(check: Findings): FindingCounts {
  const count = (change: string, findings: readonly { change: string }[]) =>
    findings.filter((finding) => finding.change === change).length;
  return {
    findings: findingsOf(check),
    new_groups: count('new', check.groups),
    grown_groups: count('grown', check.groups),
    new_cycles: count('new', check.cycles),
    grown_cycles: count('grown', check.cycles),
    ...(check.share !== undefined && { shares: check.share.exceeded.length }),
    ...(check.elsewhere !== undefined && { elsewhere: check.elsewhere.length }),
    ...(check.contracts !== undefined && { contracts: check.contracts.problems.length }),
    ...(check.missed !== undefined && check.missed.count !== 'none' && { missed: countedEdits(check.missed).length }),
    ...(check.drift?.count === true && { drift: check.drift.files.length }),
  };
}
