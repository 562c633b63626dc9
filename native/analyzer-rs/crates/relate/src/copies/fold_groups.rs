//! Folding: a group whose occurrences all lie in another group's is part of it.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{Group, GroupKind};

/// Where an occurrence is: the number of its file in the order of paths, and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OccurrenceRange {
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

/// Occurrences around another one that are considered, the innermost first.
const MAX_AROUND: usize = 64;
/// Other occurrences that are skipped: not around it, or of later groups.
const MAX_SKIPPED: usize = 512;

/// An occurrence of an earlier group that lies around another occurrence.
#[derive(Clone, Copy)]
struct Enclosing {
    group: usize,
    occurrence: usize,
}

struct GroupRange {
    range: OccurrenceRange,
    group: usize,
}

/// Sets `folded_into`: the first unfolded group that has each of a group's occurrences in a different occurrence. The order
/// is: more nodes, `near` before other kinds, more occurrences, kind, position of the first occurrence.
pub fn fold_groups(groups: &mut [Group], ranges_of: impl Fn(&Group) -> Vec<OccurrenceRange>) {
    let mut ranked: Vec<(usize, Vec<OccurrenceRange>)> = groups
        .iter()
        .enumerate()
        .map(|(index, group)| (index, ranges_of(group)))
        .collect();
    ranked.sort_by_cached_key(|(index, ranges)| {
        let group = &groups[*index];
        let first = ranges.first().map(|it| (it.file, it.start, it.end));
        let kind = GroupKind::ALL.iter().position(|it| *it == group.kind);
        let is_near = group.kind == GroupKind::Near;
        (
            Reverse(group.nodes),
            !is_near,
            Reverse(ranges.len()),
            kind,
            first,
            group.id.clone(),
        )
    });
    let occurrences: Vec<GroupRange> = ranked
        .iter()
        .enumerate()
        .flat_map(|(group, (_, ranges))| ranges.iter().map(move |&range| GroupRange { range, group }))
        .collect();
    let around = enclosing(&occurrences);
    let mut is_folded = vec![false; ranked.len()];
    let mut from = 0;
    for (rank, (index, ranges)) in ranked.iter().enumerate() {
        let holder = holder_of(&around[from..from + ranges.len()], &is_folded);
        from += ranges.len();
        let Some(holder) = holder else { continue };
        is_folded[rank] = true;
        let id = groups[ranked[holder].0].id.clone();
        groups[*index].folded_into = Some(id);
    }
}

/// The first group that is not folded and has each of the occurrences in another one of its own.
fn holder_of(around: &[Vec<Enclosing>], is_folded: &[bool]) -> Option<usize> {
    let (first, others) = around.split_first()?;
    let mut used: FxHashMap<usize, FxHashSet<usize>> = FxHashMap::default();
    for it in first.iter().filter(|it| !is_folded[it.group]) {
        used.insert(it.group, FxHashSet::from_iter([it.occurrence]));
    }
    for its in others {
        let mut next: FxHashMap<usize, FxHashSet<usize>> = FxHashMap::default();
        for it in its {
            let Some(mut occurrences) = used.remove(&it.group) else {
                continue;
            };
            if occurrences.insert(it.occurrence) {
                next.insert(it.group, occurrences);
            } else {
                used.insert(it.group, occurrences);
            }
        }
        used = next;
    }
    used.into_keys().min()
}

/// By occurrence: the occurrences of earlier groups that it lies in.
fn enclosing(occurrences: &[GroupRange]) -> Vec<Vec<Enclosing>> {
    let mut order: Vec<usize> = (0..occurrences.len()).collect();
    order.sort_by_key(|at| {
        let GroupRange { range, group } = &occurrences[*at];
        (range.file, range.start, Reverse(range.end), *group)
    });
    let mut around: Vec<Vec<Enclosing>> = (0..occurrences.len()).map(|_| Vec::new()).collect();
    let mut active: Vec<usize> = Vec::new();
    for same in order.chunk_by(|a, b| occurrences[*a].range == occurrences[*b].range) {
        let range = occurrences[same[0]].range;
        if active
            .last()
            .is_some_and(|it| occurrences[*it].range.file != range.file)
        {
            active.clear();
        }
        while active
            .last()
            .is_some_and(|it| occurrences[*it].range.end <= range.start)
        {
            active.pop();
        }
        active.extend(same);
        for at in same {
            around[*at] = earlier_around(*at, &active, occurrences);
        }
    }
    around
}

/// Searches from the innermost occurrence.
fn earlier_around(at: usize, active: &[usize], occurrences: &[GroupRange]) -> Vec<Enclosing> {
    let its = &occurrences[at];
    let mut found = Vec::new();
    let mut skipped = 0;
    for &occurrence in active.iter().rev() {
        if found.len() == MAX_AROUND || skipped == MAX_SKIPPED {
            break;
        }
        let other = &occurrences[occurrence];
        if other.range.end >= its.range.end && other.group < its.group {
            let group = other.group;
            found.push(Enclosing { group, occurrence });
        } else {
            skipped += 1;
        }
    }
    found
}
