//! The environment and the events of a scan.

use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Progress of a scan, in order: one `Listed`, many `File`, one `Relating`.
#[derive(Clone, Copy, Debug)]
pub enum ScanEvent {
    Listed { files: u64, bytes: u64 },
    File { bytes: u64 },
    Relating,
}

#[derive(Clone, Copy)]
pub struct ScanContext<'a> {
    /// 1 to 64.
    pub jobs: usize,
    /// Folder of a parse cache, as the user wrote it.
    pub cache_dir: Option<&'a OsStr>,
    /// Paths relative to the project of files that the caller writes there; they are excluded.
    pub own: &'a [String],
    /// Files whose n-grams are needed too; files from the parse cache have none.
    pub wants_grams: &'a (dyn Fn(&str) -> bool + Sync),
    /// Calls are not resolved, and the result has none.
    pub without_calls: bool,
    /// Uses of names are not read from files, unless a cache keeps facts: then all facts are complete.
    pub without_uses: bool,
    /// Set by another thread to end the scan.
    pub cancelled: &'a Arc<AtomicBool>,
    pub on_event: &'a (dyn Fn(ScanEvent) + Sync),
}

impl ScanContext<'_> {
    /// Number of threads for a number of files.
    pub fn jobs_for(&self, files: u64) -> usize {
        self.jobs.min(files as usize).max(1)
    }
}
