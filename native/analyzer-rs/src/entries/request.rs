//! Projects from their request to the last frame.

use std::ffi::OsStr;
use std::io;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::json;

use crate::index::output::Output;
use base::errors::AnalyzerError;
use base::json_text::push_format;
use parse::facts::FileFacts;
use parse::facts_json::{IncludedLists, push_facts};
use relate::relate::Relations;
use render::json_entry::push_entry;
use scan::context::ScanContext;
use scan::model::{Entry, ScanOptions};
use scan::read_entries::KnownOutcomes;
use scan::scan::{ReadProject, RelatedProject, read_project, relate_project};
use tree::folder::Folder;
use tree::git::git_tree::GitTree;
use tree::git::revision::Revision;
use tree::source::TreeSource;
use tree::walk::Listing;

use super::changed_part::{Part, changed_part};
use super::items::Items;
use super::relations::write_relations;

#[derive(Deserialize)]
pub struct EntriesRequest {
    /// One project, or two states of one.
    sources: Vec<Source>,
    pub options: ScanOptions,
    /// Paths relative to the root of files that the caller writes there.
    pub own: Vec<String>,
    pub jobs: usize,
    /// Folder of a parse cache, as the user wrote it.
    pub cache_dir: Option<String>,
    /// Whether the facts include calls and control structure.
    calls: bool,
    /// Whether the caller needs the relations of the files.
    related: bool,
    /// Whether the caller compares the copies with a baseline, and classifies them: the facts include control structure.
    evidence: bool,
    /// Whether the caller needs only what can have findings of a check: other files have no declarations and no imports, and
    /// other groups are missing.
    changed_part: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    Folder(String),
    Tree(TreeOfRevision),
}

/// A folder at a revision, as the caller found it: Git is not asked again.
#[derive(Deserialize)]
struct TreeOfRevision {
    /// Absolute, in the repository.
    folder: PathBuf,
    /// Root of the work tree.
    root: PathBuf,
    /// Path of the folder from the root.
    below: PathBuf,
    name: String,
    /// As the user wrote it.
    written: String,
    /// The commit or tree, in hex.
    object: String,
    /// The tree of the folder, in hex.
    tree: String,
}

impl TreeOfRevision {
    fn revision(&self) -> Revision {
        Revision {
            folder: self.folder.clone(),
            in_work_tree: self.root.join(&self.below),
            written: self.written.clone(),
            object: self.object.clone(),
            tree: self.tree.clone(),
            name: self.name.clone(),
        }
    }
}

impl EntriesRequest {
    pub fn open(&self, cancelled: &Arc<AtomicBool>) -> Result<Vec<Box<dyn TreeSource>>, AnalyzerError> {
        let open = |source: &Source| -> Result<Box<dyn TreeSource>, AnalyzerError> {
            Ok(match source {
                Source::Folder(path) => Box::new(Folder::open(OsStr::new(path))?),
                Source::Tree(found) => Box::new(GitTree::of(found.revision(), cancelled)?),
            })
        };
        self.sources.iter().map(open).collect()
    }
}

/// Writes frames to stdout: for each project `{"source":…}` and progress while parsing; then, when no error is possible any
/// more, for each project the entries, their relations, and `{"done":…}`. Before the entries a supervisor may restart
/// the work and report that.
pub fn write_entries(request: &EntriesRequest) -> Result<(), AnalyzerError> {
    let output = Output::default();
    let failed = |error: io::Error| AnalyzerError::internal(format!("entries: {error}"));
    let context = ScanContext {
        jobs: request.jobs,
        cache_dir: request.cache_dir.as_deref().map(OsStr::new),
        own: &request.own,
        wants_grams: &|_| false,
        without_calls: !request.calls,
        // No finding of a check depends on them.
        without_uses: request.changed_part,
        cancelled: &output.cancelled,
        on_event: &|event| output.on(event),
    };
    let outcomes = KnownOutcomes::default();
    let mut projects = Vec::new();
    let sources = request.open(&output.cancelled)?;
    for (number, source) in sources.iter().enumerate() {
        output
            .write(&json!({ "source": number }).to_string(), &[])
            .map_err(failed)?;
        projects.push(read_project(
            &**source,
            None,
            &request.options,
            &context,
            None,
            &outcomes,
        )?);
    }
    // The process ends after this: freeing the facts would only cost time.
    let (projects, _outcomes) = (ManuallyDrop::new(projects), ManuallyDrop::new(outcomes));
    let mut related: Vec<RelatedProject> = Vec::new();
    for (number, (source, project)) in sources.iter().zip(projects.iter()).enumerate() {
        if request.related {
            output
                .write(&json!({ "source": number }).to_string(), &[])
                .map_err(failed)?;
            let before = projects.first().zip(related.first());
            let evidence = request.evidence;
            related.push(relate_project(
                &**source,
                project,
                &request.options,
                &context,
                evidence,
                before,
            )?);
        }
    }
    let related = ManuallyDrop::new(related);
    let parts = match (&projects[..], &related[..]) {
        ([before, now], [old, current]) if request.changed_part => {
            changed_part([(&before.entries, &old.relations), (&now.entries, &current.relations)]).map(Some)
        }
        _ => [None, None],
    };
    let included = IncludedLists {
        declarations: true,
        calls: request.calls,
        control: request.calls || request.evidence,
    };
    let mut known = FxHashMap::default();
    for (number, project) in projects.iter().enumerate() {
        output
            .write(&json!({ "source": number }).to_string(), &[])
            .and_then(|()| {
                let part = parts[number].as_ref();
                let its = related.get(number).map(|it| &it.relations);
                write(project, its, part, included, &mut known, &output)
            })
            .map_err(failed)?;
    }
    Ok(())
}

/// Facts that are written already, with their number; perhaps also without their declarations.
type KnownFacts = FxHashMap<(*const FileFacts, bool), usize>;

/// A file that is not in the part that the caller needs has no lists, apart from its comments that silence copies.
const NO_LISTS: IncludedLists = IncludedLists {
    declarations: false,
    calls: false,
    control: false,
};

fn write(
    project: &ReadProject,
    related: Option<&Relations>,
    part: Option<&Part>,
    included: IncludedLists,
    known: &mut KnownFacts,
    output: &Output,
) -> io::Result<()> {
    let mut items = Items::new("entries", output);
    for (file, entry) in (0..).zip(&project.entries) {
        let is_needed = part.is_none_or(|its| its.has(file));
        let included = if is_needed { included } else { NO_LISTS };
        items.add(|out| {
            push_entry(out, entry);
            push_facts_of(out, entry, included, known);
            out.push('}');
        })?;
    }
    items.finish()?;
    write_exclusions(&project.listing, output)?;
    if let Some(related) = related {
        write_relations(related, part, output)?;
    }
    output.write(&json!({ "done": { "cache": project.cache } }).to_string(), &[])
}

/// What the walk did not take in, and files of Git that had no effect.
fn write_exclusions(listing: &Listing, output: &Output) -> io::Result<()> {
    let mut items = Items::new("exclusions", output);
    for it in &listing.excluded {
        let cut = &it.cut;
        items.add_row(&(&it.path, it.kind.name(), cut.reason.name(), &*cut.rule, it.sources))?;
    }
    items.finish()?;
    let mut items = Items::new("git_problems", output);
    for it in &listing.git_problems {
        items.add_row(&(&it.path, &it.reason))?;
    }
    items.finish()
}

/// The facts, or their number among those that are written already.
fn push_facts_of(out: &mut String, entry: &Entry, included: IncludedLists, known: &mut KnownFacts) {
    let Some(facts) = entry.file().and_then(|file| file.facts.as_ref()) else {
        return;
    };
    let next = known.len();
    let number = *known.entry((Arc::as_ptr(facts), included.declarations)).or_insert(next);
    if number < next {
        push_format(out, format_args!(",\"known_facts\":{number}"));
        return;
    }
    out.push_str(",\"facts\":");
    if included.declarations {
        push_facts(out, facts, included);
    } else {
        push_facts(out, &without_lists(facts), included);
    }
}

fn without_lists(facts: &FileFacts) -> FileFacts {
    FileFacts {
        tree_hash: facts.tree_hash,
        errors: facts.errors.clone(),
        ignore_comments: facts.ignore_comments.clone(),
        ..FileFacts::default()
    }
}
