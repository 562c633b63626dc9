//! Describes the change of a clone group that is on one side or on both.

use crate::model::{BlockChanges, GroupChange, GroupChangeKind};
use relate::model::{DeclarationRef, Group};
use scan::model::Scan;

#[derive(Default)]
pub struct Lists {
    /// After.
    pub added: Vec<DeclarationRef>,
    /// Before.
    pub removed: Vec<DeclarationRef>,
    /// After.
    pub edited: Vec<DeclarationRef>,
    pub blocks: Option<BlockChanges>,
}

#[derive(Clone, Copy)]
pub struct Comparison<'s> {
    pub before: &'s Scan,
    pub after: &'s Scan,
}

impl Comparison<'_> {
    /// `None` for a group that is on neither side.
    pub fn changed(
        &self,
        change: GroupChangeKind,
        old: Option<&Group>,
        now: Option<&Group>,
        lists: Lists,
    ) -> Option<GroupChange> {
        let shown = now.or(old)?;
        let count = |it: Option<&Group>| it.map_or(0, |it| (it.occurrences.len() + it.blocks.len()) as u64);
        let ids = |scan: &Scan, list: Vec<DeclarationRef>| {
            let mut ids: Vec<String> = list.into_iter().map(|it| scan.id_of(it).to_string()).collect();
            ids.sort_unstable();
            ids
        };
        let around = if shown.kind.is_exact() {
            &shown.contained_in
        } else {
            &shown.folded_into
        };
        Some(GroupChange {
            change,
            id: shown.id.clone(),
            kind: shown.kind,
            nodes: shown.nodes,
            contained: around.is_some(),
            before: count(old),
            after: count(now),
            added: ids(self.after, lists.added),
            removed: ids(self.before, lists.removed),
            edited: ids(self.after, lists.edited),
            blocks: lists.blocks,
        })
    }
}
