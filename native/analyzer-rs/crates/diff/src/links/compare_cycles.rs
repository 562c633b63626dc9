//! Changes of import cycles. A file is in at most one cycle, so a cycle after is compared with the cycle before with
//! which it shares most files; a cycle before that shares no file with any has vanished.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{CycleChange, CycleChangeKind};
use relate::model::{Cycle, FileIndex};
use scan::model::Scan;

/// `file_after`: the file after of each file before. Ordered by first file.
pub fn compare_cycles(before: &Scan, after: &Scan, file_after: &[Option<FileIndex>]) -> Vec<CycleChange> {
    let now = |file: &FileIndex| file_after[*file as usize];
    let mut indexes: FxHashMap<FileIndex, usize> = FxHashMap::default();
    for (cycle, Cycle { files, .. }) in before.cycles.iter().enumerate() {
        indexes.extend(files.iter().filter_map(|file| Some((now(file)?, cycle))));
    }
    let mut met: FxHashSet<usize> = FxHashSet::default();
    let mut changes = Vec::new();
    for Cycle { files, .. } in &after.cycles {
        let shared: Vec<usize> = files.iter().filter_map(|file| indexes.get(file)).copied().collect();
        met.extend(&shared);
        let old: &[FileIndex] = most_frequent(&shared).map_or(&[], |cycle| &before.cycles[cycle].files);
        let remaining: FxHashSet<FileIndex> = old.iter().filter_map(now).collect();
        let is_grown = files.iter().any(|file| !remaining.contains(file));
        let is_shrunk = old
            .iter()
            .any(|file| now(file).is_none_or(|file| !files.contains(&file)));
        let change = match (old.is_empty(), is_grown, is_shrunk) {
            (true, ..) => CycleChangeKind::Appeared,
            (_, true, true) => CycleChangeKind::Changed,
            (_, true, false) => CycleChangeKind::Grew,
            (_, false, true) => CycleChangeKind::Shrank,
            (_, false, false) => continue,
        };
        changes.push(CycleChange {
            change,
            before: old.to_vec(),
            after: files.clone(),
        });
    }
    for (_, cycle) in before.cycles.iter().enumerate().filter(|(at, _)| !met.contains(at)) {
        changes.push(CycleChange {
            change: CycleChangeKind::Vanished,
            before: cycle.files.clone(),
            after: Vec::new(),
        });
    }
    let first = |it: &CycleChange| match (it.after.first(), it.before.first()) {
        (Some(file), _) => after.path_of(*file).to_owned(),
        (None, Some(file)) => before.path_of(*file).to_owned(),
        (None, None) => String::new(),
    };
    changes.sort_by_cached_key(|it| (first(it), it.after.len()));
    changes
}

/// The first of the most frequent values.
fn most_frequent(indexes: &[usize]) -> Option<usize> {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    for index in indexes {
        *counts.entry(*index).or_default() += 1;
    }
    let most = counts.values().max()?;
    indexes.iter().find(|index| counts[*index] == *most).copied()
}
