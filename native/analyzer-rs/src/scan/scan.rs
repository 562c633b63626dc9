//! Scans one folder: what is in it, what each file declares, imports and calls, and how all that hangs together. The
//! result depends on the folder's content and the options alone, `runtime` aside.

use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::errors::AnalyzerError;
use crate::parse::adapters::arena::give_back_heaps;
use crate::parse::cache::space::CacheSpace;
use crate::parse::cache::versions::versions;
use crate::parse::engine::ParserOptions;
use crate::relate::relate::{RelateInput, relate};
use crate::tree::ignore_file::read_ignore_file;
use crate::tree::policy::{Policy, PolicyOptions};
use crate::tree::root::open_root;
use crate::tree::walk::{FoundKind, walk};

use super::cache_place::place_of_cache;
use super::model::{Runtime, Scan, ScanOptions};
use super::options::require_source_roots;
use super::read_entries::{ReadingContext, read_entries};

/// Progress of a scan, in order: one `Listed`, many `File`, one `Relating`.
#[derive(Clone, Copy, Debug)]
pub enum ScanEvent {
    Listed { files: u64, bytes: u64 },
    File { bytes: u64 },
    Relating,
}

pub struct ScanContext<'a> {
    /// 1 to 64.
    pub jobs: usize,
    /// Folder of a parse cache, as a person wrote it.
    pub cache_dir: Option<&'a OsStr>,
    /// Set by another thread when the scan is to end.
    pub cancelled: Arc<AtomicBool>,
    pub on_event: &'a (dyn Fn(ScanEvent) + Sync),
}

/// `path`: the folder, as a person wrote it. Fails with `not_found`, `unreadable` or `usage` for the folder, its
/// `.analyzerignore` and the options; `cancelled`.
pub fn scan(path: &OsStr, options: ScanOptions, context: &ScanContext<'_>) -> Result<Scan, AnalyzerError> {
    let started = Instant::now();

    let root = open_root(path)?;
    require_source_roots(&root.location, &options.source_roots)?;
    let ignored = if options.all {
        Vec::new()
    } else {
        read_ignore_file(&root.location)?
    };
    let cache = match context.cache_dir {
        Some(written) => Some(place_of_cache(&root.location, written)?),
        None => None,
    };
    let policy_options = PolicyOptions {
        profile: &options.profile,
        all: options.all,
        exclude: &options.exclude,
        own: &[],
        cache: cache.as_ref().and_then(|(_, below)| below.as_deref()),
    };
    let policy = Policy::new(&policy_options, ignored)?;

    let listing = walk(&root.location, &policy, &context.cancelled)?;
    let sizes = listing.found.iter().filter_map(|it| match it.what {
        FoundKind::File { size, .. } => Some(size),
        _ => None,
    });
    let (files, bytes) = sizes.fold((0, 0), |(files, bytes), size| (files + 1, bytes + size));
    (context.on_event)(ScanEvent::Listed { files, bytes });

    let jobs = context.jobs.min(files as usize).max(1);
    let parser = ParserOptions {
        tokens: false,
        grams: false,
        cancelled: context.cancelled.clone(),
    };
    let cache = cache.map(|(location, _)| CacheSpace::open(&location, &versions()));
    let reading = ReadingContext {
        jobs,
        cache: cache.as_ref(),
        max_bytes: options.max_bytes,
        parser,
        on_event: context.on_event,
    };
    let entries = read_entries(&root.location, &listing.found, &reading);
    // What was parsed before an interrupt is of use to the next run.
    let cache = cache.map(CacheSpace::finish);
    let entries = entries?;

    (context.on_event)(ScanEvent::Relating);
    let input = RelateInput {
        entries: &entries,
        source_roots: &options.source_roots,
        min_nodes: options.min_nodes,
        cancelled: &context.cancelled,
    };
    let related = relate(&input)?;
    give_back_heaps();

    Ok(Scan {
        root: root.name,
        options,
        entries,
        relations: related.relations,
        cycles: related.cycles,
        duplicate_files: related.duplicate_files,
        groups: related.groups,
        exclusions: listing.left_out,
        runtime: Runtime {
            jobs,
            wall_ms: started.elapsed().as_millis() as u64,
            cache,
        },
    })
}
