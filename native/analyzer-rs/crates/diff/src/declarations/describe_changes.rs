//! Describes the changes of declarations, and marks those that differ only in nested declarations that are listed.

use crate::model::{DeclarationChange, DeclarationChangeKind};
use relate::ids::DeclarationId;
use relate::model::FileIndex;
use scan::model::Scan;

use super::match_scopes::{Matched, ScopeMatch};
use super::nodes::{DeclarationNode, Forest, Forests, NodeId, Sort, is_same_content};
use super::signature::signature_of;

use DeclarationChangeKind::{
    Added, Changed, Exported, Moved, NamesChanged, Removed, Renamed, SignatureChanged, Unexported,
};

struct Described {
    before: Option<NodeId>,
    after: Option<NodeId>,
    changes: Vec<DeclarationChangeKind>,
}

pub struct Describer<'d, 's> {
    pub forests: &'d Forests<'s>,
    pub before: &'s Scan,
    pub after: &'s Scan,
    /// By file before: its file after. A declaration that moved with its file is not moved.
    pub file_after: &'d [Option<FileIndex>],
    /// By declaration before.
    partners: Vec<Option<NodeId>>,
    around_before: Vec<bool>,
    around_after: Vec<bool>,
}

impl<'d, 's> Describer<'d, 's> {
    pub fn new(
        forests: &'d Forests<'s>,
        before: &'s Scan,
        after: &'s Scan,
        file_after: &'d [Option<FileIndex>],
        matched: &[Matched],
    ) -> Self {
        let mut partners = vec![None; forests.before.nodes.len()];
        for pair in matched {
            partners[pair.before as usize] = Some(pair.after);
        }
        Self {
            forests,
            before,
            after,
            file_after,
            partners,
            around_before: vec![false; forests.before.nodes.len()],
            around_after: vec![false; forests.after.nodes.len()],
        }
    }

    /// Ordered by file after, then by line.
    pub fn describe(mut self, found: &ScopeMatch) -> Vec<DeclarationChange> {
        let mut described: Vec<Described> = Vec::new();
        described.extend(found.removed.iter().map(|it| Described {
            before: Some(*it),
            after: None,
            changes: vec![Removed],
        }));
        described.extend(found.added.iter().map(|it| Described {
            before: None,
            after: Some(*it),
            changes: vec![Added],
        }));
        for pair in &found.matched {
            let changes = self.changes_of(*pair);
            if !changes.is_empty() {
                described.push(Described {
                    before: Some(pair.before),
                    after: Some(pair.after),
                    changes,
                });
            }
        }
        for it in &described {
            mark_around(&self.forests.before, it.before, &mut self.around_before);
            mark_around(&self.forests.after, it.after, &mut self.around_after);
        }
        let mut changes: Vec<DeclarationChange> = described.into_iter().filter_map(|it| self.change(it)).collect();
        changes.sort_by(|a, b| {
            self.order(a)
                .cmp(&self.order(b))
                .then(a.after.is_none().cmp(&b.after.is_none()))
        });
        changes
    }

    fn order(&self, it: &DeclarationChange) -> Option<(&'s str, u32, DeclarationId<'s>)> {
        let (scan, at) = match (it.before, it.after) {
            (_, Some(after)) => (self.after, after),
            (before, None) => (self.before, before?),
        };
        Some((scan.path_of(at.file), scan.declaration(at).start_line, scan.id_of(at)))
    }

    fn changes_of(&self, pair: Matched) -> Vec<DeclarationChangeKind> {
        let (before, after) = (&self.forests.before[pair.before], &self.forests.after[pair.after]);
        let mut changes = Vec::new();
        if self.is_elsewhere(before, after) {
            changes.push(Moved);
        }
        if before.facts.name != after.facts.name {
            changes.push(Renamed);
        }
        if !is_same_content(before, after) && !self.is_renamed_alone(before, after) {
            let shape = |it: &DeclarationNode<'_>| it.facts.function.as_ref().map(|it| it.shape);
            let signature = |it: &DeclarationNode<'_>| signature_of(it.facts);
            changes.push(
                if before.sort() == Sort::Function && signature(before) != signature(after) {
                    SignatureChanged
                } else if shape(before).is_some() && shape(before) == shape(after) {
                    NamesChanged
                } else {
                    Changed
                },
            );
        }
        if before.facts.exported != after.facts.exported {
            changes.push(if after.facts.exported { Exported } else { Unexported });
        }
        changes
    }

    /// A class's fingerprint contains its name; a renamed class must have equal members and equal size.
    fn is_renamed_alone(&self, before: &DeclarationNode<'_>, after: &DeclarationNode<'_>) -> bool {
        let is_twin =
            |(old, now): (&NodeId, &NodeId)| is_same_content(&self.forests.before[*old], &self.forests.after[*now]);
        before.sort() == Sort::Class
            && before.facts.name != after.facts.name
            && before.facts.nodes == after.facts.nodes
            && before.children.len() == after.children.len()
            && before.children.iter().zip(&after.children).all(is_twin)
    }

    /// It is in another file than the partner of its file, or in another scope than the partner of its scope.
    fn is_elsewhere(&self, before: &DeclarationNode<'_>, after: &DeclarationNode<'_>) -> bool {
        match before.parent {
            None => after.parent.is_some() || self.file_after[before.at.file as usize] != Some(after.at.file),
            Some(parent) => self.partners[parent as usize] != after.parent,
        }
    }

    fn change(&self, it: Described) -> Option<DeclarationChange> {
        let before = it.before.map(|id| &self.forests.before[id]);
        let after = it.after.map(|id| &self.forests.after[id]);
        let (scan, subject) = match (before, after) {
            (_, Some(after)) => (self.after, after),
            (before, None) => (self.before, before?),
        };
        let holds_changes = it.changes.contains(&Changed) && self.is_around(&it) && !self.is_changed_itself(&it);
        let alone = it.changes.len() == 1;
        let holds = match (it.before, it.after) {
            (Some(id), None) => self.forests.before.count_in(id),
            (None, Some(id)) => self.forests.after.count_in(id),
            _ => 0,
        };
        let mut changes = it.changes;
        if holds_changes && !alone {
            // Other changes are more specific.
            changes.retain(|change| *change != Changed);
        }
        let file = scan.entries[subject.at.file as usize].file();
        Some(DeclarationChange {
            changes,
            kind: subject.facts.kind,
            is_test: file.is_some_and(|file| file.roles.is_test),
            before: before.map(|it| it.at),
            after: after.map(|it| it.at),
            holds_changes: holds_changes && alone,
            holds,
        })
    }

    fn is_around(&self, it: &Described) -> bool {
        it.before.is_some_and(|id| self.around_before[id as usize])
            || it.after.is_some_and(|id| self.around_after[id as usize])
    }

    /// If all nested declarations have a partner inside, the rest of both must be of equal size.
    fn is_changed_itself(&self, it: &Described) -> bool {
        let (Some(old), Some(now)) = (it.before, it.after) else {
            return false;
        };
        let (before, after) = (&self.forests.before[old], &self.forests.after[now]);
        let is_inside = |child: &NodeId| {
            let partner = self.partners[*child as usize];
            partner.is_some_and(|partner| self.forests.after[partner].parent == Some(now))
        };
        before.children.len() == after.children.len()
            && before.children.iter().all(is_inside)
            && own_nodes(&self.forests.before, before) != own_nodes(&self.forests.after, after)
    }
}

/// Marks all declarations that contain a declaration.
fn mark_around(forest: &Forest<'_>, node: Option<NodeId>, around: &mut [bool]) {
    let mut at = node.and_then(|it| forest[it].parent);
    while let Some(node) = at.filter(|it| !around[*it as usize]) {
        around[node as usize] = true;
        at = forest[node].parent;
    }
}

fn own_nodes(forest: &Forest<'_>, node: &DeclarationNode<'_>) -> i64 {
    let inside: i64 = node.children.iter().map(|it| i64::from(forest[*it].facts.nodes)).sum();
    i64::from(node.facts.nodes) - inside
}
