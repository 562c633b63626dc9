//! Changes of clone groups: new groups, groups with added or removed copies, and groups of which only some copies were
//! edited.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::declarations::compare_declarations::DeclarationMatches;
use crate::model::{GroupChange, GroupChangeKind};
use relate::model::{FileIndex, GroupKind};
use scan::model::Scan;

use super::compare_block_groups::compare_block_groups;
use super::compare_function_groups::compare_function_groups;
use super::compare_near_groups::compare_near_groups;
use super::group_change::Comparison;

/// Most important changes first.
const RANK: [GroupChangeKind; 6] = [
    GroupChangeKind::Diverged,
    GroupChangeKind::Grew,
    GroupChangeKind::Appeared,
    GroupChangeKind::EditedTogether,
    GroupChangeKind::Shrank,
    GroupChangeKind::Vanished,
];

/// Most important changes first, then largest groups, ties by id. `file_after`: by file before.
pub fn compare_groups(
    before: &Scan,
    after: &Scan,
    matches: &DeclarationMatches,
    file_after: &[Option<FileIndex>],
) -> Vec<GroupChange> {
    let comparison = Comparison { before, after };
    let mut changes = compare_function_groups(before, after, matches);
    let groups = before.groups.iter().chain(&after.groups);
    let with_callbacks = groups.filter(|it| it.kind == GroupKind::Near && !it.blocks.is_empty());
    let with_callbacks = with_callbacks.map(|it| it.id.as_str()).collect();
    changes.extend(compare_near_groups(comparison, matches, &with_callbacks));
    changes.extend(compare_block_groups(comparison, file_after, &with_callbacks));
    mark_folded(&mut changes, comparison);
    let rank = |it: &GroupChange| RANK.iter().position(|change| *change == it.change);
    changes.sort_by(|a, b| (rank(a), Reverse(a.nodes), &a.id).cmp(&(rank(b), Reverse(b.nodes), &b.id)));
    changes
}

/// A group that is folded into one with the same change is not listed for people.
fn mark_folded(changes: &mut [GroupChange], comparison: Comparison<'_>) {
    let groups = comparison.before.groups.iter().chain(&comparison.after.groups);
    let folded: FxHashMap<&str, Option<&str>> = groups.map(|it| (it.id.as_str(), it.folded_into.as_deref())).collect();
    let listed: FxHashSet<(&str, String)> = changes.iter().map(|it| (it.change.name(), it.id.clone())).collect();
    for change in changes {
        let into = folded.get(change.id.as_str()).copied().flatten();
        if into.is_some_and(|into| listed.contains(&(change.change.name(), into.to_owned()))) {
            change.contained = true;
        }
    }
}
