//! Changes of groups of identical functions and of functions identical up to renaming. A group is identified by its
//! content, also if its copies are moved. Groups with the same occurrences as another one are omitted.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::declarations::compare_declarations::DeclarationMatches;
use crate::model::{GroupChange, GroupChangeKind};
use parse::facts::Hash;
use relate::model::{DeclarationRef, Group, GroupKind};
use scan::model::Scan;

use super::group_change::{Comparison, Lists};

/// Changes of a group's occurrences.
#[derive(Default)]
struct Copies {
    unchanged: FxHashSet<DeclarationRef>,
    edited: Vec<DeclarationRef>,
    /// Ids before.
    removed: Vec<DeclarationRef>,
    /// If all copies of a group were edited: their new common fingerprint.
    together: Option<Hash>,
}

pub fn compare_function_groups(before: &Scan, after: &Scan, matches: &DeclarationMatches) -> Vec<GroupChange> {
    let now: FxHashMap<&str, &Group> = function_groups(after).map(|it| (it.id.as_str(), it)).collect();
    let known: FxHashSet<&str> = function_groups(before).map(|it| it.id.as_str()).collect();
    let by_print: FxHashMap<(GroupKind, Hash), &Group> = function_groups(after)
        .filter_map(|group| Some(((group.kind, print_of_group(after, group)?), group)))
        .collect();
    let mut continued: FxHashSet<&str> = FxHashSet::default();
    let comparison = Comparison { before, after };
    let mut changes = Vec::new();
    for old in function_groups(before) {
        let copies = comparison.copies_of(old, matches);
        let heir = copies
            .together
            .and_then(|print| by_print.get(&(old.kind, print)))
            .copied();
        continued.extend(heir.map(|it| it.id.as_str()));
        let group = now.get(old.id.as_str()).copied().or(heir);
        let is_reported = old.same_as.is_some() && group.is_none_or(|it| it.same_as.is_some());
        if let Some(change) = comparison
            .describe(old, group, heir.is_some(), copies)
            .filter(|_| !is_reported)
        {
            changes.push(change);
        }
    }
    for group in function_groups(after) {
        let id = group.id.as_str();
        if known.contains(id) || continued.contains(id) || group.same_as.is_some() {
            continue;
        }
        let lists = Lists {
            added: group.occurrences.clone(),
            ..Lists::default()
        };
        changes.extend(comparison.changed(GroupChangeKind::Appeared, None, Some(group), lists));
    }
    changes
}

fn function_groups(scan: &Scan) -> impl Iterator<Item = &Group> {
    scan.groups.iter().filter(|it| it.kind.is_exact())
}

impl Comparison<'_> {
    fn copies_of(&self, group: &Group, matches: &DeclarationMatches) -> Copies {
        let print = print_of_group(self.before, group);
        let mut copies = Copies::default();
        let mut fingerprints: FxHashSet<Option<Hash>> = FxHashSet::default();
        for &old in &group.occurrences {
            let Some(now) = matches.after(old) else {
                copies.removed.push(old);
                continue;
            };
            let print_now = print_of(group.kind, self.after, now);
            if print_now == print {
                copies.unchanged.insert(now);
            } else {
                copies.edited.push(now);
                fingerprints.insert(print_now);
            }
        }
        if copies.unchanged.is_empty() && copies.edited.len() > 1 && fingerprints.len() == 1 {
            copies.together = fingerprints.into_iter().next().flatten();
        }
        copies
    }

    fn describe(&self, old: &Group, group: Option<&Group>, is_heir: bool, copies: Copies) -> Option<GroupChange> {
        let Copies {
            unchanged,
            edited,
            removed,
            ..
        } = copies;
        let own: FxHashSet<DeclarationRef> = if is_heir {
            edited.iter().copied().collect()
        } else {
            unchanged
        };
        let occurrences = group.map_or(&[][..], |it| &it.occurrences);
        let added: Vec<DeclarationRef> = occurrences.iter().filter(|it| !own.contains(it)).copied().collect();
        let change = if is_heir {
            GroupChangeKind::EditedTogether
        } else if !edited.is_empty() && edited.len() + own.len() > 1 {
            GroupChangeKind::Diverged
        } else if group.is_none() {
            GroupChangeKind::Vanished
        } else if !added.is_empty() {
            GroupChangeKind::Grew
        } else if removed.len() + edited.len() > 0 {
            GroupChangeKind::Shrank
        } else {
            return None;
        };
        let lists = Lists {
            added,
            removed,
            edited,
            ..Lists::default()
        };
        self.changed(change, Some(old), group, lists)
    }
}

fn print_of_group(scan: &Scan, group: &Group) -> Option<Hash> {
    print_of(group.kind, scan, *group.occurrences.first()?)
}

fn print_of(kind: GroupKind, scan: &Scan, at: DeclarationRef) -> Option<Hash> {
    let function = scan.declaration(at).function.as_ref()?;
    match kind {
        GroupKind::FunctionBody => Some(function.body),
        GroupKind::FunctionShape => Some(function.shape),
        GroupKind::Near | GroupKind::Block | GroupKind::BlockShape => None,
    }
}
