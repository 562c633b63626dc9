import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';

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
