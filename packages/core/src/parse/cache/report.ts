/** What a parse cache did, shown as `runtime.cache` of a scan. */
export interface CacheReport {
  /** Files whose facts came from the cache. */
  hits: number;
  /** Files that it did not hold. */
  misses: number;
  /** Outcomes that were kept for the next run. */
  writes: number;
  /** Entries that were damaged or foreign; their files were parsed again. */
  invalid: number;
  /** Times that the system refused to read or write. */
  errors: number;
  /** Outcomes that were too large to keep. */
  skipped_large: number;
  /** What went wrong, each once, without paths. */
  issues: string[];
}

/** What several scans did with a cache, as one; nothing where none used one. */
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

/** What a person should know of it; nothing where the system refused nothing. `report.rs` says the same. */
export function cacheNote({ errors, issues }: CacheReport): string | undefined {
  if (errors === 0) return undefined;
  return `The parse cache could not be used completely: ${issues.join('; ')}. Results are not affected, but the next run takes longer.`;
}

/** Different things that can go wrong are few; no report grows without end. */
const MOST_ISSUES = 20;

export function emptyReport(): CacheReport {
  return { hits: 0, misses: 0, writes: 0, invalid: 0, errors: 0, skipped_large: 0, issues: [] };
}

export function addIssue({ issues }: CacheReport, issue: string): void {
  if (issues.length < MOST_ISSUES && !issues.includes(issue)) issues.push(issue);
}
