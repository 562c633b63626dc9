//! The partner of each declaration. Declarations of unchanged files are unchanged; those in equal declarations are
//! paired one by one.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::files::file_changes::FileChanges;
use relate::model::{DeclarationRef, FileIndex};
use scan::model::Scan;

use super::match_scopes::Matched;
use super::nodes::Forests;

pub struct DeclarationMatches {
    /// By file before: its file after if its declarations are unchanged, with their number.
    unchanged: Vec<Option<(FileIndex, usize)>>,
    matched: FxHashMap<DeclarationRef, DeclarationRef>,
}

impl DeclarationMatches {
    /// `matched`: declarations of changed files.
    pub fn new(changes: &FileChanges, after: &Scan, forests: &Forests<'_>, matched: &[Matched]) -> Self {
        let changed: FxHashSet<FileIndex> = changes.edited.iter().map(|it| it.0).collect();
        let unchanged = changes.after.iter().enumerate().map(|(old, now)| {
            let now = now.filter(|_| !changed.contains(&(old as FileIndex)))?;
            let facts = after.entries[now as usize].file()?.facts.as_ref()?;
            Some((now, facts.declarations.len()))
        });
        let mut matches = Self {
            unchanged: unchanged.collect(),
            matched: FxHashMap::default(),
        };
        let ends = |pair: &Matched| (forests.before[pair.before].at, forests.after[pair.after].at);
        matches.matched.extend(matched.iter().map(ends));
        let mut open: Vec<Matched> = matched.iter().filter(|it| forests.is_equal(**it)).copied().collect();
        while let Some(pair) = open.pop() {
            let (old, now) = (&forests.before[pair.before], &forests.after[pair.after]);
            for (before, after) in old.children.iter().zip(&now.children) {
                let twins = Matched {
                    before: *before,
                    after: *after,
                };
                let (was, is) = ends(&twins);
                if let Entry::Vacant(free) = matches.matched.entry(was) {
                    free.insert(is);
                    open.push(twins);
                }
            }
        }
        matches
    }

    /// The partner of a declaration; `None` if it was removed.
    pub fn after(&self, it: DeclarationRef) -> Option<DeclarationRef> {
        let stayed = self.unchanged[it.file as usize].filter(|(_, count)| (it.declaration as usize) < *count);
        match stayed {
            Some((file, _)) => Some(DeclarationRef { file, ..it }),
            None => self.matched.get(&it).copied(),
        }
    }
}
