//! What became of each declaration. In files that were not changed declarations stay as they are; those in equal
//! declarations belong together one by one.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diff::files::file_places::FilePlaces;
use crate::relate::model::{DeclarationRef, FileIndex};
use crate::scan::model::Scan;

use super::match_scopes::Matched;
use super::nodes::Forests;

pub struct Fates {
    /// By file before: the file it became where its declarations stayed as they were, with how many it has.
    kept: Vec<Option<(FileIndex, usize)>>,
    matched: FxHashMap<DeclarationRef, DeclarationRef>,
}

impl Fates {
    /// `matched`: declarations of the files that were changed.
    pub fn new(places: &FilePlaces, after: &Scan, forests: &Forests<'_>, matched: &[Matched]) -> Self {
        let changed: FxHashSet<FileIndex> = places.edited.iter().map(|it| it.0).collect();
        let kept = places.after.iter().enumerate().map(|(old, now)| {
            let now = now.filter(|_| !changed.contains(&(old as FileIndex)))?;
            let facts = after.entries[now as usize].file()?.facts.as_ref()?;
            Some((now, facts.declarations.len()))
        });
        let mut fates = Self {
            kept: kept.collect(),
            matched: FxHashMap::default(),
        };
        let ends = |pair: &Matched| (forests.before[pair.before].at, forests.after[pair.after].at);
        fates.matched.extend(matched.iter().map(ends));
        let mut open: Vec<Matched> = matched.iter().filter(|it| forests.is_equal(**it)).copied().collect();
        while let Some(pair) = open.pop() {
            let (old, now) = (&forests.before[pair.before], &forests.after[pair.after]);
            for (before, after) in old.children.iter().zip(&now.children) {
                let twins = Matched {
                    before: *before,
                    after: *after,
                };
                let (was, is) = ends(&twins);
                if let Entry::Vacant(free) = fates.matched.entry(was) {
                    free.insert(is);
                    open.push(twins);
                }
            }
        }
        fates
    }

    /// What a declaration became; nothing when it is gone.
    pub fn after(&self, it: DeclarationRef) -> Option<DeclarationRef> {
        let stayed = self.kept[it.file as usize].filter(|(_, count)| (it.declaration as usize) < *count);
        match stayed {
            Some((file, _)) => Some(DeclarationRef { file, ..it }),
            None => self.matched.get(&it).copied(),
        }
    }
}
