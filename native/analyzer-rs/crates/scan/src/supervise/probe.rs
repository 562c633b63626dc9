//! A process that parses one file after another and discards the results: if it does not survive a file, only that
//! file can be the cause.

use std::sync::atomic::Ordering::Relaxed;

use crate::model::ScanOptions;
use crate::read_entries::Trial;
use base::errors::AnalyzerError;
use tree::source::TreeSource;
use tree::walk::Listing;

use super::usage::resident_bytes;
use base::board::{Board, Task};

/// A project whose files are probed.
pub struct Project {
    pub source: Box<dyn TreeSource>,
    pub options: ScanOptions,
    pub listing: Listing,
}

/// Whether all files were probed; if not, the process has grown too large and a new one continues.
///
/// `suspects` come first, then all files that were not started before.
pub fn probe(
    projects: &[Project],
    suspects: &[Task],
    board: &'static Board,
    soft_resident: u64,
) -> Result<bool, AnalyzerError> {
    let mut trials: Vec<Trial<'_>> = projects
        .iter()
        .enumerate()
        .map(|(stage, it)| Trial::new(stage, &*it.source, &it.listing.found, it.options.max_bytes))
        .collect();
    let has_grown = || resident_bytes(std::process::id()).is_some_and(|bytes| bytes > soft_resident);
    while let Some(task) = suspects.get(board.next_suspect.fetch_add(1, Relaxed)) {
        if let Some(trial) = trials.get_mut(task.stage) {
            trial.parse(task.number);
        }
        if has_grown() {
            return Ok(false);
        }
    }
    for (trial, next) in trials.iter_mut().zip(&board.next) {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if !trial.parse(number) {
                break;
            }
            if has_grown() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
