/** Counters of a parse cache, published as `runtime.cache` of a scan. */
export interface CacheReport {
  /** Files whose facts came from the cache. */
  hits: number;
  /** Files that were not in the cache. */
  misses: number;
  /** Entries written for the next run. */
  writes: number;
  /** Damaged or foreign entries, whose files were parsed again. */
  invalid: number;
  /** Failed reads and writes of the system. */
  errors: number;
  /** Entries that were too large to store. */
  skipped_large: number;
  /** Problems without paths, each listed once. */
  issues: string[];
}

/** The combined report of several scans; undefined if none used a cache. */
export function joinedReport(reports: readonly (CacheReport | undefined)[]): CacheReport | undefined {
  const given = reports.filter((report) => report !== undefined);
  if (given.length === 0) return undefined;
  const joined = emptyReport();
  for (const { issues, ...counts } of given) {
    joined.hits += counts.hits;
    joined.misses += counts.misses;
    joined.writes += counts.writes;
    joined.invalid += counts.invalid;
    joined.errors += counts.errors;
    joined.skipped_large += counts.skipped_large;
    for (const issue of issues) addIssue(joined, issue);
  }
  return joined;
}

/** A note for the user; undefined without system errors. `report.rs` has the same text. */
export function cacheNote({ errors, issues }: CacheReport): string | undefined {
  if (errors === 0) return undefined;
  return `The parse cache could not be used completely: ${issues.join('; ')}. Results are not affected, but the next run takes longer.`;
}

/** Limit of distinct problems in a report. */
const MAX_ISSUES = 20;

export function emptyReport(): CacheReport {
  return { hits: 0, misses: 0, writes: 0, invalid: 0, errors: 0, skipped_large: 0, issues: [] };
}

export function addIssue({ issues }: CacheReport, issue: string): void {
  if (issues.length < MAX_ISSUES && !issues.includes(issue)) issues.push(issue);
}
