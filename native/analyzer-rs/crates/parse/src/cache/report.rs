//! Counters of a parse cache, published as `runtime.cache` of a scan.

use std::io;

use serde::Serialize;

use super::failure::reason_of;

/// Keys in the published order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CacheReport {
    /// Files whose facts came from the cache.
    pub hits: u64,
    /// Files that were not in the cache.
    pub misses: u64,
    /// Entries written for the next run.
    pub writes: u64,
    /// Damaged or foreign entries, whose files were parsed again.
    pub invalid: u64,
    /// Failed reads and writes of the system.
    pub errors: u64,
    /// Entries that were too large to store.
    pub skipped_large: u64,
    /// Problems without paths, each listed once.
    pub issues: Vec<String>,
}

/// Limit of distinct problems in a report.
const MAX_ISSUES: usize = 20;

impl CacheReport {
    /// A note for the user; `None` without system errors. `report.ts` has the same text.
    pub fn note(&self) -> Option<String> {
        (self.errors > 0).then(|| {
            format!(
                "The parse cache could not be used completely: {}. Results are not affected, but the next run takes longer.",
                self.issues.join("; ")
            )
        })
    }

    pub fn add_issue(&mut self, issue: &str) {
        if self.issues.len() < MAX_ISSUES && !self.issues.iter().any(|it| it == issue) {
            self.issues.push(issue.to_owned());
        }
    }

    /// `what` failed: `read` or `write`.
    pub fn fail(&mut self, what: &str, error: &io::Error) {
        self.errors += 1;
        self.add_issue(&format!("cannot {what}: {}", reason_of(error)));
    }

    pub fn invalid(&mut self, issue: &str) {
        self.invalid += 1;
        self.add_issue(issue);
    }
}

/// The combined report of several scans; `None` if none used a cache.
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
