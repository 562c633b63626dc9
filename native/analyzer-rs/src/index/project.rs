//! One project from its request to its last row.

use std::ffi::OsStr;
use std::io;
use std::sync::atomic::Ordering;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::serve::frames::FrameReader;
use base::errors::AnalyzerError;
use render::coverage::coverage_of;
use render::snapshot_id::take_snapshot;
use scan::context::ScanContext;
use scan::model::{EntryKind, FileStatus, Scan, ScanOptions};
use scan::scan::scan_with_tokens;
use tree::folder::Folder;
use tree::gitignore::git_directory::GitProblem;

use super::call_blocks::write_call_blocks;
use super::codes::code_of;
use super::file_blocks::FileBlocks;
use super::links::write_links;
use super::nodes::NodeRows;
use super::output::Output;
use super::row_layouts::{CoverageCountRow, ENTRY_KINDS, ExclusionRow, OtherEntryRow};
use super::rows::Rows;
use super::scanned_project::{Ids, ScannedProject};

/// The folder to scan, and the ids of its rows.
#[derive(Deserialize)]
pub struct IndexRequest {
    pub root: String,
    pub options: ScanOptions,
    /// Paths relative to the root of files that the caller writes there.
    pub own: Vec<String>,
    pub jobs: usize,
    /// Folder of a parse cache, as the user wrote it.
    pub cache_dir: Option<String>,
    label: String,
    ids: Ids,
    /// The sentences of doc comments are wanted.
    docs: bool,
}

/// Reads the only request from stdin; `None` without one.
pub fn read_request<T: DeserializeOwned>() -> Result<Option<T>, AnalyzerError> {
    let mut requests = FrameReader::new(io::stdin().lock());
    let Some(frame) = requests.read().map_err(failed)? else {
        return Ok(None);
    };
    let request =
        serde_json::from_slice(frame.header).map_err(|error| AnalyzerError::internal(format!("request: {error}")))?;
    Ok(Some(request))
}

/// Reports that all frames so far are void.
pub fn restarted() -> io::Result<()> {
    Output::default().write("{\"restarted\":true}", &[])
}

fn failed(error: io::Error) -> AnalyzerError {
    AnalyzerError::internal(format!("request: {error}"))
}

/// Writes frames to stdout: while parsing, progress and blocks of files; then, when no error is possible any
/// more, rows; last `{"done":…}`. Before the rows a supervisor may restart the work and report that.
pub fn index_project(request: &IndexRequest) -> Result<(), AnalyzerError> {
    let output = Output::default();
    let blocks = FileBlocks::new(&output, request.docs);
    let scanned = scan_request(request, &blocks, &output)?;
    // The process ends after this: freeing the scan would only cost time.
    let scan = std::mem::ManuallyDrop::new(scanned);
    let go_on = || {
        if output.cancelled.load(Ordering::Relaxed) {
            Err(AnalyzerError::cancelled())
        } else {
            Ok(())
        }
    };
    write_git_problems(&scan, &output).map_err(failed)?;
    let snapshot = take_snapshot(&scan, 0, &go_on)?;
    let project = ScannedProject::new(&scan, &request.label, request.ids);
    write_rows(&project, &blocks, &output).map_err(failed)?;
    let complete = coverage_of(&scan).complete;
    let done = json!({ "done": {
        "snapshot_id": snapshot.id,
        "last_node": project.last_node,
        "cycles": scan.cycles.len() + scan.non_load_cycles.len(),
        "complete": complete,
        "cache": scan.runtime.cache,
    } })
    .to_string();
    output.write(&done, &[]).map_err(failed)
}

pub fn write_git_problems(scan: &Scan, output: &Output) -> io::Result<()> {
    for GitProblem { path, reason } in &scan.git_problems {
        output.write(&json!({ "git_problem": [path, reason] }).to_string(), &[])?;
    }
    Ok(())
}

fn scan_request(request: &IndexRequest, blocks: &FileBlocks<'_>, output: &Output) -> Result<Scan, AnalyzerError> {
    let context = ScanContext {
        jobs: request.jobs,
        cache_dir: request.cache_dir.as_deref().map(OsStr::new),
        own: &request.own,
        wants_grams: &|_| false,
        without_calls: false,
        without_uses: false,
        cancelled: &output.cancelled,
        on_event: &|event| output.on(event),
    };
    let folder = Folder::open(OsStr::new(&request.root))?;
    scan_with_tokens(&folder, request.options.clone(), &context, blocks)
}

fn write_rows(project: &ScannedProject<'_>, blocks: &FileBlocks<'_>, output: &Output) -> io::Result<()> {
    let mut nodes = NodeRows::new(project, blocks);
    let mut others = Rows::default();
    for (index, entry) in project.scan.entries.iter().enumerate() {
        let (kind, target, reason) = match &entry.what {
            EntryKind::File(file) => {
                nodes.file(index, &entry.path, entry.name_lossy, file, output)?;
                continue;
            }
            EntryKind::Directory { unreadable: None } => continue,
            EntryKind::Directory { unreadable } => (DIRECTORY, None, unreadable.as_deref()),
            EntryKind::Symlink { target } => (SYMLINK, target.as_deref(), None),
            EntryKind::Special { unreadable } => (SPECIAL, None, unreadable.as_deref()),
        };
        others.push(&OtherEntryRow {
            project_id: project.ids.project.into(),
            path: &entry.path,
            kind,
            target,
            reason,
        });
    }
    nodes.finish(output)?;
    others.write(output)?;
    write_links(project, output)?;
    write_call_blocks(project, output)?;
    write_exclusions(project, output)?;
    write_coverage(project, output)
}

const FILE: u64 = code_of(&ENTRY_KINDS, "file");
const DIRECTORY: u64 = code_of(&ENTRY_KINDS, "directory");
const SYMLINK: u64 = code_of(&ENTRY_KINDS, "symlink");
const SPECIAL: u64 = code_of(&ENTRY_KINDS, "special");

fn write_exclusions(project: &ScannedProject<'_>, output: &Output) -> io::Result<()> {
    let mut rows = Rows::default();
    for exclusion in &project.scan.exclusions {
        let kind = match exclusion.kind.name() {
            "directory" => DIRECTORY,
            "symlink" => SYMLINK,
            "special" => SPECIAL,
            _ => FILE,
        };
        rows.push(&ExclusionRow {
            project_id: project.ids.project.into(),
            path: &exclusion.path,
            kind,
            rule_id: &format!("{}\0{}", exclusion.cut.reason.name(), exclusion.cut.rule),
        });
        if rows.is_full() {
            rows.write(output)?;
        }
    }
    rows.write(output)
}

/// Zeros are omitted.
fn write_coverage(project: &ScannedProject<'_>, output: &Output) -> io::Result<()> {
    let coverage = coverage_of(project.scan);
    let statuses = FileStatus::ALL.iter().map(|it| it.name()).zip(coverage.files);
    let others = [
        ("directory", coverage.directory),
        ("symlink", coverage.symlink),
        ("special", coverage.special),
        ("excluded", coverage.excluded),
    ];
    let mut rows = Rows::default();
    for (status, count) in statuses.chain(others).filter(|(_, count)| *count > 0) {
        rows.push(&CoverageCountRow {
            project_id: project.ids.project.into(),
            status,
            n: count,
        });
    }
    rows.write(output)
}
