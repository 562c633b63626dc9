//! Files that were split, and files that several were merged into, by their outermost declarations. A removed file was
//! split if half of its declarations are in two files or more; a remaining one, if at least two of them moved to new
//! files.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::files::file_changes::FileChanges;
use crate::model::{Regrouping, RegroupingKind};
use relate::model::FileIndex;
use scan::model::Scan;

use super::match_scopes::ScopeMatch;
use super::nodes::Forests;

/// Least number of declarations moved to new files for a split of a remaining file.
const MIN_MOVED: u64 = 2;

/// Ordered by path.
pub fn find_regroupings(
    forests: &Forests<'_>,
    found: &ScopeMatch,
    changes: &FileChanges,
    before: &Scan,
    after: &Scan,
) -> Vec<Regrouping> {
    let (mut forth, mut back) = (Tally::default(), Tally::default());
    for pair in &found.matched {
        let (old, now) = (&forests.before[pair.before], &forests.after[pair.after]);
        if old.parent.is_none() && now.parent.is_none() {
            forth.add(old.at.file, now.at.file);
            back.add(now.at.file, old.at.file);
        }
    }
    let outermost = |it: &&super::nodes::DeclarationNode<'_>| it.parent.is_none();
    for node in found.removed.iter().map(|it| &forests.before[*it]).filter(outermost) {
        forth.lose(node.at.file);
    }
    for node in found.added.iter().map(|it| &forests.after[*it]).filter(outermost) {
        back.lose(node.at.file);
    }
    let removed: FxHashSet<FileIndex> = changes.removed.iter().copied().collect();
    let added: FxHashSet<FileIndex> = changes.added.iter().copied().collect();
    let mut regroupings = forth.regrouped(RegroupingKind::Split, &removed, &added, after);
    regroupings.extend(back.regrouped(RegroupingKind::Merged, &added, &removed, before));
    let path = |it: &Regrouping| match it.change {
        RegroupingKind::Split => before.path_of(it.file),
        RegroupingKind::Merged => after.path_of(it.file),
    };
    let is_merged = |it: &Regrouping| it.change == RegroupingKind::Merged;
    regroupings.sort_by(|a, b| path(a).cmp(path(b)).then(is_merged(a).cmp(&is_merged(b))));
    regroupings
}

#[derive(Default)]
struct Parts {
    counts: FxHashMap<FileIndex, u64>,
    lost: u64,
}

/// Number of a file's declarations by target file.
#[derive(Default)]
struct Tally(FxHashMap<FileIndex, Parts>);

impl Tally {
    fn add(&mut self, file: FileIndex, part: FileIndex) {
        *self.0.entry(file).or_default().counts.entry(part).or_default() += 1;
    }

    fn lose(&mut self, file: FileIndex) {
        self.0.entry(file).or_default().lost += 1;
    }

    /// `alone`: files without a partner; `new`: files on the other side without one. `other`: the scan of that side.
    fn regrouped(
        self,
        change: RegroupingKind,
        alone: &FxHashSet<FileIndex>,
        new: &FxHashSet<FileIndex>,
        other: &Scan,
    ) -> Vec<Regrouping> {
        let regrouped = self.0.into_iter().filter_map(|(file, Parts { counts, lost })| {
            let found: u64 = counts.values().sum();
            let fresh: u64 = counts.iter().filter(|it| new.contains(it.0)).map(|it| it.1).sum();
            let enough = if alone.contains(&file) {
                found >= lost
            } else {
                fresh >= MIN_MOVED
            };
            let mut parts: Vec<(FileIndex, u64)> = counts.into_iter().collect();
            parts.sort_by_key(|it| other.path_of(it.0));
            (parts.len() > 1 && enough).then_some(Regrouping { change, file, parts })
        });
        regrouped.collect()
    }
}
