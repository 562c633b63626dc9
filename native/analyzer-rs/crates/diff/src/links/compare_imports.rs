//! Added and removed imports: pairs of a file and its target. A moved file is the same file, so that its imports and
//! the imports of it are unchanged.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::files::file_changes::FileChanges;
use crate::model::{ImportChange, ImportChangeKind, ImportTarget, UnchangedImport};
use relate::model::{FileIndex, LinkState};
use scan::model::Scan;

/// A file after, or a removed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FileName {
    Now(FileIndex),
    Gone(FileIndex),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TargetName<'s> {
    File(FileName),
    Specifier(&'s str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct EdgeName<'s> {
    from: FileName,
    state: LinkState,
    to: TargetName<'s>,
}

/// The first import of this edge.
struct Edge {
    file: FileIndex,
    line: u32,
    target: Option<FileIndex>,
}

type Edges<'s> = FxHashMap<EdgeName<'s>, Edge>;

pub struct ComparedImports {
    /// Ordered by path, then target; removed imports first.
    pub changes: Vec<ImportChange>,
    /// Imports between project files, one of which changed; ordered by path, then target.
    pub unchanged: Vec<UnchangedImport>,
}

/// `changes`: the changes of files; files analyzed on one side only are skipped.
pub fn compare_imports(before: &Scan, after: &Scan, changes: &FileChanges) -> ComparedImports {
    let name_before = |file: FileIndex| changes.after[file as usize].map_or(FileName::Gone(file), FileName::Now);
    let old = edges_of(before, name_before, changes);
    let now = edges_of(after, FileName::Now, changes);
    let vanished = old.iter().filter(|(name, _)| !now.contains_key(name));
    let appeared = now.iter().filter(|(name, _)| !old.contains_key(name));
    let unchanged = unchanged_imports(&old, &now, after, changes);
    let mut changes: Vec<ImportChange> = vanished
        .map(|it| change_of(ImportChangeKind::Vanished, it))
        .chain(appeared.map(|it| change_of(ImportChangeKind::Appeared, it)))
        .collect();
    changes.sort_by_cached_key(|it| {
        let scan = match it.change {
            ImportChangeKind::Vanished => before,
            ImportChangeKind::Appeared => after,
        };
        let target = match &it.target {
            ImportTarget::File(file) => scan.path_of(*file),
            ImportTarget::Specifier(specifier) => specifier,
        };
        let is_new = it.change == ImportChangeKind::Appeared;
        (scan.path_of(it.file), target.to_owned(), is_new, it.state.name())
    });
    ComparedImports { changes, unchanged }
}

fn unchanged_imports(old: &Edges<'_>, now: &Edges<'_>, after: &Scan, changes: &FileChanges) -> Vec<UnchangedImport> {
    let changed: FxHashSet<FileIndex> = changes.changes.iter().filter_map(|it| it.after).collect();
    let mut unchanged: Vec<UnchangedImport> = now
        .iter()
        .filter(|(name, _)| old.contains_key(name))
        .filter_map(|(_, edge)| edge.target.map(|target| (edge, target)))
        .filter(|(edge, target)| changed.contains(&edge.file) || changed.contains(target))
        .map(|(edge, target)| UnchangedImport {
            file: edge.file,
            line: edge.line,
            target,
        })
        .collect();
    unchanged.sort_by_key(|it| (after.path_of(it.file), after.path_of(it.target)));
    unchanged
}

fn change_of(change: ImportChangeKind, (name, edge): (&EdgeName<'_>, &Edge)) -> ImportChange {
    let target = match (name.to, edge.target) {
        (TargetName::Specifier(specifier), _) => ImportTarget::Specifier(specifier.to_owned()),
        (TargetName::File(FileName::Now(file) | FileName::Gone(file)), target) => {
            ImportTarget::File(target.unwrap_or(file))
        }
    };
    ImportChange {
        change,
        file: edge.file,
        line: edge.line,
        state: name.state,
        target,
    }
}

fn edges_of<'s>(scan: &'s Scan, name_of: impl Fn(FileIndex) -> FileName, changes: &FileChanges) -> Edges<'s> {
    let mut edges = Edges::default();
    for (file, (entry, relations)) in scan.entries.iter().zip(&scan.relations).enumerate() {
        let file = file as FileIndex;
        let facts = entry.file().and_then(|it| it.facts.as_ref());
        let (Some(facts), Some(relations)) = (facts, relations) else {
            continue;
        };
        let from = name_of(file);
        if matches!(from, FileName::Now(now) if changes.unknown.contains(&now)) {
            continue;
        }
        for import in &relations.imports {
            let source = &facts.imports[import.index as usize];
            let destination = &import.link.destination;
            let target = destination.file();
            let name = EdgeName {
                from,
                state: destination.state,
                to: target.map_or(TargetName::Specifier(&source.specifier), |it| {
                    TargetName::File(name_of(it))
                }),
            };
            edges.entry(name).or_insert(Edge {
                file,
                line: source.line,
                target,
            });
        }
    }
    edges
}
