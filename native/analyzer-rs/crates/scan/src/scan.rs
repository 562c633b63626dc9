//! Scans one project: its entries, the declarations, imports and calls of each file, and the relations between them. The
//! result, except `runtime`, depends only on the project's content and the options.

use std::collections::BTreeMap;
use std::time::Instant;

use base::errors::AnalyzerError;
use parse::Parser;
use parse::cache::report::CacheReport;
use parse::cache::space::CacheSpace;
use parse::cache::versions::versions;
use parse::engine::ParserOptions;
use relate::left_out::LeftOutPath;
use relate::relate::{RelateInput, Relations, have_same_facts, relate, relations_of_same_facts};
use relate::settings::SettingText;
use tree::gitignore::git_attributes::GitAttributes;
use tree::gitignore::git_scope::git_scope;
use tree::path_kind::PathKind;
use tree::policy::{Policy, PolicyOptions};
use tree::source::TreeSource;
use tree::walk::{FoundKind, Listing, walk};

use super::cache_location::{location_of_cache, path_of_cache};
use super::context::{ScanContext, ScanEvent};
use super::model::{Entry, Runtime, Scan, ScanOptions};
use super::options::require_source_roots;
use super::own_exclusions::own_exclusions;
use super::read_entries::{BlockSink, KnownOutcomes, ReadingContext, read_entries_by};
use super::read_settings::{include_named_configs, read_settings};

/// Fails with `unreadable` or `usage` for the project's `.analyzerignore` and the options, `not_found` for a source root;
/// `cancelled`.
pub fn scan(source: &dyn TreeSource, options: ScanOptions, context: &ScanContext<'_>) -> Result<Scan, AnalyzerError> {
    scan_listed(source, None, options, context)
}

/// The paths of a scan, listed before it, so that they are not listed twice.
pub fn scan_listed(
    source: &dyn TreeSource,
    listing: Option<Listing>,
    options: ScanOptions,
    context: &ScanContext<'_>,
) -> Result<Scan, AnalyzerError> {
    scan_parts(source, listing, options, context, None)
}

/// As `scan`; token records of files go to `block_sink`.
pub fn scan_with_tokens(
    source: &dyn TreeSource,
    options: ScanOptions,
    context: &ScanContext<'_>,
    block_sink: &dyn BlockSink,
) -> Result<Scan, AnalyzerError> {
    scan_parts(source, None, options, context, Some(block_sink))
}

fn scan_parts(
    source: &dyn TreeSource,
    listing: Option<Listing>,
    options: ScanOptions,
    context: &ScanContext<'_>,
    block_sink: Option<&dyn BlockSink>,
) -> Result<Scan, AnalyzerError> {
    let started = Instant::now();
    let outcomes = KnownOutcomes::default();
    let project = read_project(source, listing, &options, context, block_sink, &outcomes)?;
    let related = relate_project(source, &project, &options, context, false, None)?.relations;
    let ReadProject {
        entries,
        listing,
        cache,
        jobs,
    } = project;

    Ok(Scan {
        root: source.name().to_owned(),
        options,
        entries,
        relations: related.relations,
        cycles: related.cycles,
        non_load_cycles: related.non_load_cycles,
        configuration_problems: related.configuration_problems,
        duplicate_files: related.duplicate_files,
        groups: related.groups,
        runs_left_out: related.runs_left_out,
        exclusions: listing.excluded,
        git_problems: listing.git_problems,
        runtime: Runtime {
            jobs,
            wall_ms: started.elapsed().as_millis() as u64,
            cache,
        },
    })
}

/// A project whose files are read and parsed.
pub struct ReadProject {
    pub entries: Vec<Entry>,
    pub listing: Listing,
    pub cache: Option<CacheReport>,
    pub jobs: usize,
}

/// The part of a scan before files are related.
pub fn read_project(
    source: &dyn TreeSource,
    listing: Option<Listing>,
    options: &ScanOptions,
    context: &ScanContext<'_>,
    block_sink: Option<&dyn BlockSink>,
    outcomes: &KnownOutcomes,
) -> Result<ReadProject, AnalyzerError> {
    require_source_roots(|path| source.has_folder(path), &options.source_roots)?;
    let listing = match listing {
        Some(listing) => listing,
        None => list(source, options, context)?,
    };
    let (files, bytes) = listing.files();
    (context.on_event)(ScanEvent::Listed { files, bytes });

    let jobs = context.jobs_for(files);
    let parser = ParserOptions {
        tokens: block_sink.is_some(),
        grams: false,
        elements: options.needs_elements(),
        tree: false,
        without_uses: context.without_uses && context.cache_dir.is_none(),
        cancelled: context.cancelled.clone(),
    };
    let cache = context
        .cache_dir
        .map(|written| CacheSpace::open(&location_of_cache(written), versions()));
    let excluded = listing.excluded.iter().map(|it| it.path.as_str());
    let listed = listing.found.iter().map(|it| it.path.path.as_str());
    let files = listing.found.iter().map(|it| &it.path);
    let attributes = GitAttributes::read(source, listed.chain(excluded), files);
    let reading = ReadingContext {
        jobs,
        cache: cache.as_ref(),
        max_bytes: options.max_bytes,
        roles: options.roles(),
        attributes: &attributes,
        parser: parser.clone(),
        block_sink,
        wants_grams: context.wants_grams,
        outcomes,
        on_event: context.on_event,
    };
    let entries = read_entries_by(source, &listing.found, &reading, &|| Parser::new(parser.clone()));
    // The results of parsing before an interrupt are useful for the next run.
    let cache = cache.map(CacheSpace::finish);
    Ok(ReadProject {
        entries: entries?,
        listing,
        cache,
        jobs,
    })
}

pub struct RelatedProject {
    /// The configuration files that the relations depend on.
    settings: BTreeMap<String, SettingText>,
    pub relations: Relations,
}

/// The relations of a project's files. `before`: another state of it, whose relations are taken over if nothing that they
/// depend on differs.
pub fn relate_project(
    source: &dyn TreeSource,
    project: &ReadProject,
    options: &ScanOptions,
    context: &ScanContext<'_>,
    with_copy_evidence: bool,
    before: Option<(&ReadProject, &RelatedProject)>,
) -> Result<RelatedProject, AnalyzerError> {
    (context.on_event)(ScanEvent::Relating);
    let settings = read_settings(source, &project.listing.found);
    if let Some((its, related)) = before
        && have_same_facts(&its.entries, &project.entries)
        && related.settings == settings
        && left_out_paths(&its.listing) == left_out_paths(&project.listing)
    {
        let relations = relations_of_same_facts(&related.relations, &project.entries);
        return Ok(RelatedProject { settings, relations });
    }
    let relations = relate(&RelateInput {
        entries: &project.entries,
        left_out: &left_out_paths(&project.listing),
        source_roots: &options.source_roots,
        settings: &settings,
        min_nodes: options.min_nodes,
        kinds: &options.kinds,
        limits: options.copy_limits(),
        without_calls: context.without_calls,
        with_copy_evidence,
        cancelled: context.cancelled,
    })?;
    Ok(RelatedProject { settings, relations })
}

/// Exclusions, and symbolic links, which are not followed.
fn left_out_paths(listing: &Listing) -> Vec<LeftOutPath<'_>> {
    let excluded = listing.excluded.iter().map(|it| LeftOutPath {
        path: &it.path,
        is_file: matches!(it.kind, PathKind::File | PathKind::Symlink),
        reason: it.cut.reason.name(),
    });
    let links = listing
        .found
        .iter()
        .filter(|it| matches!(it.what, FoundKind::Symlink { .. }));
    let links = links.map(|it| LeftOutPath {
        path: &it.path.path,
        is_file: true,
        reason: PathKind::Symlink.name(),
    });
    excluded.chain(links).collect()
}

/// Lists the paths of a scan without reading a file. Fails as a scan does, except for source roots.
pub fn list(
    source: &dyn TreeSource,
    options: &ScanOptions,
    context: &ScanContext<'_>,
) -> Result<Listing, AnalyzerError> {
    options.roles().require_valid()?;
    // A revision contains no cache.
    let cache = match (context.cache_dir, source.location()) {
        (Some(written), Some(root)) => path_of_cache(root, written)?,
        _ => None,
    };
    let policy_options = PolicyOptions {
        profile: &options.profile,
        all: options.all,
        exclude: &options.exclude,
        is_tracked: options.gitignore && source.is_tracked(),
        own: context.own,
        cache: cache.as_deref(),
    };
    let ignored = if options.all { Vec::new() } else { source.ignored()? };
    let configured = if options.config && !options.all {
        own_exclusions(source)?
    } else {
        Vec::new()
    };
    let policy = Policy::new(&policy_options, configured, ignored)?;
    let git = options.gitignore.then(|| git_scope(source));
    let mut listing = walk(source, &policy, git.as_ref(), context.cancelled)?;
    include_named_configs(source, &mut listing);
    Ok(listing)
}
