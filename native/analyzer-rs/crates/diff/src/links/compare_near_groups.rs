//! Changes of groups of similar declarations. Their ids depend on the leader, so a group after continues the one before
//! with which it has most declarations in common, and each group continues at most one. A group whose declarations were,
//! or are, all in one other group is omitted: the change of that group lists them.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::declarations::compare_declarations::DeclarationMatches;
use crate::model::{GroupChange, GroupChangeKind};
use relate::model::{DeclarationRef, Group, GroupKind};

use super::group_change::{Comparison, Lists};

/// `with_callbacks`: ids of groups that have callbacks on either side, which are compared as blocks.
pub fn compare_near_groups(
    comparison: Comparison<'_>,
    matches: &DeclarationMatches,
    with_callbacks: &FxHashSet<&str>,
) -> Vec<GroupChange> {
    let near = |groups: &'_ [Group]| -> Vec<usize> {
        let numbers = (0..)
            .zip(groups)
            .filter(|(_, it)| it.kind == GroupKind::Near && !with_callbacks.contains(it.id.as_str()));
        numbers.map(|(at, _)| at).collect()
    };
    let (before, after) = (&comparison.before.groups, &comparison.after.groups);
    let old: Vec<&Group> = near(before).into_iter().map(|at| &before[at]).collect();
    let now: Vec<&Group> = near(after).into_iter().map(|at| &after[at]).collect();
    let remaining: Vec<Vec<DeclarationRef>> = old
        .iter()
        .map(|group| group.occurrences.iter().filter_map(|it| matches.after(*it)).collect())
        .collect();
    let continued = continuations(&remaining, &now);
    let groups_before = groups_by_declaration(before, |it| matches.after(it));
    let groups_after = groups_by_declaration(after, Some);
    let mut changes = Vec::new();
    for ((group, remaining), successor) in old.into_iter().zip(remaining).zip(&continued) {
        let gone = group.occurrences.iter().filter(|it| matches.after(**it).is_none());
        let lists = Lists {
            removed: gone.copied().collect(),
            ..Lists::default()
        };
        changes.extend(match successor {
            Some(to) => continuation(comparison, group, now[*to], remaining, lists),
            None => end_of(comparison, group, remaining, lists, &groups_after),
        });
    }
    let successors: FxHashSet<usize> = continued.into_iter().flatten().collect();
    for (at, group) in now.into_iter().enumerate() {
        if successors.contains(&at) || are_in_one_group(&group.occurrences, &groups_before) {
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

/// By group before: the group after. Pairs with most declarations in common first, then in the order of the groups.
fn continuations(remaining: &[Vec<DeclarationRef>], now: &[&Group]) -> Vec<Option<usize>> {
    // Of a declaration that is also the partner of later leaders, the largest one.
    let mut group_of: FxHashMap<DeclarationRef, usize> = FxHashMap::default();
    for (at, group) in now.iter().enumerate() {
        for it in &group.occurrences {
            let known = group_of.entry(*it).or_insert(at);
            if now[*known].occurrences.len() < group.occurrences.len() {
                *known = at;
            }
        }
    }
    let mut pairs: Vec<(Reverse<usize>, usize, usize)> = Vec::new();
    for (from, declarations) in remaining.iter().enumerate() {
        let mut common: FxHashMap<usize, usize> = FxHashMap::default();
        for to in declarations.iter().filter_map(|it| group_of.get(it)) {
            *common.entry(*to).or_default() += 1;
        }
        pairs.extend(common.into_iter().map(|(to, count)| (Reverse(count), from, to)));
    }
    pairs.sort_unstable();
    let mut continued = vec![None; remaining.len()];
    let mut is_taken = vec![false; now.len()];
    for (_, from, to) in pairs {
        if continued[from].is_none() && !is_taken[to] {
            continued[from] = Some(to);
            is_taken[to] = true;
        }
    }
    continued
}

fn continuation(
    comparison: Comparison<'_>,
    old: &Group,
    now: &Group,
    remaining: Vec<DeclarationRef>,
    lists: Lists,
) -> Option<GroupChange> {
    let own: FxHashSet<DeclarationRef> = remaining.iter().copied().collect();
    let members: FxHashSet<DeclarationRef> = now.occurrences.iter().copied().collect();
    let edited: Vec<DeclarationRef> = remaining.into_iter().filter(|it| !members.contains(it)).collect();
    let added = now.occurrences.iter().filter(|it| !own.contains(it));
    let lists = Lists {
        added: added.copied().collect(),
        edited,
        ..lists
    };
    let change = if !lists.edited.is_empty() {
        GroupChangeKind::Diverged
    } else if !lists.added.is_empty() {
        GroupChangeKind::Grew
    } else if !lists.removed.is_empty() {
        GroupChangeKind::Shrank
    } else {
        return None;
    };
    comparison.changed(change, Some(old), Some(now), lists)
}

fn end_of(
    comparison: Comparison<'_>,
    old: &Group,
    remaining: Vec<DeclarationRef>,
    lists: Lists,
    groups_after: &GroupsByDeclaration,
) -> Option<GroupChange> {
    let has_several = remaining.len() > 1;
    if has_several && are_in_one_group(&remaining, groups_after) {
        return None;
    }
    let change = if has_several {
        GroupChangeKind::Diverged
    } else {
        GroupChangeKind::Vanished
    };
    let edited = remaining;
    comparison.changed(change, Some(old), None, Lists { edited, ..lists })
}

/// Numbers of the groups of each declaration.
type GroupsByDeclaration = FxHashMap<DeclarationRef, FxHashSet<usize>>;

fn groups_by_declaration(
    groups: &[Group],
    after: impl Fn(DeclarationRef) -> Option<DeclarationRef>,
) -> GroupsByDeclaration {
    let mut found = GroupsByDeclaration::default();
    for (at, group) in groups.iter().enumerate() {
        for it in group.occurrences.iter().filter_map(|it| after(*it)) {
            found.entry(it).or_default().insert(at);
        }
    }
    found
}

fn are_in_one_group(declarations: &[DeclarationRef], groups_of: &GroupsByDeclaration) -> bool {
    let candidates = declarations.first().and_then(|it| groups_of.get(it));
    let has_all = |group: &usize| {
        let mut groups = declarations.iter().map(|it| groups_of.get(it));
        groups.all(|of| of.is_some_and(|of| of.contains(group)))
    };
    candidates.is_some_and(|candidates| candidates.iter().any(has_all))
}
