//! One project from its request to its last frame.

use std::ffi::OsStr;
use std::io;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use serde_json::json;

use crate::errors::AnalyzerError;
use crate::index::output::Output;
use crate::json_text::push_format;
use crate::parse::cache::report::CacheReport;
use crate::parse::facts_json::push_facts;
use crate::render::json_entry::push_entry;
use crate::scan::context::ScanContext;
use crate::scan::model::{Entry, ScanOptions};
use crate::scan::scan::read_project;
use crate::tree::folder::Folder;
use crate::tree::git::git_tree::GitTree;
use crate::tree::source::TreeSource;

use super::items::Items;

#[derive(Deserialize)]
pub struct EntriesRequest {
    source: Source,
    pub options: ScanOptions,
    /// Paths relative to the root of files that the caller writes there.
    pub own: Vec<String>,
    pub jobs: usize,
    /// Folder of a parse cache, as the user wrote it.
    pub cache_dir: Option<String>,
    /// Whether the facts include calls and control structure.
    calls: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    Folder(String),
    /// `REV:PATH`
    Revision(String),
}

impl EntriesRequest {
    pub fn open(&self, cancelled: &Arc<AtomicBool>) -> Result<Box<dyn TreeSource>, AnalyzerError> {
        Ok(match &self.source {
            Source::Folder(path) => Box::new(Folder::open(OsStr::new(path))?),
            Source::Revision(written) => Box::new(GitTree::open(OsStr::new(written), cancelled)?),
        })
    }
}

/// Writes frames to stdout: progress while parsing; then, when no error is possible any more, the entries; last
/// `{"done":…}`. Before the entries a supervisor may restart the work and report that.
pub fn write_entries(request: &EntriesRequest) -> Result<(), AnalyzerError> {
    let output = Output::default();
    let source = request.open(&output.cancelled)?;
    let context = ScanContext {
        jobs: request.jobs,
        cache_dir: request.cache_dir.as_deref().map(OsStr::new),
        own: &request.own,
        path_in_work_tree: "",
        wants_grams: &|_| false,
        without_calls: true,
        cancelled: &output.cancelled,
        on_event: &|event| output.on(event),
    };
    let read = read_project(&*source, None, &request.options, &context, None)?;
    // The process ends after this: freeing the facts would only cost time.
    let entries = ManuallyDrop::new(read.entries);
    write(&entries, request.calls, read.cache.as_ref(), &output)
        .map_err(|error| AnalyzerError::internal(format!("entries: {error}")))
}

fn write(entries: &[Entry], calls: bool, cache: Option<&CacheReport>, output: &Output) -> io::Result<()> {
    let mut items = Items::new("entries", output);
    for entry in entries {
        items.add(|out, body| {
            push_entry(out, entry);
            if let Some(facts) = entry.file().and_then(|file| file.facts.as_deref()) {
                out.push_str(",\"facts\":");
                push_facts(out, facts, calls);
                if let Some(elements) = &facts.elements {
                    push_format(out, format_args!(",\"elements\":{}", elements.len()));
                    body.extend_from_slice(elements);
                }
            }
            out.push('}');
        })?;
    }
    items.finish()?;
    output.write(&json!({ "done": { "cache": cache } }).to_string(), &[])
}
