//! Folding: a group whose occurrences all lie in another group's is part of it.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::shared_part::{OccurrenceRange, represents_shared};
use crate::model::{Group, GroupKind};

/// Occurrences around another one that are considered, the innermost first.
const MAX_AROUND: usize = 64;
/// Other occurrences that are skipped: not around it, or of later groups.
const MAX_SKIPPED: usize = 512;

struct GroupRange {
    range: OccurrenceRange,
    group: usize,
}

/// Sets `folded_into`: the first unfolded group that has each of a group's occurrences in a different occurrence. The order
/// is: more nodes, `near` before other kinds, more occurrences, kind, position of the first occurrence. A `near` group of
/// which an inner group has almost all that is shared, such as two classes with one identical method, is folded into that one.
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
    let mut into = vec![None; ranked.len()];
    // By rank of a near group: the rank of the inner group that has almost all that it shares.
    let mut inner: FxHashMap<usize, usize> = FxHashMap::default();
    loop {
        let known = inner.len();
        fold_once(&occurrences, &around, &inner, &mut into);
        for (rank, holder) in into.iter().enumerate() {
            let Some(holder) = *holder else { continue };
            let side = |rank: usize| (&groups[ranked[rank].0], &ranked[rank].1[..]);
            if !inner.contains_key(&holder) && represents_shared(side(rank), side(holder)) {
                inner.insert(holder, rank);
            }
        }
        if inner.len() == known {
            break;
        }
    }
    let next = |rank: usize| inner.get(&rank).copied().or(into[rank]);
    for rank in 0..ranked.len() {
        let last = std::iter::successors(next(rank), |it| next(*it)).last();
        let id = last.map(|it| groups[ranked[it].0].id.clone());
        if id.is_some() {
            groups[ranked[rank].0].folded_into = id;
        }
    }
}

/// Sets `into` to the rank of the group that each group is folded into.
///
/// `inner`: by rank of groups that no other one is folded into.
fn fold_once(
    occurrences: &[GroupRange],
    around: &Enclosing,
    inner: &FxHashMap<usize, usize>,
    into: &mut [Option<usize>],
) {
    into.fill(None);
    let mut is_folded: Vec<bool> = (0..into.len()).map(|rank| inner.contains_key(&rank)).collect();
    let mut from = 0;
    for same in occurrences.chunk_by(|a, b| a.group == b.group) {
        let lists = (from..from + same.len()).map(|occurrence| around.of(occurrence));
        from += same.len();
        let rank = same[0].group;
        if is_folded[rank] {
            continue;
        }
        into[rank] = holder_of(lists, occurrences, &is_folded);
        is_folded[rank] = into[rank].is_some();
    }
}

/// The first group that is not folded and has each of the occurrences in another one of its own.
fn holder_of<'a>(
    mut around: impl Iterator<Item = &'a [u32]>,
    occurrences: &[GroupRange],
    is_folded: &[bool],
) -> Option<usize> {
    let group_of = |occurrence: u32| occurrences[occurrence as usize].group;
    let mut used: FxHashMap<usize, FxHashSet<u32>> = FxHashMap::default();
    for &other in around.next()?.iter().filter(|it| !is_folded[group_of(**it)]) {
        used.insert(group_of(other), FxHashSet::from_iter([other]));
    }
    for its in around {
        if used.is_empty() {
            return None;
        }
        let mut next: FxHashMap<usize, FxHashSet<u32>> = FxHashMap::default();
        for &other in its {
            let Some(mut known) = used.remove(&group_of(other)) else {
                continue;
            };
            if known.insert(other) {
                next.insert(group_of(other), known);
            } else {
                used.insert(group_of(other), known);
            }
        }
        used = next;
    }
    used.into_keys().min()
}

/// By occurrence: occurrences of earlier groups that it lies in, the innermost first. Many lists of few numbers.
struct Enclosing {
    ranges: Vec<(u32, u32)>,
    all: Vec<u32>,
}

impl Enclosing {
    fn of(&self, occurrence: usize) -> &[u32] {
        let (start, end) = self.ranges[occurrence];
        &self.all[start as usize..end as usize]
    }
}

/// # Panics
/// if there are 2³² occurrences, or so many around others
fn enclosing(occurrences: &[GroupRange]) -> Enclosing {
    let number = |at: usize| u32::try_from(at).expect("fewer than 2³² occurrences");
    let mut order: Vec<u32> = (0..number(occurrences.len())).collect();
    order.sort_by_key(|at| {
        let GroupRange { range, group } = &occurrences[*at as usize];
        (range.file, range.start, Reverse(range.end), *group)
    });
    let range_of = |at: u32| occurrences[at as usize].range;
    let mut around = Enclosing {
        ranges: vec![(0, 0); occurrences.len()],
        all: Vec::new(),
    };
    let mut active: Vec<u32> = Vec::new();
    for same in order.chunk_by(|a, b| range_of(*a) == range_of(*b)) {
        let range = range_of(same[0]);
        if active.last().is_some_and(|it| range_of(*it).file != range.file) {
            active.clear();
        }
        while active.last().is_some_and(|it| range_of(*it).end <= range.start) {
            active.pop();
        }
        active.extend(same);
        for at in same {
            let start = number(around.all.len());
            push_earlier_around(&mut around.all, *at, &active, occurrences);
            around.ranges[*at as usize] = (start, number(around.all.len()));
        }
    }
    around
}

/// Searches from the innermost occurrence.
fn push_earlier_around(found: &mut Vec<u32>, at: u32, active: &[u32], occurrences: &[GroupRange]) {
    let its = &occurrences[at as usize];
    let (most, mut skipped) = (found.len() + MAX_AROUND, 0);
    for &occurrence in active.iter().rev() {
        if found.len() == most || skipped == MAX_SKIPPED {
            break;
        }
        let other = &occurrences[occurrence as usize];
        if other.range.end >= its.range.end && other.group < its.group {
            found.push(occurrence);
        } else {
            skipped += 1;
        }
    }
}
