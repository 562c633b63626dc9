//! The changes of files, as the comparisons of declarations and links need them.

use rustc_hash::FxHashSet;

use crate::model::{FileChange, FileChangeKind, FileEffect};
use relate::model::FileIndex;
use relate::similarity::similar_files::SimilarPair;
use scan::model::{FileEntry, Scan};

use super::choose_pairs::choose_pairs;
use super::match_files::{MatchedFiles, change, effect_of};

pub struct FileChanges {
    /// Ordered by path after.
    pub changes: Vec<FileChange>,
    /// By file before: its file after, if there is exactly one.
    pub after: Vec<Option<FileIndex>>,
    /// Partners on both sides whose code differs.
    pub edited: Vec<(FileIndex, FileIndex)>,
    /// Files after that were analyzed on one side only: the changes of their code are unknown.
    pub unknown: FxHashSet<FileIndex>,
    /// Files without a partner.
    pub removed: Vec<FileIndex>,
    pub added: Vec<FileIndex>,
}

/// Treats the most similar files as moved and edited.
pub fn complete_changes(matched: MatchedFiles, similar: &[SimilarPair], before: &Scan, after: &Scan) -> FileChanges {
    let MatchedFiles {
        unchanged,
        mut changes,
        mut pairs,
        mut removed,
        mut added,
    } = matched;
    let chosen = choose_pairs(similar, before, after);
    for pair in &chosen {
        pairs.push((pair.removed, pair.added));
        changes.push(FileChange {
            effect: Some(effect_of(file(before, pair.removed), file(after, pair.added))),
            resemblance: Some(pair.resemblance),
            ..change(FileChangeKind::MovedEdited, Some(pair.removed), Some(pair.added))
        });
    }
    let (gone, new): (FxHashSet<_>, FxHashSet<_>) = chosen.iter().map(|it| (it.removed, it.added)).unzip();
    removed.retain(|it| !gone.contains(it));
    added.retain(|it| !new.contains(it));
    changes.extend(
        removed
            .iter()
            .map(|it| change(FileChangeKind::Removed, Some(*it), None)),
    );
    changes.extend(added.iter().map(|it| change(FileChangeKind::Added, None, Some(*it))));
    let path = |it: &FileChange| match (it.before, it.after) {
        (_, Some(now)) => after.path_of(now),
        (Some(old), None) => before.path_of(old),
        (None, None) => "",
    };
    changes.sort_by(|a, b| path(a).cmp(path(b)).then(a.after.is_some().cmp(&b.after.is_some())));

    let mut place_after = vec![None; before.entries.len()];
    for (old, now) in unchanged.iter().chain(&pairs) {
        place_after[*old as usize] = Some(*now);
    }
    let effect = |pair: &(FileIndex, FileIndex)| effect_of(file(before, pair.0), file(after, pair.1));
    FileChanges {
        changes,
        after: place_after,
        edited: pairs
            .iter()
            .filter(|it| effect(it) == FileEffect::Code)
            .copied()
            .collect(),
        unknown: pairs
            .iter()
            .filter(|it| effect(it) == FileEffect::Unknown)
            .map(|it| it.1)
            .collect(),
        removed,
        added,
    }
}

fn file(scan: &Scan, index: FileIndex) -> &FileEntry {
    scan.entries[index as usize].file().expect("only files are paired")
}
