//! What a parse cache did, shown as `runtime.cache` of a scan.

use std::io;

use serde::Serialize;

use super::failure::reason_of;

/// Members in the order in which they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CacheReport {
    /// Files whose facts came from the cache.
    pub hits: u64,
    /// Files that it did not hold.
    pub misses: u64,
    /// Outcomes that were kept for the next run.
    pub writes: u64,
    /// Entries that were damaged or foreign; their files were parsed again.
    pub invalid: u64,
    /// Times that the system refused to read or write.
    pub errors: u64,
    /// Outcomes that were too large to keep.
    pub skipped_large: u64,
    /// What went wrong, each once, without paths.
    pub issues: Vec<String>,
}

/// Different things that can go wrong are few; no report grows without end.
const MOST_ISSUES: usize = 20;

impl CacheReport {
    /// What a person should know of it; nothing where the system refused nothing. `report.ts` says the same.
    pub fn note(&self) -> Option<String> {
        (self.errors > 0).then(|| {
            format!(
                "The parse cache could not be used completely: {}. Results are not affected, but the next run takes longer.",
                self.issues.join("; ")
            )
        })
    }

    pub fn add_issue(&mut self, issue: &str) {
        if self.issues.len() < MOST_ISSUES && !self.issues.iter().any(|it| it == issue) {
            self.issues.push(issue.to_owned());
        }
    }

    /// `what` the system refused: `read` or `write`.
    pub fn fail(&mut self, what: &str, error: &io::Error) {
        self.errors += 1;
        self.add_issue(&format!("cannot {what}: {}", reason_of(error)));
    }

    pub fn invalid(&mut self, issue: &str) {
        self.invalid += 1;
        self.add_issue(issue);
    }
}

/// What several scans did with a cache, as one; nothing where none used one.
pub fn joined_report(reports: &[&Option<CacheReport>]) -> Option<CacheReport> {
    let mut joined: Option<CacheReport> = None;
    for report in reports.iter().filter_map(|it| it.as_ref()) {
        let sum = joined.get_or_insert_default();
        sum.hits += report.hits;
        sum.misses += report.misses;
        sum.writes += report.writes;
        sum.invalid += report.invalid;
        sum.errors += report.errors;
        sum.skipped_large += report.skipped_large;
        for issue in &report.issues {
            sum.add_issue(issue);
        }
    }
    joined
}
