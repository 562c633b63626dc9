//! Compares two projects: scans each and describes the changes. The result depends only on their content and the
//! options, except `runtime`.

use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustc_hash::FxHashSet;

use base::errors::AnalyzerError;
use parse::cache::report::joined_report;
use scan::context::{ScanContext, ScanEvent};
use scan::model::Runtime;
use scan::scan::{list, scan, scan_listed};
use tree::source::TreeSource;
use tree::walk::{FoundKind, Listing};

use super::declarations::compare_declarations::compare_declarations;
use super::files::file_changes::complete_changes;
use super::files::match_files::match_files;
use super::files::search_similar::{Unmatched, search_similar};
use super::links::compare_cycles::compare_cycles;
use super::links::compare_groups::compare_groups;
use super::links::compare_imports::compare_imports;
use super::model::{Diff, DiffOptions, Scans, Side};
use super::without_classes::{reduce_diff, reduce_scan};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideName {
    Before,
    After,
}

/// Progress of a diff, in order: the scans of both sides, an optional `Searching`, one `Comparing`.
#[derive(Clone, Copy, Debug)]
pub enum DiffEvent {
    Scanning {
        side: SideName,
        event: ScanEvent,
    },
    /// Number of files without a partner that are compared.
    Searching {
        files: u64,
    },
    Comparing,
}

pub struct DiffContext<'a> {
    /// 1 to 64.
    pub jobs: usize,
    /// Folder of a parse cache, as the user wrote it.
    pub cache_dir: Option<&'a OsStr>,
    /// Set by another thread to cancel the diff.
    pub cancelled: &'a Arc<AtomicBool>,
    pub on_event: &'a (dyn Fn(DiffEvent) + Sync),
}

/// `before`: the older side. Fails as a scan does.
pub fn diff(
    before: &dyn TreeSource,
    after: &dyn TreeSource,
    options: DiffOptions,
    context: &DiffContext<'_>,
) -> Result<Diff, AnalyzerError> {
    let started = Instant::now();
    let on_event = context.on_event;
    let go_on = || {
        if context.cancelled.load(Ordering::Relaxed) {
            Err(AnalyzerError::cancelled())
        } else {
            Ok(())
        }
    };
    let scanning = ScanContext {
        jobs: context.jobs,
        cache_dir: context.cache_dir,
        own: &[],
        wants_grams: &|_| false,
        without_calls: true,
        without_uses: false,
        cancelled: context.cancelled,
        on_event: &|_| {},
    };
    // Files of only one side may have been moved and edited.
    let listing = list(after, &options.scan, &scanning)?;
    let new_paths = file_paths(&listing);
    let old_context = ScanContext {
        wants_grams: &|path| !new_paths.contains(path),
        on_event: &|event| {
            on_event(DiffEvent::Scanning {
                side: SideName::Before,
                event,
            })
        },
        ..scanning
    };
    let mut old = scan(before, options.scan.clone(), &old_context)?;
    let old_paths: FxHashSet<&str> = old.entries.iter().map(|it| it.path.as_str()).collect();
    let now_context = ScanContext {
        wants_grams: &|path| !old_paths.contains(path),
        on_event: &|event| {
            on_event(DiffEvent::Scanning {
                side: SideName::After,
                event,
            })
        },
        ..scanning
    };
    drop(new_paths);
    let mut now = scan_listed(after, Some(listing), options.scan.clone(), &now_context)?;

    for scan in [&mut old, &mut now] {
        reduce_scan(scan, options.without);
    }
    let matched = match_files(&old, &now);
    let removed = Unmatched {
        files: &matched.removed,
        scan: &old,
        source: before,
    };
    let added = Unmatched {
        files: &matched.added,
        scan: &now,
        source: after,
    };
    let searching = |files| on_event(DiffEvent::Searching { files });
    let similar = search_similar(removed, added, &options, context.jobs, context.cancelled, searching)?;
    on_event(DiffEvent::Comparing);
    let unchanged = matched.unchanged.len() as u64;
    let changed = complete_changes(matched, &similar.pairs, &old, &now);
    go_on()?;
    let compared = compare_declarations(&changed, &old, &now, options.scan.min_nodes);
    go_on()?;
    let imports = compare_imports(&old, &now, &changed);
    let cycles = compare_cycles(&old, &now, &changed.after);
    go_on()?;
    let groups = compare_groups(&old, &now, &compared.matches, &changed.after);

    let runtime = Runtime {
        jobs: now.runtime.jobs,
        wall_ms: started.elapsed().as_millis() as u64,
        cache: joined_report(&[&old.runtime.cache, &now.runtime.cache]),
    };
    let mut result = Diff {
        options,
        before: side_of(before),
        after: side_of(after),
        declarations: compared.changes,
        regroupings: compared.regroupings,
        imports: imports.changes,
        unchanged_imports: imports.unchanged,
        cycles,
        groups,
        ignored: None,
        unchanged,
        files: changed.changes,
        similar_files: similar.pairs,
        similarity_search: similar.search,
        skipped: similar.skipped,
        scans: Scans {
            before: old,
            after: now,
        },
        runtime,
    };
    reduce_diff(&mut result);
    Ok(result)
}

fn file_paths(listing: &Listing) -> FxHashSet<&str> {
    let files = listing
        .found
        .iter()
        .filter(|it| matches!(it.what, FoundKind::File { .. }));
    files.map(|it| it.path.path.as_str()).collect()
}

fn side_of(source: &dyn TreeSource) -> Side {
    Side {
        root: source.name().to_owned(),
        revision: source.revision().cloned(),
    }
}
